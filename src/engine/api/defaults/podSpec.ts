import type {
  Container,
  ContainerPort,
  EnvVar,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  Probe,
} from '../schema/apiTypes';
import { defaultPullPolicy } from './pullPolicy';
import { defaultResourceList, defaultResources } from './resources';
import { defaultVolume } from './volumes';

/** The pod of a template as the server completes it. Values are given only where nothing is written. */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const serviceAccountName = spec.serviceAccountName ?? spec.serviceAccount;
  return {
    ...spec,
    dnsPolicy: spec.dnsPolicy ?? 'ClusterFirst',
    restartPolicy: spec.restartPolicy ?? 'Always',
    securityContext: spec.securityContext ?? {},
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    schedulerName: spec.schedulerName ?? 'default-scheduler',
    ...(serviceAccountName === undefined ? {} : { serviceAccountName, serviceAccount: serviceAccountName }),
    ...(spec.volumes === undefined ? {} : { volumes: spec.volumes.map(defaultVolume) }),
    ...(spec.containers === undefined ? {} : { containers: spec.containers.map(defaultContainer) }),
    ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(defaultContainer) }),
    ...(spec.ephemeralContainers === undefined ? {} : { ephemeralContainers: spec.ephemeralContainers.map(defaultContainer) }),
    ...(spec.overhead === undefined ? {} : { overhead: defaultResourceList(spec.overhead) }),
    ...(spec.resources === undefined ? {} : { resources: defaultResources(spec.resources) }),
  };
}

function defaultContainer<T extends Container>(container: T): T {
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

function defaultPort(port: ContainerPort): ContainerPort {
  return port.protocol === undefined ? { ...port, protocol: 'TCP' } : port;
}

function defaultEnvVar(variable: EnvVar): EnvVar {
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

function defaultLifecycle(lifecycle: Lifecycle): Lifecycle {
  const { postStart, preStop } = lifecycle;
  return {
    ...lifecycle,
    ...(postStart === undefined ? {} : { postStart: defaultHandler(postStart) }),
    ...(preStop === undefined ? {} : { preStop: defaultHandler(preStop) }),
  };
}

function defaultHandler(handler: LifecycleHandler): LifecycleHandler {
  return handler.httpGet === undefined ? handler : { ...handler, httpGet: defaultHTTPGet(handler.httpGet) };
}

function defaultHTTPGet(action: HTTPGetAction): HTTPGetAction {
  return { ...action, path: action.path ?? '/', scheme: action.scheme ?? 'HTTP' };
}

function defaultProbe(probe: Probe): Probe {
  const { httpGet, grpc } = probe;
  return {
    ...probe,
    timeoutSeconds: probe.timeoutSeconds ?? 1,
    periodSeconds: probe.periodSeconds ?? 10,
    successThreshold: probe.successThreshold ?? 1,
    failureThreshold: probe.failureThreshold ?? 3,
    ...(httpGet === undefined ? {} : { httpGet: defaultHTTPGet(httpGet) }),
    ...(grpc === undefined ? {} : { grpc: { ...grpc, service: grpc.service ?? '' } }),
  };
}
