import type { ScalableGroup } from '../engine/simulation/scenario/actions';
import type { ObjectEdit } from '../manifest/edits';
import type { JsonObject } from '../manifest/json';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { Assumptions } from '../model/assumptions';
import type { LoadSpec } from '../model/load';
import type { RolloutEnvelope } from './rolloutEnvelope';
import type { AutoscalerFact, ClusterFacts, NodeFact } from './facts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';
export type RuleGroup = 'rejected' | 'stalls' | 'takes down' | 'surprises';

/** Something the API server says about a manifest, with its place in the object. */
export interface ServerComplaint {
  readonly kind: 'decode' | 'strict' | 'invalid' | 'warning';
  readonly message: string;
  readonly field: string;
  readonly detail: string;
  readonly path: Path;
  /** Where the field is not known: those that there are in its place. */
  readonly known?: readonly string[];
}

/** Everything a rule may look at. */
export interface RuleContext {
  readonly workload: Workload;
  /** The numbers of the rollout; undefined where a field they need is not known or not valid. */
  readonly envelope: RolloutEnvelope | undefined;
  readonly facts: ClusterFacts;
  /** How many nodes there are, and whether that is known or assumed. */
  readonly nodes: {
    readonly count: number;
    readonly known: boolean;
    /** The manifests of all nodes, where the number is from them. */
    readonly manifests: readonly NodeFact[];
    /** To which an autoscaler adds nodes; absent: nobody does. */
    readonly groups?: readonly ScalableGroup[];
  };
  /** Whose minimum or maximum the numbers rest on, because no replicas are written, or fewer, or more. */
  readonly autoscaler: AutoscalerFact | undefined;
  readonly assumptions: Assumptions;
  /** What is known of the requests that Services send. */
  readonly traffic: LoadSpec;
  readonly complaints: readonly ServerComplaint[];
  /** The same workload in the version that the file is compared with. */
  readonly before: Workload | undefined;
  /** What that version is called: `the committed version`. */
  readonly beforeName: string;
  /** What `kubectl apply` makes of both; undefined: what is written, or it is not known. */
  readonly mergedSpec: () => JsonObject | undefined;
}

export interface Fix {
  readonly title: string;
  /** Paths from the top of the object. Parts of a value that only a person knows are `blank`. */
  readonly edits: readonly ObjectEdit[];
  /** A document of its own, put behind this one. */
  readonly append?: string;
  /** There is one right answer and this is it. */
  readonly preferred?: boolean;
}

export interface Finding {
  readonly message: string;
  /** The few words that fit on a code lens. */
  readonly short: string;
  readonly path: Path;
  /** Lower than the rule's own severity, where this case is milder. */
  readonly severity?: Severity;
  /** The message names a condition, and whether it is met nobody knows. */
  readonly isConditional?: boolean;
  readonly fixes?: readonly Fix[];
}

/**
 * A rule is data and one pure function. The id is part of the product: settings, comments and the documentation name it.
 * What happens, why, and what to do is told in docs/rules/ID.md.
 */
export interface Rule {
  readonly id: string;
  readonly group: RuleGroup;
  /**
   * What its findings say of the rollout: that it does not complete, or that for a while no pod is available. The simulation
   * of the same workspace shows the same (test/agreement).
   */
  readonly claims?: 'stall' | 'outage' | 'nothing';
  readonly severity: Severity;
  /** Requests that are lost during a rollout hurt only where somebody sends them: not where a sample is tried. */
  readonly needsUsers?: true;
  readonly title: string;
  /**
   * The parts of the object that the verdict rests on. Where a template decides one of them the rule is silent. `strategy` stands
   * for `spec.strategy` or `spec.updateStrategy`, `*` for each entry of a list.
   */
  readonly reads: readonly string[];
  /** Complaints of the API server that this rule words better. */
  readonly covers?: (complaint: ServerComplaint) => boolean;
  readonly check: (context: RuleContext) => readonly Finding[];
}

/** These fields of all containers, and which of them keep running. */
export function ofContainers(...fields: readonly string[]): readonly string[] {
  const of = (list: string): string[] => ['restartPolicy', ...fields].map((field) => `spec.template.spec.${list}.*.${field}`);
  return [...of('containers'), ...of('initContainers')];
}

/** What decides how much a pod asks for. */
export const REQUEST_READS: readonly string[] = [
  'spec.template.spec.resources',
  'spec.template.spec.overhead',
  'spec.template.spec.priorityClassName',
  ...ofContainers('name', 'resources'),
];

/** What decides where pods fit. */
export const PLACE_READS: readonly string[] = [
  'spec.template.metadata',
  ...['affinity', 'hostNetwork', 'nodeName', 'nodeSelector', 'tolerations', 'topologySpreadConstraints', 'volumes'].map(
    (field) => `spec.template.spec.${field}`,
  ),
  ...ofContainers('ports'),
  ...REQUEST_READS,
];

/** The parts that decide the envelope. */
export const ENVELOPE_READS = ['spec.replicas', 'strategy'] as const;

/** A part of a fix to be filled in: the text is where one begins. */
export function blank(text: string): string {
  return `\u27e6${text}\u27e7`;
}

/** The parts of a fix that `blank` has marked. */
export const BLANKS = /\u27e6([^\u27e6\u27e7]*)\u27e7/g;
