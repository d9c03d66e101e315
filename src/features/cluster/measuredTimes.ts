import type { Workload } from '../../manifest/workload';
import type { Assumptions, MeasurableTime, MeasuredTime, MeasuredTimes } from '../../model/assumptions';
import { counted } from '../../model/words';
import { keyOf } from '../../engine/simulation/scenario/workloadKind';
import type { PodTimes, TimesByPod } from '../../snapshot/podTimes';

/** Of fewer nothing is concluded. */
const FEWEST = 3;
/** So many values stand for all. */
const MOST_VALUES = 25;
/** Who was ready so much later than others became ready again, not for the first time. */
const OUTLYING = { times: 10, seconds: 60 };

type Values = Readonly<Record<MeasurableTime, readonly number[]>>;

/** The assumptions about a workload's pods with what was measured in their place: `namespace` is where it runs. */
export function withMeasured(assumptions: Assumptions, times: TimesByPod, workload: Workload, namespace: string): Assumptions {
  const measured = measuredFor(times, workload, namespace);
  if (measured === undefined) return assumptions;
  const median = (name: MeasurableTime): number => measured[name]?.median ?? assumptions[name];
  return {
    ...assumptions,
    imagePullSeconds: measured.isPullIncluded ? 0 : median('imagePullSeconds'),
    podStartSeconds: median('podStartSeconds'),
    podWarmUpSeconds: median('podWarmUpSeconds'),
    podStopSeconds: median('podStopSeconds'),
    measured,
  };
}

function measuredFor({ ofWorkload, ofImage, all }: TimesByPod, workload: Workload, namespace: string): MeasuredTimes | undefined {
  const { kind, name, pod } = workload;
  const ofItself = ofWorkload.get(keyOf(kind, namespace, name)) ?? [];
  const own = startedOf(ofItself);
  if (own.length >= FEWEST) return timesOf(ofItself, `${counted(own.length, 'pod')} of it`, undefined);
  const few =
    own.length === 0
      ? 'none of its own pods tells'
      : `only ${counted(own.length, 'pod')} of its own ${own.length === 1 ? 'tells' : 'tell'}`;
  const image = pod.containers[0]?.image ?? '';
  const ofTheImage = ofImage.get(image) ?? [];
  const same = startedOf(ofTheImage);
  if (image !== '' && same.length >= FEWEST) return timesOf(ofTheImage, `${counted(same.length, 'pod')} of the same image`, few);
  const others = startedOf(all);
  return others.length < FEWEST ? undefined : timesOf(all, `${counted(others.length, 'pod')} of the cluster`, few);
}

function startedOf(times: readonly PodTimes[]): readonly PodTimes[] {
  return times.filter(({ start }) => start !== undefined);
}

function timesOf(pods: readonly PodTimes[], whose: string, note: string | undefined): MeasuredTimes {
  const known = pods.filter(({ isPullKnown }) => isPullKnown);
  const isPullKnown = known.length >= FEWEST;
  const values: Values = {
    imagePullSeconds: isPullKnown ? known.flatMap(({ pull }) => pull ?? []) : [],
    podStartSeconds: (isPullKnown ? known : pods).flatMap(({ start }) => start ?? []),
    podWarmUpSeconds: withoutOutlying(pods.flatMap(({ warmUp }) => warmUp ?? [])),
    podStopSeconds: pods.flatMap(({ stop }) => stop ?? []),
  };
  const entries = Object.entries(values).flatMap(([name, list]) => {
    const time = distributionOf(list);
    return time === undefined ? [] : [[name, time] as const];
  });
  const measured = Object.fromEntries(entries) as Readonly<Partial<Record<MeasurableTime, MeasuredTime>>>;
  const pulling = isPullKnown ? {} : { imagePullSeconds: { median: 0, p90: 0, p10: 0, samples: 0, list: [0] } };
  return { ...measured, ...pulling, whose, note, isPullIncluded: !isPullKnown };
}

function withoutOutlying(values: readonly number[]): readonly number[] {
  const median = quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
  return values.filter((value) => value <= Math.max(OUTLYING.seconds, OUTLYING.times * median));
}

function distributionOf(values: readonly number[]): MeasuredTime | undefined {
  if (values.length < FEWEST) return undefined;
  const sorted = values.toSorted((one, other) => one - other);
  const [p10, median, p90] = [0.1, 0.5, 0.9].map((share) => tenths(quantile(sorted, share))) as [number, number, number];
  return { p10, median, p90, samples: values.length, list: spread(sorted) };
}

/** The value below which such a share of them lies, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}

/** Spread like all of them, and mixed: pods take them in turn, and neighbors are not to be alike. */
function spread(sorted: readonly number[]): readonly number[] {
  const count = Math.min(MOST_VALUES, sorted.length);
  const values = Array.from({ length: count }, (_, index) => tenths(quantile(sorted, (index + 0.5) / count)));
  let stride = Math.max(1, Math.round(count * GOLDEN));
  while (divisor(stride, count) > 1) stride++;
  return Array.from({ length: count }, (_, index) => values[(index * stride) % count] ?? 0);
}
const GOLDEN = 0.618;

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
