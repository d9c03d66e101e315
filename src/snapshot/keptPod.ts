import { isJsonObject, type JsonObject, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import { sleepOfCommand } from '../model/sleepOfCommand';

/**
 * Values of variables, commands and arguments may be secret, and whether two templates are the same must still be seen: each
 * gets a number instead, the same for the same value, and which value it was is forgotten once all is read.
 */
export class Veil {
  readonly #numbers = new Map<string, number>();

  over(value: JsonValue): string {
    const key = JSON.stringify(value);
    // What an earlier veil has hidden already.
    if (typeof value === 'string' && VEILED.test(value)) return value;
    const known = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, known);
    return `(value ${known} is not kept)`;
  }
}

const VEILED = /^\(value \d+ is not kept\)$/;

/** Annotations that nobody uses still tell two versions apart: a checksum of the configuration is often all that differs. */
const OTHER_ANNOTATIONS = 'rollout-lens/others';

export function keptTemplate(template: JsonObject, keptMetadata: (metadata: JsonObject) => JsonObject, veil: Veil): JsonObject {
  const { metadata, spec } = template;
  const written = object(metadata);
  const kept = keptMetadata(written);
  const annotations = object(kept['annotations']);
  const others = Object.entries(object(written['annotations'])).filter(([name]) => annotations[name] === undefined);
  others.sort(([a], [b]) => (a < b ? -1 : 1));
  const hidden = others.length === 0 ? {} : { annotations: { ...annotations, [OTHER_ANNOTATIONS]: veil.over(others) } };
  return {
    ...(metadata === undefined ? {} : { metadata: { ...kept, ...hidden } }),
    spec: keptPodSpec(object(spec), veil, false),
  };
}

/** Of a pod, what admission puts into it beside its template goes as well. */
export function keptPodSpec(spec: JsonObject, veil: Veil, isPod: boolean): JsonObject {
  const { ephemeralContainers: _ephemeral, serviceAccount: _account, ...rest } = spec;
  const containers = (field: string): JsonObject => {
    const all = list(spec[field]);
    return all.length === 0 ? {} : { [field]: all.map((item) => keptContainer(object(item), veil, isPod)) };
  };
  const volumes = list(spec['volumes']).filter((volume) => !isPod || !isToken(object(volume)['name']));
  const { volumes: _volumes, initContainers: _init, containers: _containers, ...plain } = rest;
  return {
    ...plain,
    ...(volumes.length === 0 ? {} : { volumes: volumes.map((volume) => keptVolume(object(volume), veil)) }),
    ...containers('initContainers'),
    ...containers('containers'),
  };
}

/** The token of the service account, mounted into every pod under a name of chance. */
function isToken(name: JsonValue | undefined): boolean {
  return text(name).startsWith('kube-api-access-');
}

function keptContainer(container: JsonObject, veil: Veil, isPod: boolean): JsonObject {
  const { env, command, args, volumeMounts, lifecycle, ...rest } = container;
  const mounts = list(volumeMounts).filter((mount) => !isPod || !isToken(object(mount)['name']));
  return {
    ...rest,
    ...(command === undefined ? {} : { command: [veil.over(command)] }),
    ...(args === undefined ? {} : { args: [veil.over(args)] }),
    ...(list(env).length === 0 ? {} : { env: list(env).map((item) => keptVariable(object(item), veil)) }),
    ...(mounts.length === 0 ? {} : { volumeMounts: mounts }),
    ...keptHandlers(container, PROBES, veil),
    ...(isJsonObject(lifecycle) ? { lifecycle: { ...lifecycle, ...keptHandlers(lifecycle, HOOKS, veil) } } : {}),
  };
}

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];
const HOOKS = ['postStart', 'preStop'];

/** Passwords stand in commands and headers of probes and hooks, too. Of a command only its sleep counts. */
function keptHandlers(json: JsonObject, fields: readonly string[], veil: Veil): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const field of fields) {
    const handler = json[field];
    if (!isJsonObject(handler)) continue;
    const { exec, httpGet } = handler;
    kept[field] = {
      ...handler,
      ...(isJsonObject(exec) ? { exec: { command: keptCommand(list(exec['command']), veil) } } : {}),
      ...(isJsonObject(httpGet) ? { httpGet: withoutHeaders(httpGet, veil) } : {}),
    };
  }
  return kept;
}

function keptCommand(command: readonly JsonValue[], veil: Veil): JsonValue {
  const seconds = sleepOfCommand(command);
  return [...(seconds === undefined ? [] : ['sleep', `${seconds}`]), veil.over([...command])];
}

function withoutHeaders(request: JsonObject, veil: Veil): JsonObject {
  const headers = list(request['httpHeaders']);
  if (headers.length === 0) return request;
  return { ...request, httpHeaders: headers.map((header) => keptVariable(object(header), veil)) };
}

/** What drivers are told of a volume. */
function keptVolume(volume: JsonObject, veil: Veil): JsonObject {
  const { csi, flexVolume } = volume;
  const hidden = (source: JsonObject, field: string): JsonObject =>
    source[field] === undefined ? source : { ...source, [field]: { hidden: veil.over(source[field]) } };
  return {
    ...volume,
    ...(isJsonObject(csi) ? { csi: hidden(csi, 'volumeAttributes') } : {}),
    ...(isJsonObject(flexVolume) ? { flexVolume: hidden(flexVolume, 'options') } : {}),
  };
}

function keptVariable(variable: JsonObject, veil: Veil): JsonObject {
  const { value } = variable;
  return value === undefined || value === '' ? variable : { ...variable, value: veil.over(value) };
}
