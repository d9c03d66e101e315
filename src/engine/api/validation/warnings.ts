/** Upstream: pkg/api/pod/warnings.go (v1.36.4). */
import type { Container, NodeSelectorTerm, ObjectMeta, PodSpec, PodTemplateSpec, Volume } from '../../../model/apiTypes';
import {
  APP_ARMOR_CONTAINER_PREFIX,
  OLD_ARCH_LABEL,
  OLD_OS_LABEL,
  OLD_REGION_LABEL,
  OLD_ZONE_LABEL,
  SECCOMP_CONTAINER_PREFIX,
  SECCOMP_POD_ANNOTATION,
} from '../../../model/wellKnown';
import type { Unchecked } from '../schema/unchecked';
import { visitContainers } from './common/containerPaths';
import { Path } from './common/field';
import { goQuote } from '../../../model/goQuote';
import { sortedKeys } from './common/labels';
import { addressWarning } from './common/ipAddress';
import { isValidLabelValue } from './common/names';
import { warningsForOverlappingPaths } from './common/overlappingPaths';
import { isWholeNumber } from './common/quantities';
import { warnOfPorts } from './containers/portWarnings';

const TEMPLATE = Path.root('spec').child('template');
const DEPRECATED_NODE_LABELS: Readonly<Record<string, string>> = {
  [OLD_ARCH_LABEL]: 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  [OLD_OS_LABEL]: 'deprecated since v1.14; use "kubernetes.io/os" instead',
  [OLD_REGION_LABEL]: 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  [OLD_ZONE_LABEL]: 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};
const DEPRECATED_ANNOTATIONS: readonly (readonly [key: string, message: string])[] = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
];
const DEPRECATED_VOLUMES: readonly (readonly [name: keyof Unchecked<Volume>, reportedAs: string, message: string])[] = [
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];
const NO_POD_MATCHES = 'a null labelSelector results in matching no pod';

/** What the server warns of in a pod template that it accepts, in its order. */
export function warningsForPodTemplate(template: Unchecked<PodTemplateSpec>): string[] {
  const { metadata = {}, spec = {} } = template;
  const warnings: string[] = [];
  const place = TEMPLATE.child('spec');
  warnOfNodeLabels(spec, place, warnings);
  warnOfAnnotations(metadata, warnings);
  warnOfVolumes(spec.volumes ?? [], place.child('volumes'), warnings);
  warnings.push(...warningsForOverlappingPaths(spec.volumes ?? []));
  warnOfDuplicates(spec, place, warnings);
  warnOfFractions(spec.overhead, place.child('overhead'), warnings);
  warnOfSeccompAnnotation(metadata, spec, warnings);
  visitContainers(spec, place, (container, path) => {
    warnOfContainer(container, metadata, spec, path, warnings);
  });
  warnOfPorts(spec, place, warnings);
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    const message = 'must be >= 0; negative values are invalid and will be treated as 1';
    warnings.push(`${place.child('terminationGracePeriodSeconds').toString()}: ${message}`);
  }
  warnOfPodAffinity(spec, place.child('affinity'), warnings);
  warnOfAddresses(spec, place, warnings);
  return warnings;
}

function warnOfNodeLabels(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  for (const key of sortedKeys(spec.nodeSelector)) {
    const message = DEPRECATED_NODE_LABELS[key];
    if (message !== undefined) warnings.push(`${path.child('nodeSelector').key(key).toString()}: ${message}`);
  }
  const affinity = spec.affinity?.nodeAffinity;
  const place = path.child('affinity').child('nodeAffinity');
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  affinity?.[required]?.nodeSelectorTerms?.forEach((term, index) => {
    warnOfTerm(term, false, place.child(required).child('nodeSelectorTerms').index(index), warnings);
  });
  affinity?.[preferred]?.forEach(({ preference = {} }, index) => {
    warnOfTerm(preference, true, place.child(preferred).index(index).child('preference'), warnings);
  });
  spec.topologySpreadConstraints?.forEach(({ topologyKey = '', labelSelector }, index) => {
    const constraint = path.child('topologySpreadConstraints').index(index);
    const message = DEPRECATED_NODE_LABELS[topologyKey];
    if (message !== undefined) warnings.push(`${constraint.child('topologyKey').toString()}: ${topologyKey} is ${message}`);
    if (labelSelector === undefined) warnings.push(`${constraint.child('labelSelector').toString()}: ${NO_POD_MATCHES}`);
  });
}

