/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { PodResourceClaim, PodSpec } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { validateAffinity } from './affinity';
import { visitContainers } from '../common/containerPaths';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from '../containers/containers';
import type { ErrorList, Path } from '../common/field';
import { internalResourceClaim } from '../common/internalForms';
import { validateLabels } from '../common/labels';
import { byteLength, inclusiveRangeError, isDNS1123Label, isDNS1123Subdomain, isQualifiedName } from '../common/names';
import { validateDNSPolicy, validateHostAliases, validatePodDNSConfig, validatePodHostNetworkDeps } from './network';
import { validatePodResources } from './podLevelResources';
import { validateContainerResourceRequirements } from '../containers/containerResources';
import { validateSchedulingGates, validateTolerations, validateTopologySpreadConstraints } from './podScheduling';
import { validatePodSecurityContext } from '../containers/securityContext';
import { validateVolumes } from '../volumes/volumes';
import { validateLinuxPod, validateWindowsHostProcessPod, validateWindowsPod } from './windows';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
const OPERATING_SYSTEMS = ['linux', 'windows'];
const MAX_INT32 = 2_147_483_647;

/** The pod of a template, in the order in which the server looks at it. */
export function validatePodSpec(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const grace = spec.terminationGracePeriodSeconds;
  if (grace === undefined) errors.required(path.child('terminationGracePeriodSeconds'));
  const volumes = validateVolumes(spec.volumes ?? [], path.child('volumes'), errors);
  const claims = spec.resourceClaims ?? [];
  const claimNames = new Set(claims.flatMap(({ name = '' }) => (name === '' ? [] : [name])));
  validatePodResourceClaims(claims, path.child('resourceClaims'), errors);
  const context = { spec, volumes, claimNames, grace, hostUsers: spec.hostUsers !== false };
  validateContainers(context, path.child('containers'), errors);
  validateInitContainers(context, path.child('initContainers'), errors);
  validateEphemeralContainers(context, path.child('ephemeralContainers'), errors);
  validatePodResources(spec, claimNames, path, errors);
  validatePodHostNetworkDeps(spec, path, errors);
  validateRestartPolicy(spec.restartPolicy ?? '', path.child('restartPolicy'), errors);
  validateDNSPolicy(spec.dnsPolicy ?? '', path.child('dnsPolicy'), errors);
  validateLabels(spec.nodeSelector, path.child('nodeSelector'), errors);
  validatePodSecurityContext(spec, path.child('securityContext'), errors);
  validateAffinity(spec.affinity, path.child('affinity'), errors);
  validatePodDNSConfig(spec.dnsConfig, spec.dnsPolicy ?? '', path.child('dnsConfig'), errors);
  spec.readinessGates?.forEach(({ conditionType = '' }, index) => {
    errors.invalidEach(
      path.child('readinessGates').index(index).child('conditionType'),
      conditionType,
      isQualifiedName(conditionType),
    );
  });
  validateSchedulingGates(spec.schedulingGates ?? [], path.child('schedulingGates'), errors);
  validateTopologySpreadConstraints(spec.topologySpreadConstraints ?? [], path.child('topologySpreadConstraints'), errors);
  validateWindowsHostProcessPod(spec, path, errors);
  validateHostUsers(spec, path, errors);
  validateHostnameOverride(spec, path.child('hostnameOverride'), errors);
  validateNamesAndNumbers(spec, path, errors);
  validateOS(spec, path, errors);
  validateFileKeyRefVolumes(spec, path, errors);
}

function validatePodResourceClaims(claims: readonly Unchecked<PodResourceClaim>[], path: Path, errors: ErrorList): void {
  const names = new Set<string>();
  claims.forEach((claim, index) => {
    const place = path.index(index);
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    if (name === '') errors.required(place.child('name'));
    else if (names.has(name)) errors.duplicate(place.child('name'), name);
    else errors.invalidEach(place.child('name'), name, isDNS1123Label(name));
    names.add(name);
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.invalid(place, internalResourceClaim(claim), detail);
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      const detail = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
      errors.invalid(place, internalResourceClaim(claim), detail);
    }
    for (const key of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
      const value = claim[key];
      if (value !== undefined) errors.invalidEach(place.child(key), value, isDNS1123Subdomain(value));
    }
  });
}

