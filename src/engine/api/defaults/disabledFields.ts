/** Upstream: pkg/api/pod/util.go (v1.36.4). */
import type { Container, PodSpec, Volume } from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';

/** Takes out what belongs to feature gates that are off in v1.36: the server drops it without a word. */
export function dropDisabledFields(spec: Unchecked<PodSpec>): Unchecked<PodSpec> {
  const { schedulingGroup: _dropped, ...rest } = spec;
  return {
    ...rest,
    ...(spec.volumes === undefined ? {} : { volumes: spec.volumes.map(dropFromVolume) }),
    ...(spec.containers === undefined ? {} : { containers: spec.containers.map(dropStopSignal) }),
    ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(dropStopSignal) }),
    ...(spec.ephemeralContainers === undefined ? {} : { ephemeralContainers: spec.ephemeralContainers.map(dropStopSignal) }),
  };
}

function dropStopSignal<T extends Unchecked<Container>>(container: T): T {
  if (container.lifecycle?.stopSignal === undefined) return container;
  const { stopSignal: _dropped, ...lifecycle } = container.lifecycle;
  if (Object.keys(lifecycle).length > 0) return { ...container, lifecycle };
  const { lifecycle: _empty, ...rest } = container;
  return rest as T;
}

function dropFromVolume(volume: Unchecked<Volume>): Unchecked<Volume> {
  const { projected, ephemeral } = volume;
  if (projected?.sources !== undefined) {
    const sources = projected.sources.map(({ clusterTrustBundle: _bundle, podCertificate: _certificate, ...source }) => source);
    return { ...volume, projected: { ...projected, sources } };
  }
  const template = ephemeral?.volumeClaimTemplate;
  if (template?.spec?.resources === undefined || !('claims' in template.spec.resources)) return volume;
  const { claims: _claims, ...resources } = template.spec.resources;
  return { ...volume, ephemeral: { volumeClaimTemplate: { ...template, spec: { ...template.spec, resources } } } };
}
