import type { ContainerFacts } from '../../manifest/podFacts';
import type { Path } from '../../manifest/source';
import { isCertainAt, type Workload } from '../../manifest/workload';
import { defaultPullPolicy } from '../../model/pullPolicy';
import { podRequestNumbers } from '../../model/podResources';
import { resolvePriority } from '../../model/priority';
import { counted, formatBytes, formatCpu, formatDuration, listed } from '../../model/words';
import type { RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { Assessment } from '../assessment';
import { priorityClassesOf } from '../../rules/facts';
import { needsNodeEach } from '../../rules/pods';
import { escaped } from './markdown';
import { stopStory } from './stopStory';

/** A field of the pod template that bears on the rollout. */
export interface PodTopic {
  readonly about: 'pod';
  readonly field: PodField;
  readonly path: Path;
}

type PodField = keyof typeof TEXTS;
type Describe = (workload: Workload, assessment: Assessment, path: Path) => string;

/** What a field of the template means for the rollout, with the numbers of this one. */
const TEXTS = {
  image: (workload, { envelope }, path) =>
    `**image**: ${pullText(containerAt(workload, path))}. Another image is another template: ${replacedText(envelope)}.`,
  imagePullPolicy: (workload, _assessment, path) => `**imagePullPolicy**: ${pullText(containerAt(workload, path))}.`,
  lifecycle: (workload, assessment, path) => lifecycleText(assessment, containerAt(workload, path)),
  hostPort: (_workload, { envelope }) =>
    `**hostPort**: a node has each of its ports once, so no two pods with this one share a node. ${nodesText(envelope)}`,
  resources: (workload, { envelope }) => resourcesText(workload, envelope),
  affinity: (workload, { envelope }) => affinityText(workload, envelope),
  topologySpreadConstraints: ({ pod: { requiredSpread } }) =>
    requiredSpread.length === 0
      ? '**topologySpreadConstraints**: a preference (ScheduleAnyway). It never keeps a pod from starting.'
      : `**topologySpreadConstraints**: ${spreadWords(requiredSpread)}. A new pod that would break that waits, and the rollout with it; the old pods count too, unless matchLabelKeys names pod-template-hash.`,
  tolerations: ({ pod: { tolerations } }) =>
    `**tolerations**: ${counted(tolerations.length, 'entry', 'entries')}. They let pods onto tainted nodes, they draw none there. A toleration of a NoExecute taint with tolerationSeconds decides how long pods stay on a node that is lost.`,
  nodeSelector: (_workload, { nodes: { count, known } }) =>
    `**nodeSelector**: only nodes with all of these labels take the pods${known ? `: ${counted(count, 'node')} here` : ''}.`,
  volumes: ({ pod: { claims } }) => volumesText(claims.map(({ claimName }) => claimName)),
  priorityClassName: (workload, { surroundings: { facts } }) => {
    const known = priorityClassesOf(facts, workload).map(({ stored }) => stored);
    const priority = resolvePriority(workload.pod.priorityClassName, known);
    const value = priority === undefined ? 'its value is in no file of this workspace' : `priority ${priority.value}`;
    return `**priorityClassName**: ${escaped(workload.pod.priorityClassName)}, ${value}. Where room is short, pods of lower priority are evicted for these, and these for pods of higher priority.`;
  },
} as const satisfies Readonly<Record<string, Describe>>;

const CONTAINER_FIELDS: ReadonlySet<string> = new Set(['image', 'imagePullPolicy', 'lifecycle', 'resources']);

/** The field of the template that a path is in; undefined where it has no bearing on the rollout. */
export function podTopicOf(path: Path): PodTopic | undefined {
  const [field, , inContainer, , inPort] = path.slice(3).map(String);
  if (field === 'containers' || field === 'initContainers') {
    if (inContainer === 'ports')
      return inPort === 'hostPort' && path.length === 8 ? { about: 'pod', field: 'hostPort', path } : undefined;
    if (inContainer === undefined || !CONTAINER_FIELDS.has(inContainer)) return undefined;
    return { about: 'pod', field: inContainer as PodField, path };
  }
  if (field === undefined || !Object.hasOwn(TEXTS, field) || CONTAINER_FIELDS.has(field) || field === 'hostPort')
    return undefined;
  if (field === 'volumes' && path.length > 4 && !path.includes('persistentVolumeClaim')) return undefined;
  return { about: 'pod', field: field as PodField, path };
}

export function describePodField({ field, path }: PodTopic, assessment: Assessment): string {
  const { workload } = assessment;
  if (!isCertainAt(workload, path)) return `**${field}**: unknown, templated.`;
  const describe: Describe = TEXTS[field];
  return describe(workload, assessment, path);
}

function containerAt({ pod }: Workload, path: Path): ContainerFacts | undefined {
  const at = path.slice(0, 5).join('/');
  return [...pod.containers, ...pod.initContainers].find((container) => container.path.join('/') === at);
}

function pullText(container: ContainerFacts | undefined): string {
  const { image = '', imagePullPolicy: written = '' } = container ?? {};
  const policy = written === '' ? defaultPullPolicy(image) : written;
  const origin = written === '' ? ' (default)' : '';
  const meanings: Readonly<Record<string, string>> = {
    Always: 'each start asks the registry, so what runs may differ between pods of one version when the tag moves',
    IfNotPresent: 'a node that has an image of this name does not ask for it again',
    Never: 'only nodes that have the image already can start the pod',
  };
  return `${escaped(image)}, pulled ${escaped(policy)}${origin}: ${meanings[policy] ?? 'no such policy'}`;
}

function replacedText(envelope: RolloutEnvelope | undefined): string {
  if (envelope === undefined || envelope.refused) return 'every pod is replaced';
  if (envelope.strategy === 'OnDelete') return 'each pod is replaced once somebody deletes it';
  return `${envelope.desired === 1 ? 'the pod is' : `all ${counted(envelope.desired, 'pod')} are`} replaced`;
}

function lifecycleText(assessment: Assessment, container: ContainerFacts | undefined): string {
  const { pod } = assessment.workload;
  const story = stopStory(assessment);
  const preStop = container?.preStop;
  if (preStop === undefined)
    return `**lifecycle**: no preStop hook. The process gets SIGTERM at the moment in which the pod is taken out of its Services: requests that are still sent to it can fail.${story}`;
  const sleep = preStop.sleepSeconds === undefined ? '' : ` It sleeps ${formatDuration(preStop.sleepSeconds)}.`;
  return `**lifecycle**: preStop runs before SIGTERM, while Services forget the pod.${sleep} Hook and shutdown together have ${formatDuration(pod.graceSeconds)}${pod.graceWritten ? '' : ' (default)'} of grace.${story}`;
}

function nodesText(envelope: RolloutEnvelope | undefined): string {
  if (envelope === undefined || envelope.kind === 'DaemonSet')
    return 'A new daemon pod waits until the old one on its node has gone.';
  const { desired, surge, unavailable } = envelope;
  if (surge === 0) return `${counted(desired, 'pod')} need as many nodes.`;
  const fewer = unavailable > 0 ? 'the extra ones wait until old ones have gone' : 'the rollout stalls';
  return `${counted(desired, 'pod')} and ${surge} extra during a rollout take ${counted(desired + surge, 'node')}; with fewer ${fewer}.`;
}

function resourcesText(workload: Workload, envelope: RolloutEnvelope | undefined): string {
  const { milliCPU, memory } = podRequestNumbers(workload.pod.asks);
  const amount = (pods: number): string =>
    listed([
      ...(milliCPU > 0 ? [`${formatCpu(milliCPU * pods)} CPU`] : []),
      ...(memory > 0 ? [`${formatBytes(memory * pods)} memory`] : []),
    ]);
  if (amount(1) === '') return '**resources**: the pod requests nothing, so the scheduler puts it anywhere and evicts it first.';
  const extra =
    envelope === undefined || envelope.surge === 0
      ? ''
      : ` A rollout needs room for ${counted(envelope.surge, 'extra pod')} meanwhile: ${amount(envelope.surge)} more.`;
  return `**resources**: each pod requests ${amount(1)}.${extra}`;
}

function affinityText(workload: Workload, envelope: RolloutEnvelope | undefined): string {
  const { requiredAntiAffinity, nodeAffinity } = workload.pod;
  const keys = [...new Set(requiredAntiAffinity.map(({ topologyKey }) => escaped(topologyKey)))];
  const nodes = needsNodeEach(workload) ? ` ${nodesText(envelope)}` : '';
  const parts = [
    ...(keys.length > 0
      ? [`required anti-affinity keeps matching pods apart by ${listed(keys)}, old ones and new ones alike.${nodes}`]
      : []),
    ...(nodeAffinity === undefined ? [] : ['required node affinity: only nodes that match take the pods.']),
  ];
  return `**affinity**: ${parts.length === 0 ? 'preferences only, or towards pods. Preferences never keep a pod from starting.' : parts.join(' ')}`;
}

function spreadWords(constraints: readonly { readonly topologyKey: string; readonly maxSkew: number }[]): string {
  return listed(
    constraints.map(
      ({ topologyKey, maxSkew }) => `no two ${escaped(topologyKey)} may differ by more than ${counted(maxSkew, 'pod')}`,
    ),
  );
}

function volumesText(claims: readonly string[]): string {
  if (claims.length === 0) return '**volumes**: none of them is a claim, so none ties a pod to a node or to its predecessor.';
  return `**volumes**: ${listed(claims.map((name) => escaped(name === '' ? 'a templated claim' : name)))}. A ReadWriteOnce claim is attached to one node at a time: a new pod on another node waits until the old pods have gone.`;
}
