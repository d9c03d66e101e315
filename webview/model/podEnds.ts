import type { LossCause } from '../../src/engine/traffic/losses';
import { senderName } from '../../src/model/dataPlaneNames';
import type { PodEnd, TrafficView } from '../../src/engine/traffic/trafficView';
import { formatDuration } from '../../src/model/words';

/** The pods because of which requests fail in the second that t is in. Of the other causes no single pod is one. */
export function podsOfCause(
  { ends, early, learns: [first, last], registers, load }: TrafficView,
  cause: LossCause,
  t: number,
): number[] {
  const second = Math.floor(t);
  const isNow = (from: number, until: number): boolean => from < until && from < second + 1 && until > second;
  if (cause === 'notYet')
    return early.filter(({ readyAt, answersAt }) => isNow(readyAt + registers + first, answersAt)).map(({ pod }) => pod);
  const among = ends.filter(({ leftAt, closedAt, endedAt }) =>
    cause === 'stopped'
      ? isNow(closedAt, leftAt + last)
      : cause === 'cut' && isNow(endedAt - load.requestSeconds, Math.min(closedAt, endedAt)),
  );
  return among.map(({ pod }) => pod);
}

/** The end to be looked at: of the pod that is selected, else the latest one, else the first to come. */
export function endAt({ ends }: TrafficView, t: number, selected: number | undefined): PodEnd | undefined {
  const own = ends.find(({ pod }) => pod === selected);
  const begin = ({ leftAt, closedAt }: PodEnd): number => Math.min(leftAt, closedAt);
  const inOrder = [...ends].sort((a, b) => begin(a) - begin(b));
  return own ?? inOrder.findLast((end) => begin(end) <= t) ?? inOrder[0];
}

/** When its end begins; all else is told in seconds after that. */
export const beginOf = ({ leftAt, closedAt }: PodEnd): number => Math.min(leftAt, closedAt);

export interface EndStep {
  /** Seconds after the end has begun. */
  readonly after: number;
  readonly when: string;
  readonly text: string;
}

/** What happens to a pod that stops, in its order. */
export function endSteps(end: PodEnd, { learns: [first, last], load }: TrafficView): readonly EndStep[] {
  const name = senderName(load.dataPlane);
  const begin = beginOf(end);
  const { leftAt, signalAt, closedAt, endedAt, killAt } = end;
  const step = (t: number, text: string, until = t): EndStep => {
    const [after, to] = [t - begin, formatDuration(until - begin)];
    return { after, when: until > t ? `${Math.round(after * 10) / 10}–${to}` : to, text };
  };
  const isKilled = killAt !== undefined && endedAt >= killAt - 1e-6;
  const steps = [
    step(leftAt, signalAt === undefined ? 'no longer ready' : 'deleted: its endpoint is terminating'),
    step(leftAt + first, `${name} ${name === 'kube-proxy' ? 'knows, on one node after the other' : 'knows'}`, leftAt + last),
    ...(signalAt === undefined
      ? []
      : [step(signalAt, signalAt - leftAt < 0.01 ? 'SIGTERM: no preStop hook' : 'preStop is over: SIGTERM')]),
    ...(closedAt < endedAt ? [step(closedAt, 'takes nothing new')] : []),
    step(endedAt, isKilled ? 'killed' : 'the process has ended'),
    ...(killAt === undefined || isKilled || endedAt <= closedAt ? [] : [step(killAt, 'it would be killed')]),
  ];
  return steps.sort((a, b) => a.after - b.after);
}

/** What that means for requests. */
export function endVerdict({ leftAt, closedAt, endedAt }: PodEnd, { learns, load }: TrafficView): string {
  const unaware = leftAt + learns[1] - closedAt;
  if (unaware > 0) return `For up to ${formatDuration(unaware)} requests are still sent to it that it does not take.`;
  if (load.requestSeconds > endedAt - closedAt && leftAt + learns[1] > endedAt - load.requestSeconds)
    return 'What it is working on is cut.';
  return 'By then nobody sends anything to it.';
}
