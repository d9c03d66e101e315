/**
 * The lanes of the scene: pictures that share the moment or the axis of time. Which are shown follows from the room there is;
 * what is opened or closed by hand stays so. A further lane takes a name, a place in the order and what it needs.
 */
export const LANES = ['pods', 'story', 'chart', 'requests'] as const;
export type LaneName = (typeof LANES)[number];
export type ChosenLanes = Readonly<Partial<Record<LaneName, boolean>>>;

/** Pixels that a lane needs with its heading to be worth looking at. */
const NEEDED: Readonly<Record<LaneName, number>> = { pods: 132, story: 132, chart: 164, requests: 96 };
/** Who gets room first: the effect of a change shows in the chart, then in the pods and in the requests. */
const BY_WEIGHT: readonly LaneName[] = ['chart', 'pods', 'requests', 'story'];

export interface LanePlan {
  readonly open: ReadonlySet<LaneName>;
  /** The most that the pods may take of the scene, without their heading and their key. */
  readonly podsHeight: number;
  /** The least that the lanes over time need. */
  readonly timeHeight: number;
}

const HEADING_AND_KEY = 56;
const MOST_PODS = 320;
const LEAST_PODS = 60;
/** Of what is left over once every lane has what it needs. */
const SHARE_OF_PODS = 0.5;

/** Which lanes a scene of this height shows. Where nobody asks what becomes of requests there is no lane for them. */
export function planLanes(height: number, chosen: ChosenLanes, hasRequests = false): LanePlan {
  const possible = BY_WEIGHT.filter((lane) => hasRequests || lane !== 'requests');
  const open = new Set(possible.filter((lane) => chosen[lane] === true));
  const need = (): number => [...open].reduce((sum, lane) => sum + NEEDED[lane], 0);
  for (const lane of possible) {
    if (chosen[lane] === undefined && (need() + NEEDED[lane] <= height || open.size === 0)) open.add(lane);
  }
  const timeHeight = need() - (open.has('pods') ? NEEDED.pods : 0);
  const spare = Math.max(0, height - need()) * SHARE_OF_PODS;
  const most = timeHeight === 0 ? height : Math.min(NEEDED.pods + spare, HEADING_AND_KEY + MOST_PODS);
  return { open, timeHeight, podsHeight: Math.round(Math.max(LEAST_PODS, most - HEADING_AND_KEY)) };
}
