/** Upstream: staging/src/k8s.io/kubectl/pkg/describe/describe.go, describeContainers (v1.36.4). */
import { PROBE_DEFAULTS } from '../../model/defaults';
import type {
  Container,
  ContainerPort,
  EnvFromSource,
  EnvVarSource,
  Probe,
  ResourceList,
  SecurityContext,
} from '../../model/apiTypes';
import { canonicalQuantity, parseQuantity, quantityValue } from '../../model/quantity';
import { compareText } from './labels';
import { goQuote } from '../../model/goQuote';

const INDENT = '    ';
const DEEP_INDENT = '      ';

/** The containers of a template; no status, so no states, restarts or ids. */
export function describeContainers(label: string, containers: readonly Container[]): string[] {
  const title = `  ${label}:${containers.length === 0 ? ' <none>' : ''}`;
  return [title, ...containers.flatMap(describeContainer)];
}

function describeContainer(container: Container): string[] {
  const { envFrom = [], securityContext, ...mounts } = container;
  const deep = (lines: readonly string[]): string[] => lines.map((line) => `${DEEP_INDENT}${line}`);
  return [
    `   ${container.name}:`,
    `${INDENT}Image:\t${container.image ?? ''}`,
    ...portLines(container.ports ?? []),
    ...seccompLines(securityContext),
    ...textBlock('Command', container.command ?? []),
    ...textBlock('Args', container.args ?? []),
    ...resourceLines('Limits', container.resources?.limits),
    ...resourceLines('Requests', container.resources?.requests),
    ...probeLines(container),
    ...envFromLines(envFrom),
    `${INDENT}Environment:${(container.env ?? []).length === 0 ? '\t<none>' : ''}`,
    ...deep(envLines(container)),
    ...mountLines(mounts),
  ];
}

function portLines(ports: readonly ContainerPort[]): string[] {
  const format = (number: (port: ContainerPort) => number): string =>
    ports
      .map((port) => {
        const text = `${number(port)}/${port.protocol ?? 'TCP'}`;
        return port.name === undefined || port.name === '' ? text : `${text} (${port.name})`;
      })
      .join(', ');
  const line = (title: string, text: string): string =>
    text.includes(',') ? `${INDENT}${title}s:\t${text}` : `${INDENT}${title}:\t${text || '<none>'}`;
  return [
    line(
      'Port',
      format((port) => port.containerPort),
    ),
    line(
      'Host Port',
      format((port) => port.hostPort ?? 0),
    ),
  ];
}

function seccompLines(securityContext: SecurityContext | undefined): string[] {
  const profile = securityContext?.seccompProfile;
  if (profile === undefined) return [];
  const lines = [`${INDENT}SeccompProfile:\t${profile.type}`];
  if (profile.type === 'Localhost') lines.push(`${DEEP_INDENT}LocalhostProfile:\t${profile.localhostProfile ?? ''}`);
  return lines;
}

function textBlock(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`${INDENT}${title}:`, ...items.flatMap((item) => item.split('\n').map((line) => `${DEEP_INDENT}${line}`))];
}

function resourceLines(title: string, list: ResourceList | undefined): string[] {
  const entries = Object.entries(list ?? {}).sort(([a], [b]) => compareText(a, b));
  if (entries.length === 0) return [];
  return [`${INDENT}${title}:`, ...entries.map(([name, text]) => `${DEEP_INDENT}${name}:\t${canonicalQuantity(text)}`)];
}

function probeLines(container: Container): string[] {
  const probes: readonly [string, Probe | undefined][] = [
    ['Liveness', container.livenessProbe],
    ['Readiness', container.readinessProbe],
    ['Startup', container.startupProbe],
  ];
  return probes.flatMap(([title, probe]) => (probe === undefined ? [] : [`${INDENT}${title}:\t${describeProbe(probe)}`]));
}

interface ProbeHandlers {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly scheme?: string;
    readonly host?: string;
    readonly port?: number | string;
    readonly path?: string;
  };
  readonly tcpSocket?: { readonly host?: string; readonly port?: number | string };
  readonly grpc?: { readonly port: number; readonly service?: string };
}

