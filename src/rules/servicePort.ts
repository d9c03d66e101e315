import { isJsonObject, jsonAt, type JsonValue } from '../manifest/json';
import type { PortFacts } from '../manifest/podFacts';
import { integer, list, object, text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { factsInNamespace, type ClusterFacts, type IngressFact, type ServiceFact, type WorkloadFact } from './facts';
import { distanceTo } from './nearness';
import { isForMetrics } from './noReadiness';
import { serving } from './pods';
import { ofContainers, type Finding, type Fix, type Rule } from './rule';
import { othersTaken, servicesOf } from './selecting';
import { quote } from '../model/words';

export const servicePort: Rule = {
  id: 'service-port',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  title: 'a Service or an Ingress asks for a port that is not there',
  reads: ['spec.template.metadata', ...ofContainers('ports')],
  check: ({ workload, facts }) =>
    servicesOf(facts, workload).flatMap((service) => {
      const found = [
        ...missedPorts(service, workload, service.uri === facts.home),
        ...missedByIngresses(service, workload, facts),
      ];
      if (found.length === 0) return [];
      const others = othersTaken(facts, { matchLabels: service.selector }, workload);
      // A patch may bring the port.
      if (others.some(({ labels }) => labels === undefined)) return [];
      if (others.length > 0) return found.map((finding) => ({ ...finding, severity: 'hint' as const }));
      // A metric that nobody can fetch hurts no user.
      const isMild = isMetInBuild(service, facts) || isPatched(workload, facts) || isForMetrics(service, workload);
      return isMild ? found.map((finding) => ({ ...finding, severity: 'information' as const })) : found;
    }),
};

/** A base and a Service of another folder meet where a kustomization builds both, and that may patch a port in. */
function isMetInBuild({ uri }: ServiceFact, { home, kustomized }: ClusterFacts): boolean {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
  return kustomized.isBase && folderOf(uri) !== folderOf(home);
}

/** What others build on may get the port where a patch of it lies. */
function isPatched({ kind, name }: Workload, { kustomized, workspace }: ClusterFacts): boolean {
  if (!kustomized.isBuiltOn) return false;
  const isPatch = ({ labels, selector }: WorkloadFact): boolean => labels === undefined || selector === undefined;
  return (workspace?.workloads() ?? []).some((other) => other.kind === kind && other.name === name && isPatch(other));
}

function portsOf({ object: json }: ServiceFact): readonly Readonly<Record<string, JsonValue>>[] {
  return list(jsonAt(json, ['spec', 'ports'])).map(object);
}

function missedPorts(service: ServiceFact, workload: Workload, isOfSameFile: boolean): Finding[] {
  const ports = portsOf(service);
  const declared = serving(workload.pod).flatMap((container) => container.ports);
  return ports.flatMap((port) => {
    const target = port['targetPort'] ?? port['port'];
    const candidates = declared.filter(({ protocol }) => protocol === (text(port['protocol']) || 'TCP'));
    // A number in quotes is a name by its type, and one that no port can have; `PORT` is filled in before.
    if (typeof target === 'string' && /[a-z]/.test(target)) {
      return candidates.some(({ name }) => name === target) ? [] : [unnamed(service, port, candidates, workload)];
    }
    const number = integer(target);
    const isDeclared = candidates.some(({ containerPort }) => containerPort === number);
    if (number === undefined || isDeclared || !isOfSameFile || ports.length > 1 || candidates.length === 0) return [];
    if (isForMetrics(service, workload)) return [];
    return [undeclared(service, number, candidates)];
  });
}

function unnamed(
  service: ServiceFact,
  port: Readonly<Record<string, JsonValue>>,
  candidates: readonly PortFacts[],
  { pod }: Workload,
): Finding {
  const target = text(port['targetPort']);
  const own = integer(port['port']) ?? quote(text(port['name']));
  const known = candidates.filter(({ name }) => name !== '').map(({ name }) => quote(name));
  const [only, ...others] = candidates;
  // The only port can only be the one that is meant, if it has no name that somebody else may use.
  const isMeant = only?.name === '' && others.length === 0;
  const fix: Fix | undefined = isMeant
    ? {
        title: `Name port ${only.containerPort} ${quote(target)}`,
        edits: [{ op: 'set', path: [...only.path, 'name'], value: target }],
      }
    : undefined;
  return {
    path: only?.path.slice(0, -1) ?? pod.containers[0]?.path ?? pod.path,
    message: `Service ${quote(service.name)} gets no answer from these pods on its port ${own}: it sends to port ${quote(target)}, which no container names${known.length === 0 ? '' : ` (they name ${known.join(', ')})`}.`,
    short: `no port ${quote(target)} for Service ${quote(service.name)}`,
    ...(fix === undefined ? {} : { fixes: [fix] }),
  };
}

function undeclared({ name }: ServiceFact, number: number, candidates: readonly PortFacts[]): Finding {
  return {
    path: candidates[0]?.path.slice(0, -1) ?? [],
    severity: 'hint',
    message: `Service ${quote(name)} sends to port ${number}, the containers declare ${candidates.map(({ containerPort }) => containerPort).join(', ')} only: unless one of them listens on ${number} as well, requests are refused.`,
    short: `port ${number} of Service ${quote(name)} is not declared`,
  };
}

function missedByIngresses(service: ServiceFact, workload: Workload, facts: ClusterFacts): Finding[] {
  const ports = portsOf(service);
  if (ports.length === 0) return [];
  const known = ports.flatMap(({ port, name }) => [port, name]);
  const targets = ports.map(({ targetPort }) => targetPort);
  const missing = (ingress: IngressFact): string | number | undefined =>
    backendsOf(ingress.object).find(
      (backend) =>
        backend.service === service.name &&
        !known.includes(backend.port) &&
        !(takesTargets(ingress) && targets.includes(backend.port)),
    )?.port;
  const has = ports.map(({ port, name }) => `${integer(port) ?? '?'}${text(name) === '' ? '' : ` (${text(name)})`}`).join(', ');
  const isMeant = (ingress: IngressFact): boolean => missing(ingress) !== undefined && !hasNamesake(ingress, service, facts);
  return factsInNamespace(facts, 'ingress', workload, isMeant).map((ingress) => ({
    path: [...workload.pod.path, 'metadata', 'labels'],
    message: `Ingress ${quote(ingress.name)} gets no answer from these pods: it asks for port ${missing(ingress) ?? ''} of Service ${quote(service.name)}, which has ${has} only.`,
    short: `Ingress ${quote(ingress.name)} asks for a port that is not there`,
  }));
}

/** Whether ingress-nginx serves it: that finds a port of a Service by its `targetPort`, too. */
function takesTargets({ object: json }: IngressFact): boolean {
  const annotations = jsonAt(json, ['metadata', 'annotations']);
  return /nginx/.test(JSON.stringify([jsonAt(json, ['spec', 'ingressClassName']), annotations]));
}

/** Whether another Service of the name is as near to the Ingress: it may be meant as well. */
function hasNamesake({ uri }: IngressFact, { uri: own, name }: ServiceFact, { bySort }: ClusterFacts): boolean {
  const distance = distanceTo(uri, own) ?? Infinity;
  return (bySort.get('service') ?? []).some(
    ({ fact }) => fact.name === name && fact.uri !== own && (distanceTo(uri, fact.uri) ?? Infinity) <= distance,
  );
}

/** Every Service and port that an Ingress names, in its spec of today and that of before v1. */
function backendsOf(value: JsonValue): readonly { readonly service: string; readonly port: string | number }[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(backendsOf);
  if (!isJsonObject(value)) return [];
  const below = Object.values(value).flatMap(backendsOf);
  const { number, name } = object(jsonAt(value, ['service', 'port']));
  const port = number ?? name ?? value['servicePort'];
  const service = text(value['serviceName']) || text(jsonAt(value, ['service', 'name']));
  return service === '' || (typeof port !== 'string' && typeof port !== 'number') ? below : [...below, { service, port }];
}
