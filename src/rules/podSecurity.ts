import { jsonAt, type JsonObject } from '../manifest/json';
import { integer, list, object, text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { plural } from '../model/words';
import { factsOf, type ClusterFacts, type NamespaceFact } from './facts';

/** What a namespace enforces, and what of the pods it forbids, in the API server's words. */
export interface PodSecurityRefusal {
  readonly namespace: NamespaceFact;
  readonly message: string;
}

/** Undefined: the pods are let in, or somebody else decides. */
export function podSecurityRefusal(facts: ClusterFacts, workload: Workload): PodSecurityRefusal | undefined {
  const { writtenNamespace, certain, resource, pod } = workload;
  if (!certain || writtenNamespace === undefined) return undefined;
  const known = (facts.bySort.get('namespace') ?? []).filter(({ fact }) => fact.name === writtenNamespace);
  // One that is written several times is several clusters', perhaps.
  const levels = new Set(known.map(({ fact }) => (fact.fact === 'namespace' ? fact.level : '')));
  if (levels.size !== 1 || levels.has('privileged')) return undefined;
  const [namespace] = factsOf(facts, 'namespace', ({ fact }) => fact.name === writtenNamespace);
  if (namespace === undefined) return undefined;
  const spec = object(jsonAt(resource.json, [...pod.path, 'spec']));
  // The server may be set up to exempt pods by their runtime.
  if (spec['runtimeClassName'] !== undefined) return undefined;
  const found = violations(spec, object(jsonAt(resource.json, [...pod.path, 'metadata', 'annotations'])), namespace);
  if (found.length === 0) return undefined;
  return { namespace, message: `violates PodSecurity "${namespace.level}:${namespace.version}": ${found.join(', ')}` };
}

interface Named {
  readonly name: string;
  readonly json: JsonObject;
  readonly security: JsonObject;
}

/** Upstream: the checks of staging/src/k8s.io/pod-security-admission/policy (v1.36.4), each level by their names. */
function violations(spec: JsonObject, annotations: JsonObject, { level, version }: NamespaceFact): readonly string[] {
  const containers = [...list(spec['initContainers']), ...list(spec['containers'])].map((item): Named => {
    const json = object(item);
    return { name: text(json['name']), json, security: object(json['securityContext']) };
  });
  const pod = object(spec['securityContext']);
  const isRestricted = level === 'restricted';
  const isWindows = text(jsonAt(spec, ['os', 'name'])) === 'windows';
  // In a user namespace of its own root is nobody outside: so since v1.35.
  const minor = Number(/^v1\.(\d+)$/.exec(version)?.[1] ?? Infinity);
  const isApart = spec['hostUsers'] === false && minor >= 35;
  const both = { pod, containers };
  return [
    ...appArmor(both, annotations),
    ...(isRestricted ? [] : addedCapabilities(containers)),
    ...hostNamespaces(spec),
    ...(isRestricted ? [] : hostPathVolumes(spec)),
    ...hostPorts(containers),
    ...(minor >= 34 ? otherHosts(containers) : []),
    ...privileged(containers),
    ...(isApart && !isRestricted ? [] : procMount(containers)),
    ...seLinux(both),
    ...(isRestricted ? [] : unconfined(both)),
    ...sysctls(pod),
    ...hostProcess(both),
    ...(isRestricted
      ? [
          ...(isWindows ? [] : [...privilegeEscalation(containers), ...keptCapabilities(containers)]),
          ...restrictedVolumes(spec),
          ...(isApart ? [] : [...root(both), ...rootUser(both)]),
          ...(isWindows ? [] : noSeccomp(both)),
        ]
      : []),
  ];
}

interface Setters {
  readonly pod: JsonObject;
  readonly containers: readonly Named[];
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** `container "a"`, `containers "a", "b"`. */
function named(containers: readonly Pick<Named, 'name'>[]): string {
  return `${plural(containers.length, 'container', 'containers')} ${quoted(containers.map(({ name }) => name))}`;
}

function about(reason: string, bad: readonly Named[], detail: (who: string) => string): string[] {
  return bad.length === 0 ? [] : [`${reason} (${detail(named(bad))})`];
}

/** The pod itself, or its containers. */
function settersOf({ pod, containers }: Setters, isBad: (security: JsonObject) => boolean): readonly string[] {
  const bad = containers.filter(({ security }) => isBad(security));
  return [...(isBad(pod) ? ['pod'] : []), ...(bad.length === 0 ? [] : [named(bad)])];
}

function set(reason: string, setters: Setters, isBad: (security: JsonObject) => boolean, what: string): string[] {
  const who = settersOf(setters, isBad);
  return who.length === 0 ? [] : [`${reason} (${who.join(' and ')} ${what})`];
}

const ALLOWED_PROFILES = ['RuntimeDefault', 'Localhost'];

/** By field, and as it was written before there was one. */
function appArmor(setters: Setters, annotations: JsonObject): string[] {
  const typeOf = (security: JsonObject): string =>
    security['appArmorProfile'] === undefined ? 'Localhost' : text(jsonAt(security, ['appArmorProfile', 'type']));
  const isBad = (security: JsonObject): boolean => !ALLOWED_PROFILES.includes(typeOf(security));
  const all = [setters.pod, ...setters.containers.map(({ security }) => security)];
  const written = Object.entries(annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR) && !/^(?:$|runtime\/default$|localhost\/)/.test(text(value)))
    .map(([key, value]) => `${key}="${text(value)}"`)
    .toSorted();
  const values = [...unique(all.filter(isBad).map(typeOf)), ...written];
  if (values.length === 0) return [];
  const former = written.length === 0 ? [] : [plural(written.length, 'annotation', 'annotations')];
  const who = [...settersOf(setters, isBad), ...former].join(' and ');
  const reason = `forbidden AppArmor ${plural(values.length, 'profile', 'profiles')}`;
  return [`${reason} (${who} must not set AppArmor profile type to ${quoted(values)})`];
}

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const BASELINE_CAPABILITIES = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(' '),
);

