/** Upstream: pkg/controller/daemon/util/daemonset_util.go (v1.36.4). */
import { withFields } from '../../../model/copies';
import { scaledValue } from '../../../model/intOrPercent';
import type {
  Affinity,
  DaemonSetUpdateStrategy,
  NodeSelector,
  Pod,
  PodSpec,
  PodTemplateSpec,
  StringMap,
  Toleration,
} from '../../../model/apiTypes';
import { OBJECT_NAME_FIELD } from '../../../model/scheduling';
import { CONTROLLER_REVISION_HASH_LABEL, daemonTolerations, TEMPLATE_GENERATION_LABEL } from '../../../model/wellKnown';

/**
 * The template generation that the API server counts in an annotation, from that text, as the pods' label spells it; undefined
 * when there is none or it is no number.
 */
export function getTemplateGeneration(text: string | undefined): string | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const generation = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, generation) === generation ? String(generation) : undefined;
}

export function addOrUpdateDaemonPodTolerations(spec: Pick<PodSpec, 'tolerations' | 'hostNetwork'>): readonly Toleration[] {
  return daemonTolerations(spec.hostNetwork === true).reduce(addOrUpdateToleration, spec.tolerations ?? []);
}

/** Tolerations for the same thing are replaced; one that is quite equal leaves the whole list as it is. */
function addOrUpdateToleration(tolerations: readonly Toleration[], wanted: Toleration): readonly Toleration[] {
  const matching = tolerations.filter((toleration) => matchesToleration(toleration, wanted));
  if (matching.length === 0) return [...tolerations, wanted];
  if (matching.some((toleration) => toleration.tolerationSeconds === undefined)) return tolerations;
  return tolerations.map((toleration) => (matching.includes(toleration) ? wanted : toleration));
}

function matchesToleration(a: Toleration, b: Toleration): boolean {
  return (
    (a.key ?? '') === (b.key ?? '') &&
    (a.effect ?? '') === (b.effect ?? '') &&
    (a.operator ?? '') === (b.operator ?? '') &&
    (a.value ?? '') === (b.value ?? '')
  );
}

/** The template with the tolerations of a daemon pod and the labels that say what it was made from. */
export function createPodTemplate(template: PodTemplateSpec, generation: string | undefined, hash: string): PodTemplateSpec {
  const labels = withFields<StringMap>(
    template.metadata?.labels ?? {},
    generation === undefined ? undefined : { [TEMPLATE_GENERATION_LABEL]: generation },
    hash === '' ? undefined : { [CONTROLLER_REVISION_HASH_LABEL]: hash },
  );
  return withFields(template, {
    metadata: withFields(template.metadata ?? {}, { labels }),
    spec: withFields(template.spec, { tolerations: addOrUpdateDaemonPodTolerations(template.spec) }),
  });
}

/** Whether more than one pod may be on a node during an update. */
export function allowsSurge(strategy: DaemonSetUpdateStrategy | undefined): boolean {
  const maxSurge = rollingUpdateOf(strategy)?.maxSurge ?? 0;
  return (scaledValue(maxSurge, 1, true) ?? 0) > 0;
}

/** The bounds of a rolling update; undefined under another strategy. */
export function rollingUpdateOf(strategy: DaemonSetUpdateStrategy | undefined): DaemonSetUpdateStrategy['rollingUpdate'] {
  return strategy?.type === 'RollingUpdate' ? strategy.rollingUpdate : undefined;
}

/** A pod is up to date by its hash label or by its template generation label. */
export function isPodUpdated(labels: StringMap | undefined, hash: string, templateGeneration: string | undefined): boolean {
  if (hash !== '' && labels?.[CONTROLLER_REVISION_HASH_LABEL] === hash) return true;
  return templateGeneration !== undefined && labels?.[TEMPLATE_GENERATION_LABEL] === templateGeneration;
}

/** The affinity that pins a pod to its node, in the place of whatever node affinity the template requires. */
export function replaceDaemonSetPodNodeNameNodeAffinity(affinity: Affinity | undefined, nodeName: string): Affinity {
  const pinned: NodeSelector = {
    nodeSelectorTerms: [{ matchFields: [{ key: OBJECT_NAME_FIELD, operator: 'In', values: [nodeName] }] }],
  };
  const { nodeAffinity } = affinity ?? {};
  return withFields(affinity ?? {}, {
    nodeAffinity: withFields(nodeAffinity ?? {}, { requiredDuringSchedulingIgnoredDuringExecution: pinned }),
  });
}

/** The node that a daemon pod is on or is meant for; throws when its spec does not say. */
export function getTargetNodeName(pod: Pod): string {
  const { nodeName = '' } = pod.spec;
  if (nodeName !== '') return nodeName;
  const label = `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) {
    throw new Error(`no spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution for pod ${label}`);
  }
  return nodeNameOfTerms(required, label);
}

function nodeNameOfTerms(required: NodeSelector, label: string): string {
  // A null list comes from JSON.
  const terms = (required.nodeSelectorTerms as NodeSelector['nodeSelectorTerms'] | null | undefined) ?? [];
  if (terms.length === 0) {
    throw new Error(`no nodeSelectorTerms in requiredDuringSchedulingIgnoredDuringExecution of pod ${label}`);
  }
  for (const { matchFields = [] } of terms) {
    const pin = matchFields.find(({ key, operator }) => key === OBJECT_NAME_FIELD && operator === 'In');
    if (pin === undefined) continue;
    const [name, ...others] = pin.values ?? [];
    if (name !== undefined && others.length === 0) return name;
    throw new Error(`the matchFields value of '${OBJECT_NAME_FIELD}' is not unique for pod ${label}`);
  }
  throw new Error(`no node name found for pod ${label}`);
}
