import type { Machine } from '../../../src/model/stations';

/** Where a step is written down: in Kubernetes, and here. */
export interface Source {
  /** Absent: it has no counterpart in Kubernetes. */
  readonly name?: string;
  readonly path?: string;
  readonly first?: number;
  readonly last?: number;
  readonly ours: string;
}

/** A section of docs/controllers.md. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly formula?: string | undefined;
  readonly trap?: string | undefined;
  /** What older descriptions have otherwise. */
  readonly changed?: string | undefined;
  readonly source: Source;
}

export interface ControllerTexts {
  /** Of Kubernetes. */
  readonly tag: string;
  /** By their anchors. */
  readonly sections: Readonly<Record<string, Section>>;
  /** By machine and name of the step. */
  readonly steps: Readonly<Record<string, { readonly section: string; readonly source: Source }>>;
}

/** What there is to say of a step, or of a station; undefined: nothing. */
export interface Topic {
  /** The step, or the station. */
  readonly title: string;
  readonly isFunction: boolean;
  readonly section: Section;
  readonly source: Source;
}

export function topicOfStep({ steps, sections }: ControllerTexts, machine: Machine, step: string): Topic | undefined {
  const found = steps[`${machine} ${step}`];
  const section = sections[found?.section ?? ''];
  return found && section && { title: step, isFunction: true, section, source: found.source };
}

export function topicOfSection({ sections }: ControllerTexts, anchor: string): Topic | undefined {
  const section = sections[anchor];
  return section && { title: section.title, isFunction: false, section, source: section.source };
}

const OURS = 'https://github.com/rollout-lens/rollout-lens/blob/main/';

export interface SourceLinks {
  /** Absent: nothing there corresponds. */
  readonly kubernetes?: { readonly label: string; readonly href: string };
  readonly ours: { readonly label: string; readonly href: string };
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function linksOf({ name, path, first, last, ours }: Source, tag: string): SourceLinks {
  const own = { label: fileOf(ours), href: OURS + ours };
  if (path === undefined || name === undefined) return { ours: own };
  const href = `https://github.com/kubernetes/kubernetes/blob/${tag}/${path}#L${first}-L${last}`;
  return { kubernetes: { label: `${name}, ${fileOf(path)} lines ${first} to ${last}`, href }, ours: own };
}
