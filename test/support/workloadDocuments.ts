import {
  applyDefaults,
  encodeWorkload,
  prepareForCreate,
  validateCreate,
  warningsForCreate,
} from '../../src/engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../../src/engine/api/admission/decodeWorkload';
import type { FieldError } from '../../src/engine/api/validation/common/field';

export type Json = Record<string, unknown>;

/** A Deployment that the server accepts, with parts of its spec, pod or container replaced. */
export function deploymentJson(change: { spec?: Json; pod?: Json; container?: Json } = {}): Json {
  const container = { name: 'web', image: 'nginx:1.25', ...change.container };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container], ...change.pod } },
      ...change.spec,
    },
  };
}

export function daemonSetJson(spec: Json = {}): Json {
  const { spec: deploymentSpec, metadata } = deploymentJson() as { spec: Json; metadata: Json };
  return { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { ...deploymentSpec, ...spec } };
}

/** The object as the server would store it if it were valid. */
export function admitted<K extends WorkloadKind>(kind: K, json: Json): WorkloadOf[K] {
  const { object, decodeError } = decodeWorkload(kind, json);
  if (object === undefined) throw new Error(`Not decodable: ${decodeError?.message ?? ''}`);
  return prepareForCreate(kind, applyDefaults(kind, object));
}

export function errorsOf(kind: WorkloadKind, json: Json): FieldError[] {
  return validateCreate(kind, admitted(kind, json));
}

/** The error lines without the way to the pod, which is the same in all of them. */
export function podErrors(change: { pod?: Json; container?: Json }): string[] {
  return errorsOf('Deployment', deploymentJson(change)).map((error) => error.message.replace('spec.template.spec.', ''));
}

export function podWarnings(change: { pod?: Json; container?: Json }): string[] {
  return warningsForCreate('Deployment', admitted('Deployment', deploymentJson(change))).map((warning) =>
    warning.replaceAll('spec.template.spec.', ''),
  );
}

/** The first container as a GET returns it. */
export function storedPod(change: { pod?: Json; container?: Json }): Json {
  const json = encodeWorkload('Deployment', admitted('Deployment', deploymentJson(change)));
  return (json['spec'] as { template: { spec: Json } }).template.spec;
}
