import { decode } from '../engine/api/decoding/decode';
import { defaultDaemonSet, defaultDeployment } from '../engine/api/defaults/workloads';
import type { DaemonSet, Deployment } from '../engine/api/schema/apiTypes';
import { warningsForPodTemplate } from '../engine/api/validation/warnings';
import { validateDaemonSet, validateDeployment } from '../engine/api/validation/workloads';
import type { Unknowns } from '../manifest/json';
import { onOneWay, pathText } from '../manifest/source';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { ServerComplaint } from '../rules/rule';

/**
 * What the API server says about a workload's manifest when it is created: kind, decoding, validation, warnings, in this order and no further
 * than the server comes. What rests on a value that a template fills in is left out. The one place in the features that knows `engine/api`.
 */
export function complaintsAbout(workload: Workload): readonly ServerComplaint[] {
  const complaints = allComplaints(workload);
  const { unknowns } = workload.resource;
  return workload.certain ? complaints : complaints.filter(({ path }) => isFree(path, unknowns));
}

function allComplaints({ kind, resource }: Workload): readonly ServerComplaint[] {
  if (resource.apiVersion !== 'apps/v1') return [noMatch(kind, resource.apiVersion)];
  const decoded = decode(kind, resource.json);
  if (decoded.error !== undefined) return [complaint('decode', decoded.error.message, decoded.error.path)];
  const strict = decoded.strictErrors.map(({ message, path }) => complaint('strict', message, path));
  const [errors, template] = validate(kind, decoded.value);
  const invalid = errors.map(({ message, path, field, detail }): ServerComplaint => ({
    kind: 'invalid',
    message,
    path,
    field,
    detail,
  }));
  if (invalid.length > 0) return [...strict, ...invalid];
  const warnings = warningsForPodTemplate(template).map((message) => complaint('warning', message, placeOfWarning(message)));
  return [...strict, ...warnings];
}

function validate(
  kind: Workload['kind'],
  value: unknown,
): [ReturnType<typeof validateDeployment>, Parameters<typeof warningsForPodTemplate>[0]] {
  if (kind === 'Deployment') {
    const deployment = defaultDeployment(value as Deployment);
    return [validateDeployment(deployment), deployment.spec?.template ?? {}];
  }
  const daemonSet = defaultDaemonSet(value as DaemonSet);
  return [validateDaemonSet(daemonSet), daemonSet.spec?.template ?? {}];
}

function noMatch(kind: string, apiVersion: string): ServerComplaint {
  if (apiVersion === '') return complaint('decode', `apiVersion is not set; ${kind} is in apps/v1`, ['kind']);
  return complaint('decode', `no matches for kind "${kind}" in version "${apiVersion}"; since Kubernetes 1.16 it is apps/v1`, [
    'apiVersion',
  ]);
}

function complaint(kind: ServerComplaint['kind'], message: string, path: Path): ServerComplaint {
  return { kind, message, path, field: pathText(path), detail: '' };
}

/** Warnings come as sentences that begin with the field: `spec.template.spec.containers[0].ports[1]: …`. */
function placeOfWarning(message: string): Path {
  const field = /^[\w.[\]]+(?=: )/.exec(message)?.[0] ?? '';
  const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
  return steps.length === 0 ? ['kind'] : steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Whether a complaint has nothing to do with what is unknown: not above, below or beside it. */
function isFree(path: Path, { values, open }: Unknowns): boolean {
  const parent = path.slice(0, -1);
  const beside = (value: Path): boolean => value.length === path.length && onOneWay(value.slice(0, -1), parent);
  return !values.some((value) => onOneWay(value, path) || beside(value)) && !open.some((place) => onOneWay(place, path));
}
