import type { JsonObject, JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';

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

export function keptTemplate(template: JsonObject, keptMetadata: (metadata: JsonObject) => JsonObject, veil: Veil): JsonObject {
  const { metadata, spec } = template;
  return {
    ...(metadata === undefined ? {} : { metadata: keptMetadata(object(metadata)) }),
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
    ...(volumes.length === 0 ? {} : { volumes }),
    ...containers('initContainers'),
    ...containers('containers'),
  };
}

/** The token of the service account, mounted into every pod under a name of chance. */
function isToken(name: JsonValue | undefined): boolean {
  return text(name).startsWith('kube-api-access-');
}

function keptContainer(container: JsonObject, veil: Veil, isPod: boolean): JsonObject {
  const { env, command, args, volumeMounts, ...rest } = container;
  const mounts = list(volumeMounts).filter((mount) => !isPod || !isToken(object(mount)['name']));
  return {
    ...rest,
    ...(command === undefined ? {} : { command: [veil.over(command)] }),
    ...(args === undefined ? {} : { args: [veil.over(args)] }),
    ...(list(env).length === 0 ? {} : { env: list(env).map((item) => keptVariable(object(item), veil)) }),
    ...(mounts.length === 0 ? {} : { volumeMounts: mounts }),
  };
}

function keptVariable(variable: JsonObject, veil: Veil): JsonObject {
  const { value } = variable;
  return value === undefined || value === '' ? variable : { ...variable, value: veil.over(value) };
}
