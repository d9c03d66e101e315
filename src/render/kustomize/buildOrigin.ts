/** Upstream: api/resource/origin.go, api/resmap/reswrangler.go (kustomize v5.8.1): what `buildMetadata` notes at objects. */
import { writeYaml } from '../goYaml/writer';
import type { Resource } from './resource';

export const ORIGIN = 'config.kubernetes.io/origin';
export const TRANSFORMATIONS = 'alpha.config.kubernetes.io/transformations';

export interface Configured {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

export interface BuildOrigin {
  readonly path?: string;
  readonly configuredIn?: string;
  readonly configuredBy?: Configured;
}

const FIELDS = ['path', 'configuredIn'] as const;
const CONFIGURED = ['apiVersion', 'kind', 'name', 'namespace'] as const;

/** Fields in the order of the Go type, which is not that of the writer. */
function originText(origin: BuildOrigin, indent = ''): string {
  const scalar = (name: string, value: string): string => writeYaml({ [name]: value }, { width: Infinity });
  const lines = FIELDS.flatMap((name) => (origin[name] ? [scalar(name, origin[name])] : []));
  const by = CONFIGURED.flatMap((name) => {
    const value = origin.configuredBy?.[name];
    return value ? [`  ${scalar(name, value)}`] : [];
  });
  if (by.length > 0) lines.push('configuredBy:\n', ...by);
  const text = lines.join('');
  return text === '' ? '{}\n' : text.replaceAll(/\n(?!$)/g, `\n${indent}`);
}

/** Upstream: OriginFromCustomPlugin: what an object of `generators` or `transformers` makes or changes is due to it. */
export function originOf(resource: Resource): BuildOrigin {
  const { apiVersion, kind, name, namespace } = resource;
  const configuredIn = resource.annotation(ORIGIN)?.replace(/^path: /, '').trim() ?? ''; // prettier-ignore
  return { configuredIn, configuredBy: { apiVersion, kind, name, namespace } };
}

/** Upstream: AddTransformerAnnotation. */
export function addTransformation(resources: readonly Resource[], origin: BuildOrigin): void {
  for (const resource of resources) {
    if (resource.isEmpty) continue;
    const { annotations } = resource;
    if (annotations.has(ORIGIN)) {
      const known = annotations.get(TRANSFORMATIONS) ?? '';
      annotations.set(TRANSFORMATIONS, `${known}- ${originText(origin, '  ')}`);
    } else annotations.set(ORIGIN, originText(origin));
    resource.setAnnotations(annotations);
  }
}

export function addOrigin(resource: Resource, origin: BuildOrigin): void {
  const { annotations } = resource;
  if (annotations.has(ORIGIN)) return;
  resource.setAnnotations(annotations.set(ORIGIN, originText(origin)));
}
