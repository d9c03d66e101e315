import type { StandingPods } from '../engine/simulation/scenario/scenario';
import { isWorkloadKind } from '../manifest/kinds';
import { jsonAt, type JsonObject } from '../manifest/json';
import { list, object, readStringMap, text } from '../manifest/reading';
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

/**
 * Without volumes of claims: those of a StatefulSet are made for each pod, and of others nobody knows on which nodes they can be
 * used. What is asked for beside them counts.
 */
function specOf({ object: json }: Pick<WorkloadFact, 'object'>, path: readonly (string | number)[]): JsonObject {
  const spec = object(jsonAt(json, [...path, 'spec']));
  const made = list(jsonAt(json, ['spec', 'volumeClaimTemplates'])).map((claim) => text(jsonAt(claim, ['metadata', 'name'])));
  const volumes = list(spec['volumes']);
  const isClaim = (volume: unknown): boolean => object(volume as JsonObject)['persistentVolumeClaim'] !== undefined;
  const gone = new Set([...made, ...volumes.filter(isClaim).map((volume) => readStringMap(volume)['name'] ?? '')]);
  if (gone.size === 0) return spec;
  const isKept = (mount: unknown): boolean => !gone.has(readStringMap(mount as JsonObject)['name'] ?? '');
  const withoutMounts = (field: string): JsonObject =>
    spec[field] === undefined
      ? {}
      : {
          [field]: list(spec[field]).map((item) => {
            const { volumeMounts, volumeDevices, ...container } = object(item);
            return {
              ...container,
              volumeMounts: list(volumeMounts).filter(isKept),
              volumeDevices: list(volumeDevices).filter(isKept),
            };
          }),
        };
  return {
    ...spec,
    volumes: volumes.filter((volume) => !isClaim(volume)),
    ...withoutMounts('containers'),
    ...withoutMounts('initContainers'),
  };
}
