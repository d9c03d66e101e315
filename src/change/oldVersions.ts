/**
 * Upstream: pkg/apis/{apps,extensions}/v1beta1/defaults.go (v1.15, the last that served them). What was applied in a version
 * that is gone still runs, with what that version made of the fields that nobody wrote.
 */
import type { WorkloadKind } from '../engine/api/admission/decodeWorkload';

type Json = Readonly<Record<string, unknown>>;

const NO_LIMIT = 2 ** 31 - 1;

/** The object as a newer version of the API shows it; the same one where its version is not old. */
export function asOldServersStored(kind: WorkloadKind, json: Json): Json {
  const { apiVersion, spec } = json;
  if ((apiVersion !== 'extensions/v1beta1' && apiVersion !== 'apps/v1beta1') || !isObject(spec)) return json;
  const labels = labelsOf(spec['template']);
  const { selector = labels === undefined ? undefined : { matchLabels: labels } } = spec;
  const filled = { ...spec, selector };
  return { ...json, spec: kind === 'DaemonSet' ? daemonSetSpec(filled) : deploymentSpec(filled, apiVersion) };
}

/** Nothing was replaced unless somebody asked for it. */
function daemonSetSpec(spec: Json): Json {
  const strategy = objectIn(spec['updateStrategy']);
  return { ...spec, updateStrategy: { ...strategy, type: strategy['type'] ?? 'OnDelete' } };
}

function deploymentSpec(spec: Json, apiVersion: string): Json {
  const { progressDeadlineSeconds, revisionHistoryLimit } = spec;
  if (apiVersion === 'apps/v1beta1') return { ...spec, revisionHistoryLimit: revisionHistoryLimit ?? 2 };
  const strategy = objectIn(spec['strategy']);
  const bounds = { maxSurge: 1, maxUnavailable: 1, ...objectIn(strategy['rollingUpdate']) };
  return {
    ...spec,
    ...(strategy['type'] === 'Recreate' ? {} : { strategy: { ...strategy, rollingUpdate: bounds } }),
    progressDeadlineSeconds: progressDeadlineSeconds ?? NO_LIMIT,
    revisionHistoryLimit: revisionHistoryLimit ?? NO_LIMIT,
  };
}

function labelsOf(template: unknown): unknown {
  return objectIn(objectIn(template)['metadata'])['labels'];
}

function objectIn(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
