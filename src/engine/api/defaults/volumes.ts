/** Upstream: pkg/apis/core/v1/defaults.go (v1.36.4). */
import type { DownwardAPIVolumeFile, EphemeralVolumeSource, Volume, VolumeProjection } from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';
import { defaultPullPolicy } from '../../../model/pullPolicy';
import { defaultResources } from './resources';

/** 0644: the files of a volume can be read by all and written by their owner. */
const FILE_MODE = 0o644;
const TOKEN_SECONDS = 3600;

type Sources = Omit<Unchecked<Volume>, 'name'>;
type Defaulters = { readonly [K in keyof Sources]?: (source: NonNullable<Sources[K]>) => NonNullable<Sources[K]> };

const DEFAULTERS: Defaulters = {
  secret: (source) => ({ ...source, defaultMode: source.defaultMode ?? FILE_MODE }),
  configMap: (source) => ({ ...source, defaultMode: source.defaultMode ?? FILE_MODE }),
  downwardAPI: (source) => ({
    ...source,
    defaultMode: source.defaultMode ?? FILE_MODE,
    ...(source.items === undefined ? {} : { items: source.items.map(defaultFile) }),
  }),
  projected: (source) => ({
    ...source,
    defaultMode: source.defaultMode ?? FILE_MODE,
    ...(source.sources === undefined ? {} : { sources: source.sources.map(defaultProjection) }),
  }),
  hostPath: (source) => ({ ...source, type: source.type ?? '' }),
  iscsi: (source) => ({ ...source, iscsiInterface: source.iscsiInterface ?? 'default' }),
  rbd: (source) => ({
    ...source,
    pool: source.pool ?? 'rbd',
    user: source.user ?? 'admin',
    keyring: source.keyring ?? '/etc/ceph/keyring',
  }),
  azureDisk: (source) => ({
    ...source,
    cachingMode: source.cachingMode ?? 'ReadWrite',
    kind: source.kind ?? 'Shared',
    fsType: source.fsType ?? 'ext4',
    readOnly: source.readOnly ?? false,
  }),
  scaleIO: (source) => ({ ...source, storageMode: source.storageMode ?? 'ThinProvisioned', fsType: source.fsType ?? 'xfs' }),
  image: (source) => ({ ...source, pullPolicy: source.pullPolicy ?? defaultPullPolicy(source.reference ?? '') }),
  ephemeral: defaultEphemeral,
};

/** A volume without a source is an empty directory. */
export function defaultVolume(volume: Unchecked<Volume>): Unchecked<Volume> {
  const names = Object.keys(volume).filter((name): name is keyof Sources => name !== 'name');
  if (names.length === 0) return { ...volume, emptyDir: {} };
  let result: Unchecked<Volume> = volume;
  for (const name of names) {
    const defaulter = DEFAULTERS[name] as ((source: unknown) => unknown) | undefined;
    if (defaulter !== undefined) result = { ...result, [name]: defaulter(volume[name]) };
  }
  return result;
}

function defaultFile(file: Unchecked<DownwardAPIVolumeFile>): Unchecked<DownwardAPIVolumeFile> {
  const { fieldRef, resourceFieldRef } = file;
  return {
    ...file,
    ...(fieldRef === undefined ? {} : { fieldRef: { ...fieldRef, apiVersion: fieldRef.apiVersion ?? 'v1' } }),
    ...(resourceFieldRef === undefined
      ? {}
      : { resourceFieldRef: { ...resourceFieldRef, divisor: resourceFieldRef.divisor ?? '0' } }),
  };
}

function defaultProjection(projection: Unchecked<VolumeProjection>): Unchecked<VolumeProjection> {
  const { downwardAPI, serviceAccountToken } = projection;
  const token = serviceAccountToken && {
    ...serviceAccountToken,
    expirationSeconds: serviceAccountToken.expirationSeconds ?? TOKEN_SECONDS,
  };
  return {
    ...projection,
    ...(downwardAPI?.items === undefined ? {} : { downwardAPI: { ...downwardAPI, items: downwardAPI.items.map(defaultFile) } }),
    ...(token === undefined ? {} : { serviceAccountToken: token }),
  };
}

function defaultEphemeral(source: Unchecked<EphemeralVolumeSource>): Unchecked<EphemeralVolumeSource> {
  const { volumeClaimTemplate: template } = source;
  if (template === undefined) return source;
  const spec = {
    ...template.spec,
    volumeMode: template.spec?.volumeMode ?? 'Filesystem',
    resources: defaultResources(template.spec?.resources ?? {}),
  };
  return { ...source, volumeClaimTemplate: { ...template, spec } };
}
