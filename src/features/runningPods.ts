import { jsonAt, type JsonObject, type JsonValue } from '../manifest/json';
import type { Resource } from '../manifest/kinds';
import { readPod } from '../manifest/podFacts';
import { integer, list, object, text } from '../manifest/reading';
import type { Path } from '../manifest/source';
import type { Running, Standing } from '../rules/subject';

interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
}

const TEMPLATE: Path = ['spec', 'template'];

/** The pods of a Deployment or DaemonSet. */
export function runningOf({ kind, json }: Resource, { name, namespace }: Named): Running {
  const replicas = integer(jsonAt(json, ['spec', 'replicas']));
  return { kind, name, writtenNamespace: namespace, pod: readPod(json, TEMPLATE), replicas };
}

/** Of other groups there are kinds of the same names, which do something else. */
const GROUPS: Readonly<Partial<Record<string, RegExp>>> = {
  StatefulSet: /^apps\//,
  ReplicaSet: /^apps\//,
  ReplicationController: /^v1$/,
  DeploymentConfig: /^(?:apps\.openshift\.io\/|v1$)/,
  Rollout: /^argoproj\.io\//,
  Pod: /^v1$/,
  Job: /^batch\//,
  CronJob: /^batch\//,
};

/** Where others have their pods. */
const PLACES: Readonly<Partial<Record<string, Path>>> = { Pod: [], CronJob: ['spec', 'jobTemplate', 'spec', 'template'] };

/** The pods of something that is not simulated; undefined: they belong to something else, have ended, or are not told. */
export function standingOf({ kind, apiVersion, json }: Resource, { name, namespace }: Named): Standing | undefined {
  if (GROUPS[kind]?.test(apiVersion) !== true || isOwned(json) || hasEnded(json)) return undefined;
  const path = PLACES[kind] ?? TEMPLATE;
  const pod = readPod(json, path);
  if (pod.containers.length === 0) return undefined;
  return {
    kind,
    name,
    writtenNamespace: namespace,
    pod,
    replicas: podsOf(kind, json),
    atTimes: runsAtTimes(kind, json),
    inOrder: kind === 'StatefulSet' && jsonAt(json, ['spec', 'podManagementPolicy']) !== 'Parallel',
    isPinned: text(jsonAt(json, [...path, 'spec', 'nodeName'])) !== '',
  };
}

/** As kubectl prints it: what made it counts. */
function isOwned(json: JsonObject): boolean {
  return list(jsonAt(json, ['metadata', 'ownerReferences'])).some((owner) => object(owner)['controller'] === true);
}

function hasEnded(json: JsonObject): boolean {
  const { phase, conditions } = object(json['status']);
  if (phase === 'Succeeded' || phase === 'Failed') return true;
  const isDone = (condition: JsonValue): boolean => {
    const { type, status } = object(condition);
    return (type === 'Complete' || type === 'Failed') && status === 'True';
  };
  return list(conditions).some(isDone);
}

/** Undefined: as many as an autoscaler wants, or one. */
function podsOf(kind: string, json: JsonObject): number | undefined {
  if (kind === 'Pod') return 1;
  if (kind !== 'Job' && kind !== 'CronJob') return integer(jsonAt(json, ['spec', 'replicas']));
  const job = object(kind === 'Job' ? json['spec'] : jsonAt(json, ['spec', 'jobTemplate', 'spec']));
  if (job['suspend'] === true || jsonAt(json, ['spec', 'suspend']) === true) return 0;
  return Math.min(integer(job['parallelism']) ?? 1, integer(job['completions']) ?? Infinity);
}

/** They come, do something and end; nobody knows when. */
function runsAtTimes(kind: string, json: JsonObject): boolean {
  if (kind === 'Job' || kind === 'CronJob') return true;
  const { restartPolicy = 'Always', activeDeadlineSeconds } = object(json['spec']);
  const isHook = jsonAt(json, ['metadata', 'annotations', 'helm.sh/hook']) !== undefined;
  return isHook || (kind === 'Pod' && (restartPolicy !== 'Always' || activeDeadlineSeconds !== undefined));
}

/** All of it that matters to others. */
export function takenBy(running: Running | Standing | undefined, json: JsonObject): unknown {
  if (running === undefined) return undefined;
  const { pod, ...rest } = running;
  const { containers: _containers, ...placed } = object(jsonAt(json, [...pod.path, 'spec']));
  return [rest, pod.asks, pod.containers.map(({ ports }) => ports), placed];
}
