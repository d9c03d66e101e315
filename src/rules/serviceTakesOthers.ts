import { jsonAt, type JsonValue } from '../manifest/json';
import type { PodFacts, PortFacts } from '../manifest/podFacts';
import { integer, list, readStringMap, text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { listed, plural, quote } from '../model/words';
import { factText, isInNamespace, type ClusterFacts, type ServiceFact, type WorkloadFact } from './facts';
import { distanceTo, SAME_FILE, SAME_FOLDER } from './nearness';
import { isForMetrics } from './noReadiness';
import { serving } from './pods';
import { ofContainers, type Rule } from './rule';
import { othersTaken, servicesOf } from './selecting';

/** Labels that are too general: what a name of a port would keep apart, a number does not. */
export const serviceTakesOthers: Rule = {
  id: 'service-takes-others',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  title: 'a Service sends requests to pods that do not serve them',
  reads: ['spec.template.metadata', ...ofContainers('ports')],
  check: ({ workload, facts }) =>
    wronglyTaken(facts, workload).map(({ service, other, targets, declared, when }) => {
      const theirs =
        declared.length === 0 ? 'no port' : `${plural(declared.length, 'port', 'ports')} ${listed(declared.map(String))} only`;
      // Who stays and declares no port may listen on any; what runs once does so when nobody calls yet, mostly.
      const isSure = when === 'again' || (when === undefined && declared.length > 0);
      return {
        path: [...workload.pod.path, 'metadata', 'labels'],
        ...(isSure ? {} : { severity: 'information' as const }),
        message: `${factText(service)} sends requests to the pods of ${factText(other)} as well${when === undefined ? '' : ' while they run'}, which declare ${theirs}: unless they listen on ${listed(targets.map(String))}, too, their share of the requests is refused. Let the Service ask for a label that only these have.`,
        short: `Service ${quote(service.name)} takes pods of ${quote(other.name)}`,
      };
    }),
};

interface WronglyTaken {
  readonly service: ServiceFact;
  readonly other: WorkloadFact;
  /** The ports that requests are sent to. */
  readonly targets: readonly number[];
  /** Those that the others have. */
  readonly declared: readonly number[];
  /** The others come and go; undefined: they stay. */
  readonly when: 'once' | 'again' | undefined;
}

/** The first for each Service. */
export function wronglyTaken(facts: ClusterFacts, workload: Workload): readonly WronglyTaken[] {
  if (facts.isUnused) return [];
  return servicesOf(facts, workload).flatMap((service) => {
    const ports = targetsOf(service);
    // Who looks names up finds all pods, and takes those that are meant.
    const isHeadless = jsonAt(service.object, ['spec', 'clusterIP']) === 'None';
    if (isHeadless || ports.length === 0 || isForMetrics(service, workload) || !hasAny(workload.pod, ports)) return [];
    const targets = [...new Set(ports.map(({ port }) => port))];
    for (const other of othersTaken(facts, { matchLabels: service.selector }, workload).slice(0, MOST)) {
      const pod = isBeside(other, workload, facts) ? podOf(other) : undefined;
      const declared = pod === undefined ? [] : declaredBy(pod);
      const when = other.standing?.atTimes === true ? runsOf(other) : undefined;
      // Nobody has to declare a port, but whoever declares some declares those that serve.
      if (pod === undefined || when === 'apart' || hasAny(pod, ports)) continue;
      return [{ service, other, targets, declared: [...new Set(declared.map(({ containerPort }) => containerPort))], when }];
    }
    return [];
  });
}

/** What is run before anything is installed, when all is gone, or as a test, meets no users. */
function runsOf({ kind, object }: WorkloadFact): 'once' | 'again' | 'apart' {
  const annotations = readStringMap(jsonAt(object, ['metadata', 'annotations']));
  const hooks = (annotations['helm.sh/hook'] ?? '').split(',').map((hook) => hook.trim());
  if (hooks[0] !== '') return hooks.some((hook) => BESIDE.test(hook)) ? 'again' : 'apart';
  return kind === 'CronJob' || annotations['argocd.argoproj.io/hook'] !== undefined ? 'again' : 'once';
}

const BESIDE = /^(?:(?:pre|post)-(?:upgrade|rollback)|post-install)$/;

/** Of those that a Service takes: thousands may have one label. */
const MOST = 50;

interface Target {
  readonly port: number;
  readonly protocol: string;
}

/** By number. None where one goes by a name: pods that lack it get nothing there. */
function targetsOf({ object }: ServiceFact): readonly Target[] {
  const targets = list(jsonAt(object, ['spec', 'ports'])).map(targetOf);
  return targets.every((target) => target !== undefined) ? targets : [];
}

function targetOf(item: JsonValue): Target | undefined {
  const port = integer(jsonAt(item, ['targetPort']) ?? jsonAt(item, ['port']));
  return port === undefined ? undefined : { port, protocol: text(jsonAt(item, ['protocol'])) || 'TCP' };
}

function declaredBy(pod: PodFacts): readonly PortFacts[] {
  return serving(pod).flatMap(({ ports }) => ports);
}

function hasAny(pod: PodFacts, targets: readonly Target[]): boolean {
  return declaredBy(pod).some(({ containerPort, protocol }) =>
    targets.some((target) => target.port === containerPort && target.protocol === protocol),
  );
}

/** What lies further away, or has the same name, may be there instead. */
function isBeside(other: WorkloadFact, workload: Workload, { home, isSample }: ClusterFacts): boolean {
  const distance = distanceTo(home, other.uri) ?? Infinity;
  const isVariant = other.kind === workload.kind && other.name === workload.name;
  return distance <= (isSample ? SAME_FILE : SAME_FOLDER) && !isVariant && isInNamespace({ fact: other, distance }, workload);
}

/** Undefined: not known, or none of them runs. */
function podOf({ running, standing }: WorkloadFact): PodFacts | undefined {
  const subject = running ?? standing;
  return subject === undefined || subject.replicas === 0 ? undefined : subject.pod;
}
