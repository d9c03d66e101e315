import type { Scene } from './scene';

/** Rows of the story: one per pod while there is room, one for several pods when there is not. */
export interface StoryLayout {
  readonly rowHeight: number;
  readonly groups: readonly StoryGroupLayout[];
  readonly height: number;
  /** Names are written beside the rows. */
  readonly named: boolean;
  /** Pods that one row stands for; 1 unless there are more pods than pixels. */
  readonly podsPerRow: number;
}

export interface StoryGroupLayout {
  readonly group: number;
  readonly y: number;
  readonly rows: number;
}

const GROUP_GAP = 10;
const LARGEST_ROW = 18;
const NAMED_FROM = 11;

/** The height that the story takes when there is room for all. */
export function storyHeight(scene: Scene): number {
  const pods = scene.story.reduce((sum, group) => sum + group.pods.length, 0);
  return pods * LARGEST_ROW + GROUP_GAP * Math.max(0, scene.story.length - 1);
}

export function layoutStory(scene: Scene, height: number): StoryLayout {
  const pods = scene.story.reduce((sum, group) => sum + group.pods.length, 0);
  const room = Math.max(20, height - GROUP_GAP * Math.max(0, scene.story.length - 1));
  const exact = Math.min(LARGEST_ROW, room / Math.max(1, pods));
  // Whole pixels keep rows crisp where they can be told apart; under one pixel several pods share a row.
  const rowHeight = exact >= 2 ? Math.floor(exact) : Math.max(1, exact);
  const podsPerRow = exact >= 1 ? 1 : Math.ceil(pods / room);
  let y = 0;
  const groups = scene.story.map(({ pods: members }, group) => {
    const rows = Math.ceil(members.length / podsPerRow);
    const place = { group, y, rows };
    y += rows * rowHeight + GROUP_GAP;
    return place;
  });
  return { rowHeight, groups, height: Math.max(0, y - GROUP_GAP), named: rowHeight >= NAMED_FROM, podsPerRow };
}

/** The pod whose row is at this height; of several in a row the first. */
export function podAtHeight(scene: Scene, layout: StoryLayout, y: number): number | undefined {
  for (const place of layout.groups) {
    const row = Math.floor((y - place.y) / layout.rowHeight);
    if (row >= 0 && row < place.rows) return scene.story[place.group]?.pods[row * layout.podsPerRow];
  }
  return undefined;
}

/** Where the row of a pod begins. */
export function rowOfPod(scene: Scene, layout: StoryLayout, pod: number): number | undefined {
  for (const place of layout.groups) {
    const index = scene.story[place.group]?.pods.indexOf(pod) ?? -1;
    if (index >= 0) return place.y + Math.floor(index / layout.podsPerRow) * layout.rowHeight;
  }
  return undefined;
}
