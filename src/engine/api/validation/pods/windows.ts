/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { Container, PodSpec, WindowsSecurityContextOptions } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { visitContainers } from '../common/containerPaths';
import type { ErrorList, Path } from '../common/field';
import { byteLength, isDNS1123Subdomain } from '../common/names';

const MAX_SPEC_KIB = 64;
const CONTROL = /\p{Cc}/u;
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_DOMAIN = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const FOR_WINDOWS = 'cannot be set for a windows pod';

export function validateWindowsSecurityContextOptions(
  options: Unchecked<WindowsSecurityContextOptions> | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (options === undefined) return;
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined) {
    errors.invalidEach(path.child('gmsaCredentialSpecName'), gmsaCredentialSpecName, isDNS1123Subdomain(gmsaCredentialSpecName));
  }
  if (gmsaCredentialSpec !== undefined) {
    const place = path.child('gmsaCredentialSpec');
    if (gmsaCredentialSpec === '') errors.invalid(place, gmsaCredentialSpec, 'gmsaCredentialSpec cannot be an empty string');
    else if (byteLength(gmsaCredentialSpec) > MAX_SPEC_KIB * 1024) {
      errors.invalid(place, gmsaCredentialSpec, `gmsaCredentialSpec size must be under ${MAX_SPEC_KIB} KiB`);
    }
  }
  if (runAsUserName !== undefined) {
    errors.invalidEach(path.child('runAsUserName'), runAsUserName, userNameProblems(runAsUserName));
  }
}

function userNameProblems(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const domain = parts.length === 2 ? (parts[0] ?? '') : undefined;
  return [...domainProblems(domain), ...userProblems(parts.at(-1) ?? '')];
}

function domainProblems(domain: string | undefined): string[] {
  if (domain === undefined) return [];
  const problems: string[] = [];
  if (byteLength(domain) >= 256) problems.push("runAsUserName's Domain length must be under 256 characters");
  if (!NETBIOS.test(domain) && !DNS_DOMAIN.test(domain)) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  return problems;
}

function userProblems(user: string): string[] {
  const problems: string[] = [];
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > 104) problems.push("runAsUserName's User length must not be longer than 104 characters");
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return problems;
}

/** Either all containers are host-process containers or none. */
export function validateWindowsHostProcessPod(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let containers = 0;
  let hostProcesses = 0;
  visitContainers(spec, path, (container, place) => {
    containers++;
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.invalid(place.child('securityContext').child('windowsOptions').child('hostProcess'), own, detail);
    }
    if (own ?? ofPod) hostProcesses++;
  });
  if (hostProcesses === 0) return;
  if (hostProcesses !== containers) {
    errors.invalid(path, '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers');
  }
  if (spec.hostNetwork !== true) {
    errors.invalid(path.child('hostNetwork'), false, 'hostNetwork must be true if pod contains any hostProcess containers');
  }
}

export function validateLinuxPod(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const detail = 'windows options cannot be set for a linux pod';
  if (spec.securityContext?.windowsOptions !== undefined) {
    errors.forbidden(path.child('securityContext').child('windowsOptions'), detail);
  }
  visitContainers(spec, path, (container, place) => {
    if (container.securityContext?.windowsOptions === undefined) return;
    errors.forbidden(place.child('securityContext').child('windowsOptions'), detail);
  });
}

/** In the server's order; `@` marks what belongs to the pod and not to its security context. */
const POD_FIELDS =
  'appArmorProfile seLinuxOptions @hostUsers @hostPID @hostIPC seccompProfile fsGroup fsGroupChangePolicy sysctls @shareProcessNamespace runAsUser runAsGroup supplementalGroups supplementalGroupsPolicy seLinuxChangePolicy';
const CONTAINER_FIELDS =
  'appArmorProfile seLinuxOptions seccompProfile capabilities readOnlyRootFilesystem privileged allowPrivilegeEscalation procMount runAsUser runAsGroup';

export function validateWindowsPod(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const pod = spec as Readonly<Record<string, unknown>>;
  const context = (spec.securityContext ?? {}) as Readonly<Record<string, unknown>>;
  for (const entry of POD_FIELDS.split(' ')) {
    const ofPod = entry.startsWith('@');
    const name = ofPod ? entry.slice(1) : entry;
    if (!isSet((ofPod ? pod : context)[name], name)) continue;
    errors.forbidden((ofPod ? path : path.child('securityContext')).child(name), FOR_WINDOWS);
  }
  visitContainers(spec, path, (container, place) => {
    forbidContainerFields(container, place.child('securityContext'), errors);
  });
}

function isSet(value: unknown, name: string): boolean {
  if (name === 'hostPID' || name === 'hostIPC') return value === true;
  return value !== undefined && !(name === 'sysctls' && Array.isArray(value) && value.length === 0);
}

function forbidContainerFields(container: Unchecked<Container>, path: Path, errors: ErrorList): void {
  const context = (container.securityContext ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of CONTAINER_FIELDS.split(' '))
    if (context[name] !== undefined) errors.forbidden(path.child(name), FOR_WINDOWS);
}