/** A probe in one line: `http-get http://:8080/ready delay=0s timeout=1s period=10s #success=1 #failure=3`. */
export function describeProbe(probe: Probe): string {
  const number = (field: keyof typeof PROBE_DEFAULTS): number => probe[field] ?? PROBE_DEFAULTS[field];
  const times = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${number('timeoutSeconds')}s period=${number('periodSeconds')}s`;
  const attributes = `${times} #success=${number('successThreshold')} #failure=${number('failureThreshold')}`;
  const { exec, httpGet, tcpSocket, grpc } = probe as ProbeHandlers;
  if (exec !== undefined) return `exec [${(exec.command ?? []).join(' ')}] ${attributes}`;
  if (httpGet !== undefined) return `http-get ${probeUrl(httpGet)} ${attributes}`;
  if (tcpSocket !== undefined) return `tcp-socket ${tcpSocket.host ?? ''}:${tcpSocket.port ?? 0} ${attributes}`;
  if (grpc !== undefined) return `grpc <pod>:${grpc.port} ${grpc.service ?? ''} ${attributes}`;
  return `unknown ${attributes}`;
}

function probeUrl({ scheme = 'HTTP', host = '', port = 0, path = '/' }: NonNullable<ProbeHandlers['httpGet']>): string {
  const hostPort = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const absolute = path === '' || path.startsWith('/') ? path : `/${path}`;
  return `${scheme.toLowerCase()}://${hostPort}${encodePath(absolute)}`;
}

/** Escapes what a URL's path may not hold; `%` too, since the path is given unescaped. */
function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#[\]]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function envLines(container: Container): string[] {
  return (container.env ?? []).flatMap(({ name, value = '', valueFrom }) => {
    if (!valueFrom) {
      return value.split('\n').map((line, index) => (index === 0 ? `${name}:\t${line}` : `\t${line}`));
    }
    return envSourceLines(name, valueFrom, container);
  });
}

function envSourceLines(name: string, source: EnvVarSource, container: Container): string[] {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = source;
  if (fieldRef !== undefined) return [`${name}:\t (${fieldRef.apiVersion ?? 'v1'}:${fieldRef.fieldPath})`];
  if (resourceFieldRef !== undefined)
    return [`${name}:\t${resourceFieldValue(resourceFieldRef, container)} (${resourceFieldRef.resource})`];
  if (secretKeyRef !== undefined) {
    const { key, name: secret = '', optional = false } = secretKeyRef;
    return [`${name}:\t<set to the key '${key}' in secret '${secret}'>\tOptional: ${optional}`];
  }
  if (configMapKeyRef !== undefined) {
    const { key, name: configMap = '', optional = false } = configMapKeyRef;
    return [`${name}:\t<set to the key '${key}' of config map '${configMap}'>\tOptional: ${optional}`];
  }
  return [];
}

function envFromLines(sources: readonly EnvFromSource[]): string[] {
  if (sources.length === 0) return [];
  const lines = sources.map(({ prefix = '', configMapRef, secretRef }) => {
    const kind = configMapRef !== undefined ? 'ConfigMap' : secretRef !== undefined ? 'Secret' : '';
    const { name = '', optional = false } = configMapRef ?? secretRef ?? {};
    const withPrefix = prefix === '' ? '' : ` with prefix '${prefix}'`;
    return `${DEEP_INDENT}${name}\t${kind}${withPrefix}\tOptional: ${optional}`;
  });
  return [`${INDENT}Environment Variables from:`, ...lines];
}

function mountLines({ volumeMounts = [], volumeDevices = [] }: Container): string[] {
  const mounts = [...volumeMounts].sort((a, b) => compareText(a.mountPath, b.mountPath));
  const devices = [...volumeDevices].sort((a, b) => compareText(a.devicePath, b.devicePath));
  const none = mounts.length === 0 ? '\t<none>' : '';
  const lines = [`${INDENT}Mounts:${none}`];
  for (const { mountPath, name, readOnly, subPath = '' } of mounts) {
    const flags = `${readOnly === true ? 'ro' : 'rw'}${subPath === '' ? '' : `,path=${goQuote(subPath)}`}`;
    lines.push(`${DEEP_INDENT}${mountPath} from ${name} (${flags})`);
  }
  // QUIRK: "Devices:" repeats the mounts' <none>.
  if (devices.length > 0) lines.push(`${INDENT}Devices:${none}`);
  for (const { devicePath, name } of devices) lines.push(`${DEEP_INDENT}${devicePath} from ${name}`);
  return lines;
}

function resourceFieldValue({ resource }: { readonly resource: string }, container: Container): string {
  const [kind, ...rest] = resource.split('.');
  const list = kind === 'limits' ? container.resources?.limits : container.resources?.requests;
  const text = list?.[rest.join('.')];
  const value = text === undefined ? '0' : wholeUnits(text);
  return value === '0' && (resource === 'limits.cpu' || resource === 'limits.memory') ? 'node allocatable' : value;
}

function wholeUnits(text: string): string {
  const quantity = parseQuantity(text);
  return quantity === undefined ? '' : String(quantityValue(quantity));
}