/** In preferences a label value that cannot be is allowed, and only warned of. */
function warnOfTerm(term: Unchecked<NodeSelectorTerm>, checkValues: boolean, path: Path, warnings: string[]): void {
  term.matchExpressions?.forEach(({ key = '', values = [] }, index) => {
    const place = path.child('matchExpressions').index(index);
    const message = DEPRECATED_NODE_LABELS[key];
    if (message !== undefined) warnings.push(`${place.child('key').toString()}: ${key} is ${message}`);
    if (!checkValues) return;
    values.forEach((value, position) => {
      const at = place.child('values').index(position).toString();
      for (const problem of isValidLabelValue(value)) warnings.push(`${at}: ${value} is invalid, ${problem}`);
    });
  });
}

function warnOfAnnotations({ annotations = {} }: Unchecked<ObjectMeta>, warnings: string[]): void {
  for (const [key, message] of DEPRECATED_ANNOTATIONS) {
    if (Object.hasOwn(annotations, key)) warnings.push(`${annotationPath(key)}: ${message}`);
  }
}

function annotationPath(key: string): string {
  return TEMPLATE.child('metadata').child('annotations').key(key).toString();
}

function warnOfVolumes(volumes: readonly Unchecked<Volume>[], path: Path, warnings: string[]): void {
  volumes.forEach((volume, index) => {
    const place = path.index(index);
    for (const [name, reportedAs, message] of DEPRECATED_VOLUMES) {
      if (name === 'cephfs') warnOfClaim(volume, place, warnings);
      if (volume[name] !== undefined) warnings.push(`${place.child(reportedAs).toString()}: ${message}`);
    }
  });
}

function warnOfClaim({ ephemeral }: Unchecked<Volume>, path: Path, warnings: string[]): void {
  const resources = ephemeral?.volumeClaimTemplate?.spec?.resources;
  const place = path.child('ephemeral').child('volumeClaimTemplate').child('spec').child('resources');
  for (const list of ['requests', 'limits'] as const) {
    warnOfFraction(resources?.[list]?.['storage'], place.child(list).key('storage'), warnings);
  }
}

function warnOfDuplicates(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  const addresses = new Set<string>();
  spec.hostAliases?.forEach(({ ip = '' }, index) => {
    if (addresses.has(ip)) {
      warnings.push(`${path.child('hostAliases').index(index).child('ip').toString()}: duplicate ip ${goQuote(ip)}`);
    }
    addresses.add(ip);
  });
  const secrets = spec.imagePullSecrets ?? [];
  const names = new Set<string>();
  const place = (index: number): string => path.child('imagePullSecrets').index(index).child('name').toString();
  secrets.forEach(({ name = '' }, index) => {
    if (names.has(name)) warnings.push(`${place(index)}: duplicate name ${goQuote(name)}`);
    names.add(name);
  });
  secrets.forEach(({ name = '' }, index) => {
    if (name === '') warnings.push(`${place(index)}: invalid empty name ""`);
  });
}

function warnOfFraction(quantity: string | undefined, path: Path, warnings: string[]): void {
  if (quantity === undefined || isWholeNumber(quantity)) return;
  warnings.push(`${path.toString()}: fractional byte value ${goQuote(quantity)} is invalid, must be an integer`);
}

function warnOfFractions(list: Readonly<Record<string, string>> | undefined, path: Path, warnings: string[]): void {
  for (const name of ['memory', 'ephemeral-storage']) warnOfFraction(list?.[name], path.key(name), warnings);
}

