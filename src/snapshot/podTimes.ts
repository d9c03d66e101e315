import { keyOf } from '../engine/simulation/scenario/workloadKind';
import type { Pod, Probe } from '../model/apiTypes';
import type { Time } from '../model/time';
import { ownerOrSelf } from '../model/podOwner';
import type { Snapshot, SnapshotEvent } from './snapshot';

/** How long the steps of one pod's life took, in seconds, as far as it can still be seen. */
export interface PodTimes {
  /** Undefined: no event tells of a pull. */
  readonly pull: number | undefined;
  /** From its place to running containers, without the pull that is known. */
  readonly start: number | undefined;
  /** Whether it is known what of `start` was pulling. */
  readonly isPullKnown: boolean;
  /** From running containers until they answer. */
  readonly warmUp: number | undefined;
  readonly stop: number | undefined;
}

/** The times of all pods, by whom they are asked for. */
export interface TimesByPod {
  readonly ofWorkload: ReadonlyMap<string, readonly PodTimes[]>;
  readonly ofImage: ReadonlyMap<string, readonly PodTimes[]>;
  readonly all: readonly PodTimes[];
}

/** More tell no more. */
const MOST = { workload: 200, image: 200, all: 2000 };
const BATCH = 100;

/** Reads what conditions, container states and events tell, some pods between two turns for others. */
export function* measureTimes(snapshot: Snapshot): Generator<undefined, TimesByPod> {
  const pulls = new Map<string, number>();
  let count = 0;
  for (const event of snapshot.each('Event')) {
    if (++count % BATCH === 0) yield;
    notePull(event, pulls);
  }
  const [ofWorkload, ofImage] = [new Map<string, PodTimes[]>(), new Map<string, PodTimes[]>()];
  const all: PodTimes[] = [];
  for (const pod of snapshot.each('Pod')) {
    if (++count % BATCH === 0) yield;
    const times = timesOf(pod, pulls.get(podKey(pod.metadata.namespace, pod.metadata.name)));
    if (times === undefined) continue;
    const { kind, name } = ownerOrSelf(pod);
    add(ofWorkload, keyOf(kind, pod.metadata.namespace ?? '', name), times, MOST.workload);
    const image = pod.spec.containers[0]?.image;
    if (image !== undefined) add(ofImage, image, times, MOST.image);
    if (all.length < MOST.all) all.push(times);
  }
  return { ofWorkload, ofImage, all };
}

function add(into: Map<string, PodTimes[]>, key: string, times: PodTimes, most: number): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [times]);
  else if (known.length < most) known.push(times);
}

function podKey(namespace: string | undefined, name: string | undefined): string {
  return `${namespace ?? ''}/${name ?? ''}`;
}

/** What the kubelet says of a pull; an image that is there already took no time. */
function notePull({ reason, message = '', involvedObject }: SnapshotEvent, pulls: Map<string, number>): void {
  if (reason !== 'Pulled' || involvedObject.kind !== 'Pod') return;
  const key = podKey(involvedObject.namespace, involvedObject.name);
  if (message.includes('already present on machine')) pulls.set(key, pulls.get(key) ?? 0);
  const [, text] = /^Successfully pulled image .* in ([\d.a-zµ]+)/.exec(message) ?? [];
  const seconds = text === undefined ? undefined : goSeconds(text);
  if (seconds !== undefined) pulls.set(key, (pulls.get(key) ?? 0) + seconds);
}

const MAX_DURATION = 40;
const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, ns: 1e-9 };

/** `1m2.3s` as Go prints it, never longer than that. */
function goSeconds(text: string): number | undefined {
  if (text.length > MAX_DURATION) return undefined;
  let seconds = 0;
  let length = 0;
  for (const [part, amount = '', unit = ''] of text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(h|ms|m|s|µs|us|ns)/g)) {
    seconds += Number(amount) * (UNITS[unit] ?? 0);
    length += part.length;
  }
  return length > 0 && length >= text.length - 1 ? seconds : undefined;
}

/** Undefined: nothing can be told, or its first start is no longer what its state shows. */
function timesOf(pod: Pod, pull: number | undefined): PodTimes | undefined {
  const stop = stopOf(pod);
  const scheduled = conditionAt(pod, 'PodScheduled');
  const started = startedAt(pod);
  if (scheduled === undefined || started === undefined || started < scheduled)
    return stop === undefined ? undefined : { pull: undefined, start: undefined, isPullKnown: false, warmUp: undefined, stop };
  const start = Math.max(0, secondsBetween(scheduled, started) - (pull ?? 0));
  const ready = conditionAt(pod, 'Ready');
  const warmUp = ready === undefined || ready < started ? undefined : answeredAfter(pod, secondsBetween(started, ready));
  return { pull: pull === 0 ? undefined : pull, start, isPullKnown: pull !== undefined, warmUp, stop };
}

function secondsBetween(from: Time, to: Time): number {
  return (to - from) / 1000;
}

function conditionAt({ status }: Pod, type: string): Time | undefined {
  const found = status?.conditions?.find((condition) => condition.type === type);
  return found?.status === 'True' ? found.lastTransitionTime : undefined;
}

/** When the last of its containers ran; of one that was started again nobody knows the first time. */
function startedAt({ spec, status }: Pod): Time | undefined {
  const statuses = status?.containerStatuses ?? [];
  if (statuses.length < spec.containers.length) return undefined;
  let last: Time | undefined;
  for (const { restartCount, state } of statuses) {
    const at = state?.running?.startedAt;
    if (at === undefined || (restartCount ?? 0) > 0) return undefined;
    last = Math.max(at, last ?? at);
  }
  return last;
}

/**
 * When the process answered, of a pod that was ready so long after its start: before the probe that said so, and after the one
 * before that. Example: probed after 5 s and then every 10 s, ready after 15 s: it answered between 5 and 15 s, about 10 s.
 */
function answeredAfter({ spec }: Pod, readyAfter: number): number | undefined {
  const probes = spec.containers.flatMap(({ readinessProbe, startupProbe }) => [readinessProbe ?? [], startupProbe ?? []].flat());
  if (probes.length === 0) return undefined;
  const delay = Math.max(...probes.map(({ initialDelaySeconds }) => initialDelaySeconds ?? 0));
  const period = Math.max(...probes.map(periodOf));
  const rest = readyAfter - Math.max(...probes.map((probe) => ((probe.successThreshold ?? 1) - 1) * periodOf(probe)));
  if (rest <= delay + 1) return Math.max(0, Math.min(rest, delay));
  return Math.max(delay, rest - period / 2);
}

function periodOf({ periodSeconds }: Probe): number {
  return periodSeconds ?? DEFAULT_PERIOD;
}
const DEFAULT_PERIOD = 10;

/** Of a pod on its way out whose containers are over: from the request to the last end. */
function stopOf({ metadata, status }: Pod): number | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return undefined;
  const asked = deletionTimestamp - deletionGracePeriodSeconds * 1000;
  const ends = (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt);
  if (ends.length === 0) return undefined;
  let last = asked;
  for (const end of ends) {
    if (end === undefined || end < asked) return undefined;
    last = Math.max(last, end);
  }
  return secondsBetween(asked, last);
}