const capabilities = ({ security }: Named, how: 'add' | 'drop'): readonly string[] =>
  list(jsonAt(security, ['capabilities', how])).map(text);
const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

function addedBeyond(containers: readonly Named[], allowed: ReadonlySet<string>): string[] {
  const beyond = (one: Named): readonly string[] => capabilities(one, 'add').filter((name) => !allowed.has(name));
  const bad = containers.filter((one) => beyond(one).length > 0);
  if (bad.length === 0) return [];
  return [`${named(bad)} must not include ${quoted(unique(bad.flatMap(beyond)))} in securityContext.capabilities.add`];
}

function addedCapabilities(containers: readonly Named[]): string[] {
  return addedBeyond(containers, BASELINE_CAPABILITIES).map((detail) => `non-default capabilities (${detail})`);
}

function keptCapabilities(containers: readonly Named[]): string[] {
  const bad = containers.filter((one) => !capabilities(one, 'drop').includes('ALL'));
  const kept = bad.length === 0 ? [] : [`${named(bad)} must set securityContext.capabilities.drop=["ALL"]`];
  const details = [...kept, ...addedBeyond(containers, new Set(['NET_BIND_SERVICE']))];
  return details.length === 0 ? [] : [`unrestricted capabilities (${details.join('; ')})`];
}

function hostNamespaces(spec: JsonObject): string[] {
  const on = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  return on.length === 0 ? [] : [`host namespaces (${on.map((field) => `${field}=true`).join(', ')})`];
}

function hostPathVolumes(spec: JsonObject): string[] {
  const bad = list(spec['volumes'])
    .map(object)
    .filter((volume) => volume['hostPath'] !== undefined);
  if (bad.length === 0) return [];
  return [`hostPath volumes (${plural(bad.length, 'volume', 'volumes')} ${quoted(bad.map(({ name }) => text(name)))})`];
}

const FREE_VOLUMES = new Set(
  'configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(' '),
);

function restrictedVolumes(spec: JsonObject): string[] {
  const bad = list(spec['volumes'])
    .map(object)
    .flatMap(({ name, ...source }) => {
      const [type] = Object.keys(source);
      return type === undefined || Object.keys(source).some((key) => FREE_VOLUMES.has(key)) ? [] : [{ name: text(name), type }];
    });
  if (bad.length === 0) return [];
  const types = unique(bad.map(({ type }) => type));
  const who = `${plural(bad.length, 'volume', 'volumes')} ${quoted(bad.map(({ name }) => name))}`;
  return [
    `restricted volume types (${who} ${plural(bad.length, 'uses', 'use')} restricted volume ${plural(types.length, 'type', 'types')} ${quoted(types)})`,
  ];
}

function hostPorts(containers: readonly Named[]): string[] {
  const portsOf = ({ json }: Named): readonly number[] =>
    list(json['ports'])
      .flatMap((port) => integer(object(port)['hostPort']) ?? [])
      .filter((port) => port !== 0);
  const bad = containers.filter((one) => portsOf(one).length > 0);
  const ports = unique(bad.flatMap(portsOf).map(String));
  const what = `${plural(bad.length, 'uses', 'use')} ${plural(ports.length, 'hostPort', 'hostPorts')} ${ports.join(', ')}`;
  return about('hostPort', bad, (who) => `${who} ${what}`);
}

const HANDLERS = [['livenessProbe'], ['readinessProbe'], ['startupProbe'], ['lifecycle', 'postStart'], ['lifecycle', 'preStop']];

