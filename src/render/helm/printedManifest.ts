/** Upstream: pkg/action/action.go, cmd/helm/template.go (Helm v3.21.4): what is printed of the rendered files. */
import type { Rendering } from '../goTemplate/trace';
import { GoError } from '../goTemplate/value';
import { chartFullPath, type Chart } from './chart';
import { compilePattern } from './globPattern';
import { sortManifests, splitManifests } from './sortedManifests';

const NOTES = 'NOTES.txt';

export function isNotes(file: string): boolean {
  return file.endsWith(NOTES);
}

/** `--no-hooks` and `--skip-tests`. */
export type HookChoice = 'all' | 'noTests' | 'none';

export interface PrintChoice {
  readonly hooks?: HookChoice;
  /** `--include-crds`: of this chart and of those that it depends on. */
  readonly definitionsOf?: Chart | undefined;
}

/** A document with the file that it stands in: `web/templates/a.yaml`. */
export interface PrintedDocument {
  readonly name: string;
  readonly content: string;
}

/** All that is printed, in the order in which it is. */
export interface Printed {
  /** The files in `crds/`, as they are. */
  readonly definitions: readonly PrintedDocument[];
  readonly generic: readonly PrintedDocument[];
  readonly hooks: readonly PrintedDocument[];
}

type Rendered = ReadonlyMap<string, Rendering>;

/** Throws `GoError` for what is no YAML. */
export function printedDocuments(rendered: Rendered, { hooks: choice = 'all', definitionsOf }: PrintChoice = {}): Printed {
  const { generic, hooks } = sortManifests(new Map(manifestFiles(rendered)));
  return {
    definitions: definitionsOf === undefined ? [] : definitions(definitionsOf),
    generic,
    hooks: choice === 'none' ? [] : hooks.filter(({ isTest }) => choice === 'all' || !isTest),
  };
}

const manifestFiles = (rendered: Rendered): (readonly [string, string])[] =>
  [...rendered].filter(([name]) => !isNotes(name)).map(([name, { text }]) => [name, text] as const);

function definitions(chart: Chart): readonly PrintedDocument[] {
  const own = chart.files.filter(({ name }) => name.startsWith('crds/') && /\.(?:ya?ml|json)$/i.test(name));
  return [
    ...own.map(({ name, data }) => ({ name: `${chartFullPath(chart)}/${name}`, content: data })),
    ...chart.dependencies.flatMap(definitions),
  ];
}

export const withSource = ({ name, content }: PrintedDocument): string => `---\n${SOURCE}${name}\n${content}\n`;

const SOURCE = '# Source: ';

/** What `helm template` prints. Throws `GoError`. */
export function manifestOf(rendered: Rendered, choice: PrintChoice = {}): string {
  return manifestText(printedDocuments(rendered, choice));
}

export function manifestText({ definitions, generic, hooks }: Printed): string {
  const documents = [...definitions, ...generic].map(withSource).join('');
  return `${documents.trim()}\n${hooks.map(withSource).join('')}`;
}

/** `--debug`: the files as they were rendered, whether or not they are YAML. */
export function unsortedManifestOf(rendered: Rendered): string {
  const files = manifestFiles(rendered).filter(([, text]) => text.trim() !== '');
  return `${files.map(([name, content]) => withSource({ name, content })).join('').trim()}\n`; // prettier-ignore
}

/** `--show-only`: the documents of the files that fit each pattern, one pattern after the other. Throws `GoError`. */
export function onlyShown(manifest: string, patterns: readonly string[]): string {
  const documents = splitManifests(manifest).map((text) => ({ text, path: pathInChart(text) }));
  const shown = patterns.flatMap((pattern) => {
    const matches = compilePattern(pattern, { isGlob: false, negation: '^' });
    const found = documents.filter(({ path }) => path !== undefined && matches?.(path) === true);
    if (found.length === 0) throw new GoError(`could not find template ${pattern} in chart`);
    return found;
  });
  return shown.map(({ text }) => `---\n${text}\n`).join('');
}

/** `templates/a.yaml` of `# Source: web/templates/a.yaml`. */
function pathInChart(text: string): string | undefined {
  let at = text.indexOf(SOURCE);
  while (at >= 0) {
    const slash = text.indexOf('/', at + SOURCE.length);
    if (slash < 0) return undefined;
    const lineBreak = text.indexOf('\n', slash);
    const path = text.slice(slash + 1, lineBreak < 0 ? undefined : lineBreak);
    if (slash > at + SOURCE.length && path !== '') return path;
    at = text.indexOf(SOURCE, slash);
  }
  return undefined;
}
