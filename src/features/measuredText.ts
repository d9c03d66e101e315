import type { Assumptions, MeasurableTime, MeasuredTime } from '../model/assumptions';
import { counted, formatDuration } from '../model/words';

const LABELS: Readonly<Record<MeasurableTime, readonly [measured: string, assumed: string]>> = {
  imagePullSeconds: ['to pull the image', 'to pull the image where a node lacks it'],
  podStartSeconds: ['to start', 'to start'],
  podWarmUpSeconds: ['until it answers probes', 'until it answers probes'],
  podStopSeconds: ['to stop', 'to stop'],
};
const NAMES = Object.keys(LABELS) as readonly MeasurableTime[];

/** What is known of the times of pods, and from whom: in one sentence each. */
export function timesTexts(assumptions: Assumptions): readonly string[] {
  const { measured } = assumptions;
  const rest = NAMES.filter((name) => measured?.[name] === undefined).map((name) => `${assumptions[name]} s ${LABELS[name][1]}`);
  const assumed = rest.length === 0 ? [] : [`Assumed for each pod: about ${rest.join(', ')}, each half as much or half more`];
  if (measured === undefined) return assumed;
  const parts = NAMES.flatMap((name) => {
    const time = measured[name];
    if (time === undefined || time.samples === 0) return [];
    const label = name === 'podStartSeconds' && measured.isPullIncluded ? 'to pull the image and start' : LABELS[name][0];
    return [`${formatDuration(time.median)} ${label} (${spreadText(time)})`];
  });
  const why = measured.note === undefined ? '' : `; ${measured.note}`;
  return [`Measured on ${measured.whose}${why}: ${parts.join(', ')}`, ...assumed];
}

/** `nine of ten within 61 s, 23 samples`. */
function spreadText({ p90, samples }: MeasuredTime): string {
  return `nine of ten within ${formatDuration(p90)}, ${counted(samples, 'sample')}`;
}

/** `as measured on 23 pods of it`, or that it is assumed. */
export function sourceOfTime({ measured }: Assumptions, name: MeasurableTime): string {
  return measured?.[name] === undefined ? 'assumed' : `as measured on ${measured.whose}`;
}
