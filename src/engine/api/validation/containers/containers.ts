/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  Container,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  EphemeralContainer,
  PodSpec,
  Volume,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { validateEnv, validateEnvFrom } from './env';
import type { ErrorList, Path } from '../common/field';
import { isDNS1123Label, isValidPortName, isValidPortNum } from '../common/names';
import { validateVolumeDevices, validateVolumeMounts } from './mounts';
import { validateLifecycle, validateLivenessProbe, validateReadinessProbe } from './probes';
import { validatePullPolicy } from './pullPolicy';
import { validateContainerResourceRequirements } from './containerResources';
import { validateSecurityContext } from './securityContext';

/** What containers need to know about their pod. */
export interface ContainerContext {
  readonly spec: Unchecked<PodSpec>;
  readonly volumes: ReadonlyMap<string, Unchecked<Volume>>;
  readonly claimNames: ReadonlySet<string>;
  readonly grace: number | undefined;
  readonly hostUsers: boolean;
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];
/** `RestartAllContainers` is on by default from v1.36, and with it rules of sidecars. */
const RESTART_ACTIONS = ['Restart', 'RestartAllContainers'];
const RESIZE_RESOURCES = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];
const NOT_FOR_INIT = 'may not be set for init containers without restartPolicy=Always';
/** What an ephemeral container must not have, in the order of the Go struct. */
const NOT_FOR_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

export function validateContainers(context: ContainerContext, path: Path, errors: ErrorList): void {
  const containers = context.spec.containers ?? [];
  if (containers.length === 0) {
    errors.required(path);
    return;
  }
  const names = new Set<string>();
  containers.forEach((container, index) => {
    const place = path.index(index);
    const { name = '' } = container;
    validateContainerCommon(container, context, place, errors);
    if (names.has(name)) errors.duplicate(place.child('name'), name);
    names.add(name);
    validateLifecycleAndProbes(container, context, place, errors);
    validateRestartPolicyAndRules(container, place, errors);
  });
  checkHostPortConflicts(containers, path, errors);
}

function validateLifecycleAndProbes(
  container: Unchecked<Container>,
  { grace }: ContainerContext,
  path: Path,
  errors: ErrorList,
): void {
  validateLifecycle(container.lifecycle, grace, path.child('lifecycle'), errors);
  validateLivenessProbe(container.livenessProbe, grace, path.child('livenessProbe'), errors);
  validateReadinessProbe(container.readinessProbe, grace, path.child('readinessProbe'), errors);
  validateLivenessProbe(container.startupProbe, grace, path.child('startupProbe'), errors);
}

export function validateInitContainers(context: ContainerContext, path: Path, errors: ErrorList): void {
  const names = new Set((context.spec.containers ?? []).map(({ name = '' }) => name));
  context.spec.initContainers?.forEach((container, index) => {
    const place = path.index(index);
    const { name = '' } = container;
    validateContainerCommon(container, context, place, errors);
    validateRestartPolicyAndRules(container, place, errors);
    if (names.has(name)) errors.duplicate(place.child('name'), name);
    else if (name !== '') names.add(name);
    // Init containers run one by one: only ports of the same container can be in each other's way.
    // QUIRK: they are reported as if the container were the first.
    checkHostPortConflicts([container], path, errors);
    if (container.restartPolicy === 'Always') validateLifecycleAndProbes(container, context, place, errors);
    else forbidLifecycleAndProbes(container, place, errors);
  });
}

function forbidLifecycleAndProbes(container: Unchecked<Container>, path: Path, errors: ErrorList): void {
  for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    if (container[name] !== undefined) errors.forbidden(path.child(name), NOT_FOR_INIT);
  }
  container.resizePolicy?.forEach(({ restartPolicy }, index) => {
    if (restartPolicy !== 'RestartContainer') return;
    const place = path.child('resizePolicy').index(index).child('restartPolicy');
    errors.invalid(place, restartPolicy, "must not be set to 'RestartContainer' for non-sidecar initContainers");
  });
}

function validateRestartPolicyAndRules(container: Unchecked<Container>, path: Path, errors: ErrorList): void {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  const place = path.child('restartPolicy');
  if (restartPolicy === undefined) {
    if (rules.length === 0) return;
    errors.required(place, 'must specify restartPolicy when restart rules are used');
  } else if (!RESTART_POLICIES.includes(restartPolicy)) errors.notSupported(place, restartPolicy, RESTART_POLICIES);
  if (rules.length > 20) errors.tooMany(path.child('restartPolicyRules'), rules.length, 20);
  rules.forEach((rule, index) => {
    validateRestartRule(rule, path.child('restartPolicyRules').index(index), errors);
  });
}

function validateRestartRule({ action = '', exitCodes }: Unchecked<ContainerRestartRule>, path: Path, errors: ErrorList): void {
  if (!RESTART_ACTIONS.includes(action)) errors.notSupported(path.child('action'), action, RESTART_ACTIONS);
  if (exitCodes === undefined) {
    errors.required(path.child('exitCodes'), 'must be specified');
    return;
  }
  const { operator = '', values = [] } = exitCodes;
  const place = path.child('exitCodes');
  if (operator !== 'In' && operator !== 'NotIn') errors.notSupported(place.child('operator'), operator, ['In', 'NotIn']);
  if (values.length > 255) errors.tooMany(place.child('values'), values.length, 255);
}