function warnOfSeccompAnnotation(
  { annotations = {} }: Unchecked<ObjectMeta>,
  spec: Unchecked<PodSpec>,
  warnings: string[],
): void {
  if (spec.securityContext?.seccompProfile !== undefined || !Object.hasOwn(annotations, SECCOMP_POD_ANNOTATION)) return;
  warnings.push(`${annotationPath(SECCOMP_POD_ANNOTATION)}: non-functional in v1.27+; use the "seccompProfile" field instead`);
}

function warnOfContainer(
  container: Unchecked<Container>,
  meta: Unchecked<ObjectMeta>,
  spec: Unchecked<PodSpec>,
  path: Path,
  warnings: string[],
): void {
  const { annotations = {} } = meta;
  const seccomp = `${SECCOMP_CONTAINER_PREFIX}${container.name ?? ''}`;
  if (container.securityContext?.seccompProfile === undefined && Object.hasOwn(annotations, seccomp)) {
    warnings.push(`${annotationPath(seccomp)}: non-functional in v1.27+; use the "seccompProfile" field instead`);
  }
  const appArmor = `${APP_ARMOR_CONTAINER_PREFIX}${container.name ?? ''}`;
  const profile = spec.securityContext?.appArmorProfile ?? container.securityContext?.appArmorProfile;
  if (profile === undefined && Object.hasOwn(annotations, appArmor)) {
    warnings.push(`${annotationPath(appArmor)}: deprecated since v1.30; use the "appArmorProfile" field instead`);
  }
  const { limits, requests } = container.resources ?? {};
  const resources = path.child('resources');
  for (const name of ['memory', 'ephemeral-storage']) {
    warnOfFraction(limits?.[name], resources.child('limits').key(name), warnings);
    warnOfFraction(requests?.[name], resources.child('requests').key(name), warnings);
  }
  warnOfEnv(container, path.child('env'), warnings);
}

/** A later value that does not build on the earlier one hides it. */
function warnOfEnv({ env = [] }: Unchecked<Container>, path: Path, warnings: string[]): void {
  const names = new Set<string>();
  env.forEach(({ name = '', value = '', valueFrom }, index) => {
    const reference = `$(${name})`;
    const hides = valueFrom !== undefined || value === reference || !value.includes(reference);
    if (names.has(name) && hides) {
      const message = `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`;
      warnings.push(`${path.index(index).toString()}: ${message}`);
    }
    names.add(name);
  });
}

function warnOfPodAffinity(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const required = 'requiredDuringSchedulingIgnoredDuringExecution';
    const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
    const place = path.child(kind);
    spec.affinity?.[kind]?.[required]?.forEach(({ labelSelector }, index) => {
      if (labelSelector !== undefined) return;
      warnings.push(`${place.child(required).index(index).child('labelSelector').toString()}: ${NO_POD_MATCHES}`);
    });
    spec.affinity?.[kind]?.[preferred]?.forEach(({ podAffinityTerm }, index) => {
      if (podAffinityTerm?.labelSelector !== undefined) return;
      const term = place.child(preferred).index(index).child('podAffinityTerm').child('labelSelector');
      warnings.push(`${term.toString()}: ${NO_POD_MATCHES}`);
    });
  }
}

function warnOfAddresses(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  spec.dnsConfig?.nameservers?.forEach((server, index) => {
    warnOfAddress(server, path.child('dnsConfig').child('nameservers').index(index), warnings);
  });
  spec.hostAliases?.forEach(({ ip = '' }, index) => {
    warnOfAddress(ip, path.child('hostAliases').index(index).child('ip'), warnings);
  });
}

function warnOfAddress(address: string, path: Path, warnings: string[]): void {
  const warning = addressWarning(address);
  if (warning !== undefined) warnings.push(`${path.toString()}: ${warning}`);
}
