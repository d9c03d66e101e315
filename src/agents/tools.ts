/** A tool for coding agents: what it is called, what it is for, and what it may be given (JSON Schema). */
export interface AgentTool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
}

export interface InputSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

interface Property {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type ToolName = 'rollout_check' | 'rollout_explain' | 'rollout_simulate' | 'rollout_review';

export const FAULTS = ['neverReady', 'crash', 'imagePullError', 'neverAnswers'] as const;
const MAX_NODES = 5000;

const PATH = { type: 'string', description: 'A manifest, seen from the top of the workspace, such as deploy/web.yaml.' } as const;
const TEXT = { type: 'string', description: 'YAML or JSON of manifests, in place of a file.' } as const;
const WORKLOAD = { type: 'string', description: 'Name of the Deployment or DaemonSet, where the file has several.' } as const;

const toolFor = (name: ToolName, title: string, description: string, properties: InputSchema['properties']): AgentTool => ({
  name,
  title,
  description,
  inputSchema: { type: 'object', additionalProperties: false, properties },
});

/** The same in the editor (package.json repeats them, a test compares) and over the protocol. */
export const TOOLS: readonly AgentTool[] = [
  toolFor(
    'rollout_check',
    'Check Kubernetes rollouts',
    'Lists what is wrong with the rollout of Kubernetes Deployments and DaemonSets in a manifest, a chart or an overlay: what the API server rejects, what stalls, what takes the service down. With file, line, rule and what to do. Use it after writing or editing such a manifest.',
    {
      path: { ...PATH, description: `${PATH.description} Without path and text: the whole workspace.` },
      text: TEXT,
      severity: {
        type: 'string',
        enum: ['error', 'warning', 'info', 'hint'],
        description: 'That and what is worse is listed (default: info).',
      },
    },
  ),
  toolFor(
    'rollout_explain',
    'Explain Kubernetes rollouts in numbers',
    'Gives the numbers of a rollout as the controllers compute them: pods wanted, most extra and most unavailable, floor and ceiling, about how long, and what is found. Use it to answer questions on maxSurge, maxUnavailable, replicas and deadlines.',
    { path: PATH, text: TEXT, workload: WORKLOAD },
  ),
  toolFor(
    'rollout_simulate',
    'Simulate a Kubernetes rollout',
    'Plays the rollout of a Deployment or DaemonSet with the real controllers’ logic on a virtual clock, and gives the verdict: does it complete, how long does it take, how few pods are available, why does it stall and what helps. Nothing is applied.',
    {
      path: PATH,
      text: TEXT,
      workload: WORKLOAD,
      base: {
        type: 'string',
        description: 'A manifest with the version that runs now; otherwise the same with another template.',
      },
      nodes: { type: 'integer', minimum: 0, maximum: MAX_NODES, description: 'Number of nodes of the cluster.' },
      fault: { type: 'string', enum: FAULTS, description: 'What is wrong with the new version: for “what if”.' },
    },
  ),
  toolFor(
    'rollout_review',
    'Review what a change rolls out',
    'Compares the manifests, charts and overlays of the workspace with a base, and says which workloads restart, scale, are rejected or go wrong, with new and fixed findings. Use it before a change is committed.',
    { base: { type: 'string', description: 'A branch, tag or commit to compare with, such as main.' } },
  ),
];

export type ToolInput = Readonly<Record<string, string | number | undefined>>;

/** The input as the schema has it, or what is wrong with it. */
export function inputOf({ name, inputSchema }: AgentTool, given: unknown): ToolInput | { readonly problem: string } {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) return { problem: `${name} takes an object` };
  const { properties } = inputSchema;
  for (const [key, value] of Object.entries(given as Readonly<Record<string, unknown>>)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property === undefined) return { problem: `${name} takes ${Object.keys(properties).join(', ')}, not ${key}` };
    const wrong = wrongWith(value, property);
    if (wrong !== undefined) return { problem: `${key} ${wrong}` };
  }
  return given as ToolInput;
}

function wrongWith(
  value: unknown,
  { type, enum: choices, minimum = -Infinity, maximum = Infinity }: Property,
): string | undefined {
  if (type === 'string' && typeof value !== 'string') return 'is a text';
  if (type === 'integer' && (!Number.isInteger(value) || (value as number) < minimum || (value as number) > maximum))
    return `is a whole number from ${minimum} to ${maximum}`;
  return choices?.includes(value as string) === false ? `is one of ${choices.join(', ')}` : undefined;
}
