import type { Path } from '../../manifest/source';

/** The file of a repository that says what its people have agreed on: the editor and the command line read it. */
export const SETTINGS_FILE = '.rollout-lens.yaml';

/** As much of JSON Schema as package.json describes the settings with. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: boolean | ValueSchema;
  readonly propertyNames?: { readonly enum?: readonly string[]; readonly enumDescriptions?: readonly string[] };
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly default?: unknown;
}

const PREFIX = 'rolloutLens.';

/** What may stand in the file: the settings of the editor, `a.b` as it is or as `b` below `a`. */
export function fileSchema(settings: Readonly<Record<string, ValueSchema>>): ValueSchema {
  const groups = new Map<string, Record<string, ValueSchema>>();
  const properties: Record<string, ValueSchema> = {};
  for (const [key, schema] of Object.entries(settings)) {
    const [group = '', ...rest] = key.slice(PREFIX.length).split('.');
    properties[key.slice(PREFIX.length)] = schema;
    if (rest.length === 0) continue;
    groups.set(group, { ...groups.get(group), [rest.join('.')]: schema });
  }
  for (const [group, below] of groups)
    properties[group] = { type: 'object', additionalProperties: false, properties: below, ...HEADINGS[group] };
  return { type: 'object', additionalProperties: false, properties };
}

/** What the groups are about; their settings say the rest. */
const HEADINGS: Readonly<Record<string, ValueSchema>> = {
  assumptions: { description: 'What no manifest says: times of pods, zones, limits of the controllers’ clients.' },
  codeLens: { description: 'The line above each workload.' },
  inlayHints: { description: 'Numbers behind percentages and expressions.' },
  snapshots: { description: 'Cluster snapshots.' },
};

/** What may stand at a path; undefined: nothing is known of it. */
export function schemaAt(schema: ValueSchema | undefined, path: Path): ValueSchema | undefined {
  return path.reduce<ValueSchema | undefined>((at, step) => {
    if (at === undefined || typeof step === 'number') return at?.items;
    return ownValue(at.properties, step) ?? (typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined);
  }, schema);
}

export function ownValue<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Names that may stand in a map, with what they mean. */
export function namesIn(schema: ValueSchema): readonly (readonly [name: string, means: string])[] {
  const { properties = {}, propertyNames } = schema;
  const listed = propertyNames?.enum?.map((name, index) => [name, propertyNames.enumDescriptions?.[index] ?? ''] as const) ?? [];
  return [...Object.entries(properties).map(([name, each]) => [name, meaningOf(each)] as const), ...listed];
}

export function meaningOf({ markdownDescription, description = '' }: ValueSchema): string {
  return markdownDescription ?? description;
}
