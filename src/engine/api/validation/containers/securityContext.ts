/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { internalSecurityContext } from '../common/internalForms';
import { byteLength, isValidId } from '../common/names';
import { validateLocalDescendingPath } from '../common/paths';
import { validateWindowsSecurityContextOptions } from '../pods/windows';

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const SYSCTL_SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `^(${SYSCTL_SEGMENT}[\\./])*${SYSCTL_SEGMENT}$`;
const SYSCTL_RE = new RegExp(SYSCTL);
const MAX_PROFILE_PATH = 4095;

function validateId(id: number | undefined, path: Path, errors: ErrorList): void {
  if (id !== undefined) errors.invalidEach(path, id, isValidId(id));
}

function validateChoice(value: string | undefined, choices: readonly string[], path: Path, errors: ErrorList): void {
  if (value !== undefined && !choices.includes(value)) errors.notSupported(path, value, choices);
}

/** Host namespaces are part of the security context inside the server, hence the whole pod. */
export function validatePodSecurityContext(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const context: Unchecked<PodSecurityContext> = spec.securityContext ?? {};
  validateId(context.fsGroup, path.child('fsGroup'), errors);
  validateId(context.runAsUser, path.child('runAsUser'), errors);
  validateId(context.runAsGroup, path.child('runAsGroup'), errors);
  context.supplementalGroups?.forEach((id, index) => {
    validateId(id, path.child('supplementalGroups').index(index), errors);
  });
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.invalid(path.child('shareProcessNamespace'), true, detail);
  }
  validateSysctls(context.sysctls ?? [], spec, path.child('sysctls'), errors);
  validateChoice(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], path.child('fsGroupChangePolicy'), errors);
  validateSeccompProfile(context.seccompProfile, path.child('seccompProfile'), errors);
  validateWindowsSecurityContextOptions(context.windowsOptions, path.child('windowsOptions'), errors);
  validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile'), errors);
  validateChoice(context.supplementalGroupsPolicy, ['Merge', 'Strict'], path.child('supplementalGroupsPolicy'), errors);
  validateChoice(context.seLinuxChangePolicy, ['MountOption', 'Recursive'], path.child('seLinuxChangePolicy'), errors);
}

function validateSysctls(sysctls: readonly Unchecked<Sysctl>[], spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const names = new Set<string>();
  sysctls.forEach(({ name = '' }, index) => {
    const place = path.index(index).child('name');
    if (name === '') errors.required(place);
    else if (byteLength(name) > 253 || !SYSCTL_RE.test(name)) {
      errors.invalid(place, name, `must have at most 253 characters and match regex ${SYSCTL}`);
    } else if (names.has(name)) errors.duplicate(place, name);
    validateHostSysctl(name, spec, place, errors);
    names.add(name);
  });
}

function validateHostSysctl(name: string, spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const dotted = toDots(name);
  if (spec.hostNetwork === true && dotted.startsWith('net.')) {
    errors.invalid(path, name, "may not be specified when 'hostNetwork' is true");
  } else if (spec.hostIPC === true && isIpcSysctl(dotted)) {
    errors.invalid(path, name, "may not be specified when 'hostIPC' is true");
  }
}

/** `net/ipv4/x` is `net.ipv4.x`, unless a dot comes first. */
function toDots(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === '/' ? name.replace(/[./]/g, (character) => (character === '/' ? '.' : '/')) : name;
}

function isIpcSysctl(name: string): boolean {
  return name === 'kernel.sem' || /^(?:kernel\.shm|kernel\.msg|fs\.mqueue\.)/.test(name);
}

function validateSeccompProfile(profile: Unchecked<SeccompProfile> | undefined, path: Path, errors: ErrorList): void {
  if (profile === undefined) return;
  const { type = '', localhostProfile } = profile;
  if (type === '') errors.required(path.child('type'), 'type is required when seccompProfile is set');
  else validateChoice(type, PROFILE_TYPES, path.child('type'), errors);
  const place = path.child('localhostProfile');
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) {
      const internal = { Type: type, LocalhostProfile: localhostProfile };
      errors.invalid(place, internal, 'can only be set when seccomp type is Localhost');
    }
  } else if (localhostProfile === undefined) errors.required(place, 'must be set when seccomp type is Localhost');
  else validateLocalDescendingPath(localhostProfile, place, errors);
}

function validateAppArmorProfile(profile: Unchecked<AppArmorProfile> | undefined, path: Path, errors: ErrorList): void {
  if (profile === undefined) return;
  const { type = '', localhostProfile } = profile;
  const place = path.child('localhostProfile');
  switch (type) {
    case 'Localhost':
      validateLocalhostProfile(localhostProfile, place, errors);
      break;
    case 'RuntimeDefault':
    case 'Unconfined':
      if (localhostProfile !== undefined)
        errors.invalid(place, localhostProfile, 'can only be set when AppArmor type is Localhost');
      break;
    case '':
      errors.required(path.child('type'), 'type is required when appArmorProfile is set');
      break;
    default:
      errors.notSupported(path.child('type'), type, PROFILE_TYPES);
  }
}

function validateLocalhostProfile(profile: string | undefined, path: Path, errors: ErrorList): void {
  if (profile === undefined) {
    errors.required(path, 'must be set when AppArmor type is Localhost');
    return;
  }
  const trimmed = profile.trim();
  if (trimmed !== profile) errors.invalid(path, profile, 'must not be padded with whitespace');
  else if (trimmed === '') errors.required(path, 'must be set when AppArmor type is Localhost');
  if (byteLength(profile) > MAX_PROFILE_PATH) errors.tooLong(path, MAX_PROFILE_PATH);
}

/** The security context of one container. */
export function validateSecurityContext(
  context: Unchecked<SecurityContext> | undefined,
  path: Path,
  hostUsers: boolean,
  errors: ErrorList,
): void {
  if (context === undefined) return;
  validateId(context.runAsUser, path.child('runAsUser'), errors);
  validateId(context.runAsGroup, path.child('runAsGroup'), errors);
  const { procMount } = context;
  validateChoice(procMount, ['Default', 'Unmasked'], path.child('procMount'), errors);
  if (hostUsers && procMount === 'Unmasked') {
    errors.invalid(path.child('procMount'), procMount, '`hostUsers` must be false to use `Unmasked`');
  }
  validateSeccompProfile(context.seccompProfile, path.child('seccompProfile'), errors);
  if (context.allowPrivilegeEscalation === false) validateNoEscalation(context, path, errors);
  validateWindowsSecurityContextOptions(context.windowsOptions, path.child('windowsOptions'), errors);
  validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile'), errors);
}

function validateNoEscalation(context: Unchecked<SecurityContext>, path: Path, errors: ErrorList): void {
  if (context.privileged === true) {
    errors.invalid(
      path,
      internalSecurityContext(context),
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    );
  }
  for (const capability of context.capabilities?.add ?? []) {
    if (capability !== 'CAP_SYS_ADMIN') continue;
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.invalid(path, internalSecurityContext(context), detail);
  }
}
