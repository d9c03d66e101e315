import { jsonAt, type JsonValue } from '../manifest/json';
import type { ServiceFact } from './facts';
import { list, text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { isInMesh } from './mesh';
import { serving } from './pods';
import { readinessFix, waitFix } from './probeFixes';
import { ofContainers, type Rule, type RuleContext, type Severity } from './rule';
import { servicesOf } from './selecting';
import { formatDuration, quote } from '../model/words';

export const noReadiness: Rule = {
  id: 'no-readiness',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'nothing tells when a new pod is ready',
  reads: [
    'spec.minReadySeconds',
    'spec.template.metadata',
    'spec.template.spec.readinessGates',
    ...ofContainers('readinessProbe', 'startupProbe', 'ports', 'command', 'args'),
  ],
  check: (context) => {
    const { workload, facts } = context;
    const { pod, minReadySeconds } = workload;
    if (minReadySeconds.value > 0 || pod.containers.length === 0) return [];
    if (serving(pod).some((container) => container.readiness !== undefined || container.startup !== undefined)) return [];
    if (jsonAt(workload.resource.json, [...pod.path, 'spec', 'readinessGates']) !== undefined) return [];
    // Istio's injection gives a container of this image all that it lacks, a readiness probe among it.
    if (serving(pod).some(({ image }) => image === 'auto')) return [];
    const services = servicesOf(facts, workload);
    const service = services.find((other) => !isForMetrics(other, workload)) ?? services[0];
    const { podWarmUpSeconds } = context.assumptions;
    const meshed = isInMesh(facts, workload);
    const soon = meshed ? "its mesh's proxy is ready" : 'it runs';
    const unanswered =
      podWarmUpSeconds === 0 || meshed ? '' : `: all fail until it answers (assumed: ${formatDuration(podWarmUpSeconds)})`;
    const then = service === undefined ? '' : `, and Service ${quote(service.name)} sends it requests${unanswered}`;
    return [
      {
        path: pod.containers[0]?.path ?? pod.path,
        severity: severityFor(context, service),
        message: `Nothing tells when a new pod is ready: without a readiness probe it counts as available as soon as ${soon}${then}. Add a readinessProbe, or the rollout goes on before the application answers.`,
        short: 'no readiness probe',
        fixes: [readinessFix(workload), waitFix(workload)],
      },
    ];
  },
};

function severityFor({ workload, envelope, autoscaler, facts }: RuleContext, service: ServiceFact | undefined): Severity {
  const { kind, replicas, strategyType, pod } = workload;
  if (envelope?.desired === 0) return 'hint';
  const isListening = serving(pod).some(({ ports }) => ports.length > 0);
  const isFleet = kind === 'Deployment' ? replicas.value > 1 : strategyType.value !== 'OnDelete';
  if (service === undefined) return isFleet && isListening ? 'information' : 'hint';
  // Who runs one pod goes without it whenever its node or the pod itself fails.
  const isRedundant = isFleet || !replicas.known || (autoscaler?.maxReplicas ?? 1) > 1;
  const isRolling = kind === 'Deployment' && strategyType.value !== 'Recreate' && isRedundant;
  const isMinor = isForMetrics(service, workload) || isIdle(workload) || isDemo(workload) || isInMesh(facts, workload);
  return isRolling && !isMinor ? 'warning' : 'information';
}

/** All that is fetched are numbers, again and again: one that is missing hurts nobody. */
export function isForMetrics({ name, object }: ServiceFact, { pod, resource }: Workload): boolean {
  if (METRICS.test(name)) return true;
  const scraped = jsonAt(resource.json, [...pod.path, 'metadata', 'annotations', 'prometheus.io/port']);
  const ports = list(jsonAt(object, ['spec', 'ports']));
  return ports.length > 0 && ports.every((port) => isMetricsPort(port, scraped));
}

function isMetricsPort(port: JsonValue, scraped: JsonValue | undefined): boolean {
  const [label, number, target = number] = ['name', 'port', 'targetPort'].map((key) => jsonAt(port, [key]));
  return METRICS.test(text(label)) || METRICS.test(text(target)) || (typeof target === 'number' && scraped === String(target));
}

export function isMetricsName(name: string): boolean {
  return METRICS.test(name);
}

const METRICS = /metrics|prometheus-servicemonitor|^(?:tcp-)?prom(?:etheus)?$/i;

/** Images that answer with a greeting, or with what they were asked. */
const DEMO =
  /(?:^|\/)(?:httpbin|echo-?server|http-echo|echo|hello-?(?:world|app|node|kubernetes)?|whoami|fake-?service|kuard|[\w.-]{1,99}[-_](?:demo|example|sample))(?::|@|$)/;

/** A web server as it comes, with nothing of its own to serve: its welcome page. */
const BARE = /^(?:docker\.io\/)?(?:library\/)?(?:nginx|httpd)(?::|@|$)/;

function isDemo({ pod, resource }: Workload): boolean {
  return pod.containers.every(({ path, image }) => {
    const isAsItComes = ['volumeMounts', 'env', 'envFrom', 'command', 'args'].every(
      (field) => list(jsonAt(resource.json, [...path, field])).length === 0,
    );
    return DEMO.test(image) || (isAsItComes && BARE.test(image));
  });
}

/** Containers that only wait to be entered by somebody, or stand for what is to come. */
export function isIdle({ pod, resource }: Workload): boolean {
  return pod.containers.every(({ path, ports }) => {
    const words = ['command', 'args'].flatMap((field) => list(jsonAt(resource.json, [...path, field]))).map(text);
    if (ports.length > 0) return words.length <= MAX_WORDS && STANDS_IN.test(words.at(-1) ?? '');
    return words.some((word) => /^(?:\/bin\/)?(?:sleep|tail)\b/.test(word));
  });
}

/** `sh`, `-c` and a script. */
const MAX_WORDS = 3;
/** Nothing but words to the log and a long sleep. */
const STANDS_IN = /^\s*(?:echo [^;&|\n]{0,200}(?:;|&&|\n)\s*){0,5}(?:sleep \w{1,9}|tail -f \/dev\/null);?\s*$/;