function validateRestartPolicy(policy: string, path: Path, errors: ErrorList): void {
  if (policy === '') errors.required(path);
  else if (!RESTART_POLICIES.includes(policy)) errors.notSupported(path, policy, RESTART_POLICIES);
}

/** A pod in its own user namespace cannot share the host's others. */
function validateHostUsers(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  if (spec.hostUsers !== false) return;
  const detail = 'when `hostUsers` is false';
  if (spec.hostNetwork === true) errors.forbidden(path.child('hostNetwork'), detail);
  if (spec.hostPID === true) errors.forbidden(path.child('HostPID', ['hostPID']), detail);
  if (spec.hostIPC === true) errors.forbidden(path.child('HostIPC', ['hostIPC']), detail);
  visitContainers(spec, path, (container, place) => {
    if ((container.volumeDevices ?? []).length > 0) errors.forbidden(place.child('volumeDevices'), detail);
  });
}

function validateHostnameOverride(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const { hostnameOverride: name } = spec;
  if (name === undefined) return;
  if (spec.setHostnameAsFQDN === true) errors.forbidden(path, 'may not be specified when setHostnameAsFQDN is true');
  if (spec.hostNetwork === true) errors.forbidden(path, 'may not be specified when hostNetwork is true');
  if (byteLength(name) > 64) errors.tooLong(path, 64);
  errors.invalidEach(path, name, isDNS1123Subdomain(name));
}

function validateNamesAndNumbers(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const { activeDeadlineSeconds: deadline, preemptionPolicy } = spec;
  validateName(spec.serviceAccountName, isDNS1123Subdomain, path.child('serviceAccountName'), errors);
  validateName(spec.nodeName, isDNS1123Subdomain, path.child('nodeName'), errors);
  if (deadline !== undefined && (deadline < 1 || deadline > MAX_INT32)) {
    errors.invalid(path.child('activeDeadlineSeconds'), deadline, inclusiveRangeError(1, MAX_INT32));
  }
  validateName(spec.hostname, isDNS1123Label, path.child('hostname'), errors);
  validateName(spec.subdomain, isDNS1123Label, path.child('subdomain'), errors);
  validateTolerations(spec.tolerations ?? [], path.child('tolerations'), errors);
  validateHostAliases(spec.hostAliases ?? [], path.child('hostAliases'), errors);
  validateName(spec.priorityClassName, isDNS1123Subdomain, path.child('priorityClassName'), errors);
  if (spec.runtimeClassName !== undefined) {
    errors.invalidEach(path.child('runtimeClassName'), spec.runtimeClassName, isDNS1123Subdomain(spec.runtimeClassName));
  }
  if (preemptionPolicy === '') errors.required(path.child('preemptionPolicy'));
  else if (preemptionPolicy !== undefined && !PREEMPTION_POLICIES.includes(preemptionPolicy)) {
    errors.notSupported(path.child('preemptionPolicy'), preemptionPolicy, PREEMPTION_POLICIES);
  }
  // Overhead is checked as limits would be, and reported so.
  const overhead = { limits: spec.overhead };
  if (spec.overhead !== undefined) validateContainerResourceRequirements(overhead, new Set(), path.child('overhead'), errors);
}

function validateName(name: string | undefined, check: (name: string) => readonly string[], path: Path, errors: ErrorList): void {
  if (name !== undefined && name !== '') errors.invalidEach(path, name, check(name));
}

function validateOS(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  if (spec.os === undefined) return;
  const { name = '' } = spec.os;
  if (name === '') errors.required(path.child('os').child('name'));
  else if (!OPERATING_SYSTEMS.includes(name)) errors.notSupported(path.child('os'), name, OPERATING_SYSTEMS);
  else if (name === 'linux') validateLinuxPod(spec, path, errors);
  else validateWindowsPod(spec, path, errors);
}

function validateFileKeyRefVolumes(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume]));
  visitContainers(spec, path, (container, containerPath) => {
    container.env?.forEach(({ valueFrom }, index) => {
      if (valueFrom?.fileKeyRef === undefined) return;
      const { volumeName = '' } = valueFrom.fileKeyRef;
      const place = containerPath.child('env').index(index).child('valueFrom').child('fileKeyRef').child('volumeName');
      const volume = volumes.get(volumeName);
      if (volume === undefined) errors.notFound(place, volumeName);
      else if (volume.emptyDir === undefined) errors.invalid(place, volumeName, 'referenced volume must be of type emptyDir');
    });
  });
}
