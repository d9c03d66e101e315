import type { StandingPods } from '../engine/simulation/scenario/scenario';
import { isWorkloadKind } from '../manifest/kinds';
import { jsonAt, type JsonObject, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import type { PodSpec } from '../model/apiTypes';
import type { WorkloadFact } from '../rules/facts';
import type { Standing } from '../rules/subject';
import { isRefused } from './apiServer';

/** Pods whose controller is not simulated, for a scenario. */
export function standingPods(
  fact: WorkloadFact,
  { kind, pod, inOrder }: Standing,
  count: number,
  namespace: string,
): StandingPods {
  const metadata = { name: fact.name, namespace, labels: pod.labels };
  const spec = specOf(fact, pod.path) as unknown as PodSpec;
  return { kind, count, ...(inOrder ? { inOrder } : {}), pod: { metadata, spec } };
}

/** Whether the API server would not take it: that of a StatefulSet or Pod is asked as a Deployment with the same pods. */
export function wouldBeRefused({ kind, object: json, standing }: WorkloadFact): boolean {
  if (isWorkloadKind(kind)) return isRefused(kind, json);
  if (standing === undefined) return true;
  const { restartPolicy: _policy, ...spec } = specOf({ object: json }, standing.pod.path);
  const template = { metadata: { labels: ALIKE }, spec };
  const alike = { apiVersion: 'apps/v1', metadata: { name: 'pods' }, spec: { selector: { matchLabels: ALIKE }, template } };
  return isRefused('Deployment', alike);
}

const ALIKE = { app: 'pods' };

/** Without the volumes that a StatefulSet makes for each pod: nobody but that pod has them. */
function specOf({ object: json }: Pick<WorkloadFact, 'object'>, path: readonly (string | number)[]): JsonObject {
  const spec = object(jsonAt(json, [...path, 'spec']));
  const made = list(jsonAt(json, ['spec', 'volumeClaimTemplates'])).map((claim) => text(jsonAt(claim, ['metadata', 'name'])));
  if (made.length === 0) return spec;
  const isKept = (mount: JsonValue): boolean => !made.includes(text(object(mount)['name']));
  const withoutMounts = (item: JsonValue): JsonObject => {
    const { volumeMounts, volumeDevices, ...container } = object(item);
    return { ...container, volumeMounts: list(volumeMounts).filter(isKept), volumeDevices: list(volumeDevices).filter(isKept) };
  };
  const kept = ['containers', 'initContainers'].filter((field) => spec[field] !== undefined);
  return { ...spec, ...Object.fromEntries(kept.map((field) => [field, list(spec[field]).map(withoutMounts)])) };
}