export function validateEphemeralContainers(context: ContainerContext, path: Path, errors: ErrorList): void {
  const others = new Set(
    [...(context.spec.containers ?? []), ...(context.spec.initContainers ?? [])].map(({ name = '' }) => name),
  );
  const names = new Set(others);
  context.spec.ephemeralContainers?.forEach((container, index) => {
    const place = path.index(index);
    const { name = '', image = '', targetContainerName = '' } = container;
    validateContainerCommon(container, context, place, errors);
    if (image !== image.trim()) errors.invalid(place.child('image'), image, 'must not have leading or trailing whitespace');
    if (names.has(name)) errors.duplicate(place.child('name'), name);
    names.add(name);
    if (targetContainerName !== '' && !others.has(targetContainerName)) {
      errors.notFound(place.child('targetContainerName'), targetContainerName);
    }
    forbidEphemeralFields(container, place, errors);
  });
}

function forbidEphemeralFields(container: Unchecked<EphemeralContainer>, path: Path, errors: ErrorList): void {
  const detail = 'cannot be set for an Ephemeral Container';
  for (const name of NOT_FOR_EPHEMERAL) {
    const value = container[name];
    const isSet = name === 'resources' ? Object.keys(value ?? {}).length > 0 : value !== undefined;
    if (isSet) errors.forbidden(path.child(name), detail);
  }
  container.volumeMounts?.forEach(({ subPath = '', subPathExpr = '' }, index) => {
    const place = path.child('volumeMounts').index(index);
    if (subPath !== '') errors.forbidden(place.child('subPath'), detail);
    if (subPathExpr !== '') errors.forbidden(place.child('subPathExpr'), detail);
  });
}

function validateContainerCommon(
  container: Unchecked<Container>,
  context: ContainerContext,
  path: Path,
  errors: ErrorList,
): void {
  const { name = '', image = '', terminationMessagePolicy = '' } = container;
  errors.text(path.child('name'), name, isDNS1123Label);
  if (image === '') errors.required(path.child('image'));
  const policyPath = path.child('terminationMessagePolicy');
  if (terminationMessagePolicy === '') errors.required(policyPath);
  else if (!MESSAGE_POLICIES.includes(terminationMessagePolicy)) {
    errors.notSupported(policyPath, terminationMessagePolicy, MESSAGE_POLICIES);
  }
  validateContainerPorts(container.ports ?? [], path.child('ports'), errors);
  validateEnv(container.env ?? [], path.child('env'), errors);
  validateEnvFrom(container.envFrom ?? [], path.child('envFrom'), errors);
  validateVolumeMounts(container, context.volumes, path.child('volumeMounts'), errors);
  validateVolumeDevices(container, context.volumes, path.child('volumeDevices'), errors);
  validatePullPolicy(container.imagePullPolicy ?? '', path.child('imagePullPolicy'), errors);
  validateContainerResourceRequirements(container.resources ?? {}, context.claimNames, path.child('resources'), errors);
  validateResizePolicy(container.resizePolicy ?? [], context.spec.restartPolicy, path.child('resizePolicy'), errors);
  validateSecurityContext(container.securityContext, path.child('securityContext'), context.hostUsers, errors);
}

function validateContainerPorts(ports: readonly Unchecked<ContainerPort>[], path: Path, errors: ErrorList): void {
  const names = new Set<string>();
  ports.forEach((port, index) => {
    const place = path.index(index);
    const { name = '', containerPort = 0, hostPort = 0, protocol = '' } = port;
    if (name !== '') validatePortName(name, names, place.child('name'), errors);
    if (containerPort === 0) errors.required(place.child('containerPort'));
    else errors.invalidEach(place.child('containerPort'), containerPort, isValidPortNum(containerPort));
    if (hostPort !== 0) errors.invalidEach(place.child('hostPort'), hostPort, isValidPortNum(hostPort));
    if (protocol === '') errors.required(place.child('protocol'));
    else if (!PROTOCOLS.includes(protocol)) errors.notSupported(place.child('protocol'), protocol, PROTOCOLS);
  });
}

function validatePortName(name: string, names: Set<string>, path: Path, errors: ErrorList): void {
  const problems = isValidPortName(name);
  if (problems.length > 0) errors.invalidEach(path, name, problems);
  else if (names.has(name)) errors.duplicate(path, name);
  else names.add(name);
}

function checkHostPortConflicts(containers: readonly Unchecked<Container>[], path: Path, errors: ErrorList): void {
  const taken = new Set<string>();
  containers.forEach(({ ports = [] }, index) => {
    ports.forEach(({ protocol = '', hostIP = '', hostPort = 0 }, position) => {
      if (hostPort === 0) return;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) errors.duplicate(path.index(index).child('ports').index(position).child('hostPort'), key);
      taken.add(key);
    });
  });
}

function validateResizePolicy(
  policies: readonly Unchecked<ContainerResizePolicy>[],
  podRestartPolicy: string | undefined,
  path: Path,
  errors: ErrorList,
): void {
  const seen = new Set<string>();
  policies.forEach(({ resourceName = '', restartPolicy = '' }, index) => {
    if (seen.has(resourceName)) errors.duplicate(path.index(index), resourceName);
    seen.add(resourceName);
    if (resourceName === '') errors.required(path);
    else if (!RESIZE_RESOURCES.includes(resourceName)) errors.notSupported(path, resourceName, RESIZE_RESOURCES);
    if (restartPolicy === '') errors.required(path);
    else if (!RESIZE_POLICIES.includes(restartPolicy)) errors.notSupported(path, restartPolicy, RESIZE_POLICIES);
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.invalid(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  });
}
