/** Ours: what the pods of a version have shown of it, for those that will be made of it. */
import type { Pod } from '../../../model/apiTypes';
import { groupedBy } from '../../../model/groupedBy';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import { revisionHashIn } from '../../../model/wellKnown';
import { counted, formatDuration, inOneLine, plural } from '../../../model/words';
import type { PodFailure } from '../../cluster/kubelet/behaviorForm';
import { missingObjectIn, readFoundPod } from '../../cluster/kubelet/foundPod';
import { planPodRun } from '../../cluster/kubelet/podRun';

/** How the pods of a version fail, by the hash of its template. */
export interface ShownFailure {
  readonly hash: string;
  readonly failure: PodFailure;
  readonly failing: number;
  readonly all: number;
  /** `crash 4 s after their start` */
  readonly words: string;
}

/** Longer than twice a usual start, and this, is too long. */
const OVERDUE_SECONDS = 10;

export interface ShownBy {
  readonly pods: readonly Pod[];
  readonly now: Time;
  /** What was last said of pods, by their names. */
  readonly lastWords: ReadonlyMap<string, string>;
}

/** Versions of whose pods more fail than are ready: the next ones will do the same. `warmUp`: how many seconds is usual. */
export function shownFailures({ pods, now, lastWords }: ShownBy, warmUp: number): readonly ShownFailure[] {
  const live = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined && !isPodTerminal(pod));
  return [...groupedBy(live, ({ metadata }) => revisionHashIn(metadata.labels) ?? '')].flatMap(([hash, group]) => {
    const failures = group.flatMap((pod) => failureOf(pod, now, warmUp) ?? failureTold(pod, now, lastWords) ?? []);
    const ready = group.filter(isPodReady).length;
    const [failure] = failures;
    if (hash === '' || failure === undefined || failures.length <= ready) return [];
    return [{ hash, failure, failing: failures.length, all: group.length, words: failsAs(failure, failures.length) }];
  });
}

function failureOf(pod: Pod, now: Time, warmUp: number): PodFailure | undefined {
  if ((pod.spec.nodeName ?? '') === '' || isPodReady(pod)) return undefined;
  const { state, shown } = readFoundPod(pod, now);
  if (state.is === 'pullFails') return { kind: 'imagePullError' };
  if (state.is === 'lacksObject') {
    return { kind: 'missingObject', ...shown.missingObject };
  }
  if (shown.crash !== undefined) return { kind: 'crash', after: shown.crash.after() };
  if (state.is !== 'running') return undefined;
  const healthy = { neverReady: false, crashesAfter: undefined, handledBefore: 0, looksUpPorts: true, shutDown: 1 };
  const { readyAfter = 0 } = planPodRun(pod.spec, { ...healthy, answersAfter: warmUp });
  return (now - state.startedAt) / 1000 > 2 * readyAfter + OVERDUE_SECONDS ? { kind: 'neverReady' } : undefined;
}

/** Before its containers run, what is missing is told by events alone. */
function failureTold(pod: Pod, now: Time, lastWords: ReadonlyMap<string, string>): PodFailure | undefined {
  if ((pod.spec.nodeName ?? '') === '' || readFoundPod(pod, now).state.is !== 'starting') return undefined;
  const name = missingObjectIn(lastWords.get(pod.metadata.name));
  return name === undefined ? undefined : { kind: 'missingObject', name };
}

function failsAs(failure: PodFailure, count: number): string {
  const verb = (one: string, many: string): string => plural(count, one, many);
  switch (failure.kind) {
    case 'imagePullError':
      return `${verb('does', 'do')} not get ${verb('its', 'their')} image`;
    case 'missingObject':
      if (failure.says !== undefined) return `cannot be started (${inOneLine(failure.says)})`;
      return `${verb('waits', 'wait')} for ${failure.name === undefined ? 'an object that is missing' : `${failure.name}, which is missing`}`;
    case 'crash':
      return `${verb('crashes', 'crash')} ${formatDuration(failure.after as number)} after ${verb('its', 'their')} start`;
    default:
      return `${verb('does', 'do')} not get ready`;
  }
}

/** `3 of 4 pods of 6d4cf crash 4 s after their start: further ones are taken to fare the same`. */
export function shownWords({ hash, failing, all, words }: ShownFailure): string {
  return `${failing} of ${counted(all, 'pod')} of ${hash} ${words}: further ones are taken to fare the same`;
}
