/** Upstream: pkg/apis/core/v1/defaults.go (v1.36.4). */
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
  return {
    ...spec,
    dnsPolicy: spec.dnsPolicy ?? POD_DEFAULTS.dnsPolicy,
    restartPolicy: spec.restartPolicy ?? POD_DEFAULTS.restartPolicy,
    securityContext: spec.securityContext ?? {},
    terminationGracePeriodSeconds: graceSecondsOf(spec),
    schedulerName: spec.schedulerName ?? POD_DEFAULTS.schedulerName,
    ...(serviceAccountName === undefined ? {} : { serviceAccountName, serviceAccount: serviceAccountName }),
    ...(spec.volumes === undefined ? {} : { volumes: spec.volumes.map(defaultVolume) }),
    ...(spec.containers === undefined ? {} : { containers: spec.containers.map(defaultContainer) }),
    ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(defaultContainer) }),
    ...(spec.ephemeralContainers === undefined ? {} : { ephemeralContainers: spec.ephemeralContainers.map(defaultContainer) }),
    ...(spec.overhead === undefined ? {} : { overhead: defaultResourceList(spec.overhead) }),
    ...(spec.resources === undefined ? {} : { resources: defaultResources(spec.resources) }),
  };
}

function defaultContainer<T extends Unchecked<Container>>(container: T): T {
  const { ports, env, resources, lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  return {
    ...container,
    imagePullPolicy: container.imagePullPolicy ?? defaultPullPolicy(container.image ?? ''),
    terminationMessagePath: container.terminationMessagePath ?? '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy ?? 'File',
    ...(ports === undefined ? {} : { ports: ports.map(defaultPort) }),
    ...(env === undefined ? {} : { env: env.map(defaultEnvVar) }),
    ...(resources === undefined ? {} : { resources: defaultResources(resources) }),
    ...(lifecycle === undefined ? {} : { lifecycle: defaultLifecycle(lifecycle) }),
    ...(livenessProbe === undefined ? {} : { livenessProbe: defaultProbe(livenessProbe) }),
    ...(readinessProbe === undefined ? {} : { readinessProbe: defaultProbe(readinessProbe) }),
    ...(startupProbe === undefined ? {} : { startupProbe: defaultProbe(startupProbe) }),
  };
}

function defaultPort(port: Unchecked<ContainerPort>): Unchecked<ContainerPort> {
  return port.protocol === undefined ? { ...port, protocol: 'TCP' } : port;
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
  return { ...action, path: action.path ?? '/', scheme: action.scheme ?? 'HTTP' };
}

function defaultProbe(probe: Unchecked<Probe>): Unchecked<Probe> {
  const { httpGet, grpc } = probe;
  return {
    ...probe,
    timeoutSeconds: probe.timeoutSeconds ?? PROBE_DEFAULTS.timeoutSeconds,
    periodSeconds: probe.periodSeconds ?? PROBE_DEFAULTS.periodSeconds,
    successThreshold: probe.successThreshold ?? PROBE_DEFAULTS.successThreshold,
    failureThreshold: probe.failureThreshold ?? PROBE_DEFAULTS.failureThreshold,
    ...(httpGet === undefined ? {} : { httpGet: defaultHTTPGet(httpGet) }),
    ...(grpc === undefined ? {} : { grpc: { ...grpc, service: grpc.service ?? '' } }),
  };
}