/** Probes and hooks that ask another host than the pod. */
function otherHosts(containers: readonly Named[]): string[] {
  const hostsOf = ({ json }: Named): readonly string[] =>
    HANDLERS.flatMap((path) => ['httpGet', 'tcpSocket'].map((how) => text(jsonAt(json, [...path, how, 'host'])))).filter(Boolean);
  const bad = containers.filter((one) => hostsOf(one).length > 0).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const hosts = unique(bad.flatMap(hostsOf));
  const what = plural(hosts.length, 'probe or lifecycle host', 'probe or lifecycle hosts');
  return about('probe or lifecycle host', bad, (who) => `${who} ${plural(bad.length, 'uses', 'use')} ${what} ${quoted(hosts)}`);
}

function privileged(containers: readonly Named[]): string[] {
  const bad = containers.filter(({ security }) => security['privileged'] === true);
  return about('privileged', bad, (who) => `${who} must not set securityContext.privileged=true`);
}

function procMount(containers: readonly Named[]): string[] {
  const bad = containers.filter(({ security }) => !['', 'Default'].includes(text(security['procMount'])));
  const values = quoted(unique(bad.map(({ security }) => text(security['procMount']))));
  return about('procMount', bad, (who) => `${who} must not set securityContext.procMount to ${values}`);
}

const SELINUX_TYPES = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']);

function seLinux(setters: Setters): string[] {
  const of = (security: JsonObject, option: 'type' | 'user' | 'role'): string =>
    text(jsonAt(security, ['seLinuxOptions', option]));
  const isBad = (security: JsonObject): boolean =>
    !SELINUX_TYPES.has(of(security, 'type')) || of(security, 'user') !== '' || of(security, 'role') !== '';
  const all = [setters.pod, ...setters.containers.map(({ security }) => security)];
  const types = unique(all.map((security) => of(security, 'type')).filter((type) => !SELINUX_TYPES.has(type)));
  const details = [
    ...(types.length === 0 ? [] : [`${plural(types.length, 'type', 'types')} ${quoted(types)}`]),
    ...(['user', 'role'] as const)
      .filter((option) => all.some((security) => of(security, option) !== ''))
      .map((option) => `${option} may not be set`),
  ];
  return set('seLinuxOptions', setters, isBad, `set forbidden securityContext.seLinuxOptions: ${details.join('; ')}`);
}

const seccompOf = (security: JsonObject): string => text(jsonAt(security, ['seccompProfile', 'type']));
const isUnconfined = (security: JsonObject): boolean => seccompOf(security) === 'Unconfined';
const NO_SECCOMP = 'must not set securityContext.seccompProfile.type to "Unconfined"';

function unconfined(setters: Setters): string[] {
  return set('seccompProfile', setters, isUnconfined, NO_SECCOMP);
}

function noSeccomp(setters: Setters): string[] {
  const explicit = unconfined(setters);
  if (explicit.length > 0 || seccompOf(setters.pod) !== '') return explicit;
  const bad = setters.containers.filter(({ security }) => seccompOf(security) === '');
  const demand = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return about('seccompProfile', bad, (who) => `pod or ${who} ${demand}`);
}

const SAFE_SYSCTLS = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
]);

function sysctls(pod: JsonObject): string[] {
  const bad = list(pod['sysctls'])
    .map((item) => text(object(item)['name']))
    .filter((name) => !SAFE_SYSCTLS.has(name));
  return bad.length === 0 ? [] : [`forbidden sysctls (${bad.join(', ')})`];
}

function hostProcess(setters: Setters): string[] {
  const isBad = (security: JsonObject): boolean => jsonAt(security, ['windowsOptions', 'hostProcess']) === true;
  return set('hostProcess', setters, isBad, 'must not set securityContext.windowsOptions.hostProcess=true');
}

function privilegeEscalation(containers: readonly Named[]): string[] {
  const bad = containers.filter(({ security }) => security['allowPrivilegeEscalation'] !== false);
  const demand = 'must set securityContext.allowPrivilegeEscalation=false';
  return about('allowPrivilegeEscalation != false', bad, (who) => `${who} ${demand}`);
}

function root(setters: Setters): string[] {
  const reason = 'runAsNonRoot != true';
  const isRoot = (security: JsonObject): boolean => security['runAsNonRoot'] === false;
  const explicit = set(reason, setters, isRoot, 'must not set securityContext.runAsNonRoot=false');
  if (explicit.length > 0 || setters.pod['runAsNonRoot'] === true) return explicit;
  const bad = setters.containers.filter(({ security }) => security['runAsNonRoot'] !== true);
  return about(reason, bad, (who) => `pod or ${who} must set securityContext.runAsNonRoot=true`);
}

function rootUser(setters: Setters): string[] {
  return set('runAsUser=0', setters, (security) => integer(security['runAsUser']) === 0, 'must not set runAsUser=0');
}
