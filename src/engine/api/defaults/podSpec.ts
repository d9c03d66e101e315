/** Upstream: pkg/apis/core/v1/defaults.go (v1.36.4). */
import { withFields } from '../../../model/copies';
import { graceSecondsOf, POD_DEFAULTS, PROBE_DEFAULTS } from '../../../model/defaults';
import type {
  Container,
  ContainerPort,
  EnvVar,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  Probe,
} from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';
import { defaultPullPolicy } from '../../../model/pullPolicy';
import { defaultResourceList, defaultResources } from './resources';
import { defaultVolume } from './volumes';

/** The pod of a template as the server completes it. Values are given only where nothing is written. */
export function defaultPodSpec(spec: Unchecked<PodSpec>): Unchecked<PodSpec> {
  const serviceAccountName = spec.serviceAccountName ?? spec.serviceAccount;
  const defaulted: Unchecked<PodSpec> = {
    dnsPolicy: spec.dnsPolicy ?? POD_DEFAULTS.dnsPolicy,
    restartPolicy: spec.restartPolicy ?? POD_DEFAULTS.restartPolicy,
    securityContext: spec.securityContext ?? {},
    terminationGracePeriodSeconds: graceSecondsOf(spec),
    schedulerName: spec.schedulerName ?? POD_DEFAULTS.schedulerName,
  };
  return withFields(
    spec,
    defaulted,
    serviceAccountName === undefined ? undefined : { serviceAccountName, serviceAccount: serviceAccountName },
    spec.volumes && { volumes: spec.volumes.map(defaultVolume) },
    spec.containers && { containers: spec.containers.map(defaultContainer) },
    spec.initContainers && { initContainers: spec.initContainers.map(defaultContainer) },
    spec.ephemeralContainers && { ephemeralContainers: spec.ephemeralContainers.map(defaultContainer) },
    spec.overhead && { overhead: defaultResourceList(spec.overhead) },
    spec.resources && { resources: defaultResources(spec.resources) },
  );
}

function defaultContainer<T extends Unchecked<Container>>(container: T): T;
function defaultContainer(container: Unchecked<Container>): Unchecked<Container> {
  const { ports, env, resources, lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  const defaulted: Unchecked<Container> = {
    imagePullPolicy: container.imagePullPolicy ?? defaultPullPolicy(container.image ?? ''),
    terminationMessagePath: container.terminationMessagePath ?? '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy ?? 'File',
  };
  return withFields(
    container,
    defaulted,
    ports && { ports: ports.map(defaultPort) },
    env && { env: env.map(defaultEnvVar) },
    resources && { resources: defaultResources(resources) },
    lifecycle && { lifecycle: defaultLifecycle(lifecycle) },
    livenessProbe && { livenessProbe: defaultProbe(livenessProbe) },
    readinessProbe && { readinessProbe: defaultProbe(readinessProbe) },
    startupProbe && { startupProbe: defaultProbe(startupProbe) },
  );
}

function defaultPort(port: Unchecked<ContainerPort>): Unchecked<ContainerPort> {
  return port.protocol === undefined ? withFields(port, { protocol: 'TCP' }) : port;
}

function defaultEnvVar(variable: Unchecked<EnvVar>): Unchecked<EnvVar> {
  const { valueFrom } = variable;
  const { fieldRef, resourceFieldRef, fileKeyRef } = valueFrom ?? {};
  if (fieldRef === undefined && resourceFieldRef === undefined && fileKeyRef === undefined) return variable;
  return {
    ...variable,
    valueFrom: {
      ...valueFrom,
      ...(fieldRef === undefined ? {} : { fieldRef: { ...fieldRef, apiVersion: fieldRef.apiVersion ?? 'v1' } }),
      ...(resourceFieldRef === undefined
        ? {}
        : { resourceFieldRef: { ...resourceFieldRef, divisor: resourceFieldRef.divisor ?? '0' } }),
      ...(fileKeyRef === undefined ? {} : { fileKeyRef: { ...fileKeyRef, optional: fileKeyRef.optional ?? false } }),
    },
  };
}

function defaultLifecycle(lifecycle: Unchecked<Lifecycle>): Unchecked<Lifecycle> {
  const { postStart, preStop } = lifecycle;
  return {
    ...lifecycle,
    ...(postStart === undefined ? {} : { postStart: defaultHandler(postStart) }),
    ...(preStop === undefined ? {} : { preStop: defaultHandler(preStop) }),
  };
}

function defaultHandler(handler: Unchecked<LifecycleHandler>): Unchecked<LifecycleHandler> {
  return handler.httpGet === undefined ? handler : { ...handler, httpGet: defaultHTTPGet(handler.httpGet) };
}

function defaultHTTPGet(action: Unchecked<HTTPGetAction>): Unchecked<HTTPGetAction> {
  return withFields(action, { path: action.path ?? '/', scheme: action.scheme ?? 'HTTP' });
}

function defaultProbe(probe: Unchecked<Probe>): Unchecked<Probe> {
  const { httpGet, grpc } = probe;
  const defaulted: Unchecked<Probe> = {
    timeoutSeconds: probe.timeoutSeconds ?? PROBE_DEFAULTS.timeoutSeconds,
    periodSeconds: probe.periodSeconds ?? PROBE_DEFAULTS.periodSeconds,
    successThreshold: probe.successThreshold ?? PROBE_DEFAULTS.successThreshold,
    failureThreshold: probe.failureThreshold ?? PROBE_DEFAULTS.failureThreshold,
  };
  return withFields(
    probe,
    defaulted,
    httpGet && { httpGet: defaultHTTPGet(httpGet) },
    grpc && { grpc: { ...grpc, service: grpc.service ?? '' } },
  );
}
