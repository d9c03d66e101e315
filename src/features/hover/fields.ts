import { PROBE_DEFAULTS } from '../../model/defaults';
import { jsonAt } from '../../manifest/json';
import type { ProbeFacts } from '../../manifest/podFacts';
import type { Path } from '../../manifest/source';
import { hasCertainTimes, isCertainAt, type Field, type Workload } from '../../manifest/workload';
import { allowedStartSeconds } from '../../rules/pods';
import { counted, formatDuration } from '../../model/words';
import { formula, type RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { Assessment } from '../assessment';
import { escaped } from './markdown';
import { readinessStory, stopStory } from './stopStory';
import { describePodField, podTopicOf, type PodTopic } from './podFields';

export type Topic =
  | { readonly about: 'workload' }
  | { readonly about: 'replicas' | 'strategy' | 'type' | 'rollingUpdate' | 'maxSurge' | 'maxUnavailable' }
  | { readonly about: 'minReadySeconds' | 'progressDeadlineSeconds' | 'revisionHistoryLimit' | 'paused' | 'grace' }
  | { readonly about: 'probe'; readonly probe: string; readonly path: Path }
  | PodTopic;

const SPEC_TOPICS: ReadonlySet<string> = new Set([
  'replicas',
  'minReadySeconds',
  'progressDeadlineSeconds',
  'revisionHistoryLimit',
  'paused',
]);
const PROBES: ReadonlySet<string> = new Set(['readinessProbe', 'livenessProbe', 'startupProbe']);

/** What the hover at a path is about; undefined where there is nothing to say. */
export function topicOf(workload: Workload, path: Path): Topic | undefined {
  const [first, second, third] = path;
  if (path.length === 1 && first === 'kind') return { about: 'workload' };
  if (path.length === 2 && first === 'metadata' && second === 'name') return { about: 'workload' };
  if (first !== 'spec') return undefined;
  if (path.length === 2 && SPEC_TOPICS.has(String(second)) && hasField(workload, String(second))) {
    return { about: second } as Topic;
  }
  if (second === workload.strategyPath[1]) return strategyTopic(path);
  return second === 'template' && third === 'spec' ? podTopic(path) : undefined;
}

function hasField({ kind }: Workload, name: string): boolean {
  return kind === 'Deployment' || name === 'minReadySeconds' || name === 'revisionHistoryLimit';
}

function strategyTopic(path: Path): Topic | undefined {
  if (path.length === 2) return { about: 'strategy' };
  if (path.length === 3 && path[2] === 'type') return { about: 'type' };
  if (path[2] !== 'rollingUpdate') return undefined;
  if (path.length === 3) return { about: 'rollingUpdate' };
  if (path.length !== 4) return undefined;
  return path[3] === 'maxSurge' || path[3] === 'maxUnavailable' ? { about: path[3] } : undefined;
}

function podTopic(path: Path): Topic | undefined {
  if (path.length === 4 && path[3] === 'terminationGracePeriodSeconds') return { about: 'grace' };
  const probe = path[5];
  if ((path[3] !== 'containers' && path[3] !== 'initContainers') || typeof probe !== 'string' || !PROBES.has(probe))
    return podTopicOf(path);
  // The handler below a probe is none of our business.
  const number = path[6];
  if (path.length > 7 || (path.length === 7 && !/Seconds$|Threshold$/.test(String(number)))) return undefined;
  return { about: 'probe', probe, path: path.slice(0, 6) };
}

/** The first paragraph: what this field is and what it comes to here. */
export function describeField(topic: Topic, assessment: Assessment): string {
  const { workload, envelope } = assessment;
  switch (topic.about) {
    case 'workload':
      return `**${workload.kind}** ${nameText(workload)}`;
    case 'replicas':
      return replicasText(workload);
    case 'strategy':
    case 'type':
    case 'rollingUpdate':
      return strategyText(workload);
    case 'maxSurge':
      return boundText('maxSurge', workload, envelope);
    case 'maxUnavailable':
      return boundText('maxUnavailable', workload, envelope);
    case 'minReadySeconds':
      return minReadyText(workload);
    case 'progressDeadlineSeconds':
      return deadlineText(workload);
    case 'revisionHistoryLimit':
      return historyText(workload);
    case 'paused':
      return '**paused**: changes of the template are accepted but not rolled out until this is removed or false. Scaling still works.';
    case 'grace':
      return `${graceText(workload)}${stopStory(assessment)}`;
    case 'probe':
      return `${probeText(topic.probe, probeAt(workload, topic.path), workload)}${topic.probe === 'readinessProbe' ? readinessStory(assessment) : ''}`;
    case 'pod':
      return describePodField(topic, assessment);
  }
}

function nameText({ name, certain, fragment }: Workload): string {
  return name !== '' || certain || fragment ? escaped(name) : '(name unknown: templated)';
}

function valueText(field: Field<number | string | boolean>, { certain, fragment }: Workload): string {
  if (!field.known) return certain || fragment ? 'not known' : 'unknown: templated';
  return `${escaped(String(field.value))}${field.written ? '' : ' (default)'}`;
}

function replicasText(workload: Workload): string {
  return `**replicas**: ${valueText(workload.replicas, workload)}. This many pods are meant to run; percentages of the rollout are of this number.`;
}

const TYPES: Readonly<Record<string, string>> = {
  RollingUpdate: 'pods are replaced step by step, within the bounds below',
  Recreate: 'all old pods are removed first, then the new ones start: an outage at every rollout',
  OnDelete: 'a pod is replaced only after somebody deletes it',
};

function strategyText(workload: Workload): string {
  const { strategyType, kind } = workload;
  if (!strategyType.known) return `**${kind === 'Deployment' ? 'strategy' : 'updateStrategy'}**: not known.`;
  const meaning = Object.hasOwn(TYPES, strategyType.value) ? TYPES[strategyType.value] : 'no such strategy';
  return `**type**: ${valueText(strategyType, workload)}: ${meaning ?? ''}.`;
}

const BOUNDS = {
  maxSurge: 'this many pods may exist beyond the wanted number during the rollout',
  maxUnavailable: 'this many pods may be missing during the rollout',
};

function boundText(name: keyof typeof BOUNDS, workload: Workload, envelope: RolloutEnvelope | undefined): string {
  const what = BOUNDS[name];
  const intro = `**${name}**: ${valueText(workload[name], workload)}`;
  if (envelope === undefined) return `${intro}: ${what}.`;
  if (envelope.strategy !== 'RollingUpdate') return `${intro}. It has no effect under ${envelope.strategy}.`;
  const bound = envelope.bounds[name];
  const of = envelope.kind === 'DaemonSet' ? 'the nodes that run a pod' : 'the replicas';
  const sum =
    bound.percent === undefined
      ? ''
      : `\n\n${formula(bound, envelope.desired)} — ${envelope.kind}s round ${name} ${bound.rounding}; the percentage is of ${of}.`;
  if (envelope.refused) return `${intro}: ${what}.${sum}`;
  return `${intro} → **${counted(bound.effective, 'pod')}**: ${what}.${sum}`;
}

function minReadyText(workload: Workload): string {
  const { minReadySeconds } = workload;
  const tail =
    minReadySeconds.known && minReadySeconds.value === 0 ? ' With 0 a pod counts as available the moment it is ready.' : '';
  return `**minReadySeconds**: ${valueText(minReadySeconds, workload)}. A new pod must stay ready this long before it counts as available and the rollout goes on.${tail}`;
}

function deadlineText(workload: Workload): string {
  const { progressDeadlineSeconds, pod } = workload;
  const allowed = hasCertainTimes(workload) ? allowedStartSeconds(pod).seconds : 0;
  const probe = allowed > 0 ? ` The startup probe allows ${formatDuration(allowed)}.` : '';
  return (
    `**progressDeadlineSeconds**: ${valueText(progressDeadlineSeconds, workload)}. Without a pod becoming ready or available for this long the rollout counts as failed ` +
    `(ProgressDeadlineExceeded); nothing is rolled back, and it goes on trying.${probe}`
  );
}

function historyText(workload: Workload): string {
  const { revisionHistoryLimit, kind } = workload;
  const what = kind === 'Deployment' ? 'old ReplicaSets' : 'old ControllerRevisions';
  return `**revisionHistoryLimit**: ${valueText(revisionHistoryLimit, workload)}. This many ${what} are kept for kubectl rollout undo.`;
}

function graceText({ pod }: Workload): string {
  const value = `${pod.graceSeconds}${pod.graceWritten ? '' : ' (default)'}`;
  return `**terminationGracePeriodSeconds**: ${value}. A pod that is asked to stop is killed after this long; the preStop hook counts. Until it is gone it takes its place on the node, its volumes and its quota.`;
}

function probeAt(workload: Workload, path: Path): ProbeFacts | undefined {
  const containers = [...workload.pod.containers, ...workload.pod.initContainers];
  const container = containers.find((candidate) => candidate.path.join('/') === path.slice(0, 5).join('/'));
  const name = path[5];
  if (name === 'readinessProbe') return container?.readiness;
  return name === 'livenessProbe' ? container?.liveness : container?.startup;
}

function probeText(name: string, probe: ProbeFacts | undefined, workload: Workload): string {
  if (probe === undefined) return '';
  if (!workload.fragment && NUMBERS.some((key) => !isCertainAt(workload, [...probe.path, key])))
    return `**${name}**: its numbers are unknown: templated.`;
  const earliest = probe.initialDelaySeconds + (probe.successThreshold - 1) * probe.periodSeconds;
  const failing = probe.failureThreshold * probe.periodSeconds;
  const defaults = defaultsOf(probe, workload);
  const timing = `first asked after ${formatDuration(probe.initialDelaySeconds)}, then every ${formatDuration(probe.periodSeconds)}`;
  const texts: Readonly<Record<string, string>> = {
    readinessProbe: `the rollout waits for it: the pod is ready after ${formatDuration(earliest)} at the earliest, and not ready again after ${counted(probe.failureThreshold, 'failure')} (${formatDuration(failing)})`,
    livenessProbe: `the container is restarted after ${counted(probe.failureThreshold, 'failure')} (${formatDuration(failing)})`,
    startupProbe: `the container has ${formatDuration(probe.initialDelaySeconds + failing)} to start, then it is restarted; the other probes wait for it`,
  };
  return `**${name}**: ${timing}; ${texts[name] ?? ''}.${defaults}`;
}

const NUMBERS = Object.keys(PROBE_DEFAULTS).concat('initialDelaySeconds');

function defaultsOf(probe: ProbeFacts, workload: Workload): string {
  const written = jsonAt(workload.resource.json, probe.path);
  const absent = Object.entries(PROBE_DEFAULTS).filter(([key]) => jsonAt(written, [key]) === undefined);
  const missing = absent.map(([key, value]) => `${key} ${value}`);
  return missing.length === 0 ? '' : ` Not written, so defaults: ${missing.join(', ')}.`;
}
