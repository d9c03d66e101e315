import { readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';
import { chapters, knownFunctions, splitReference } from './texts.mjs';

/** @typedef {import('../../../webview/model/inside/texts').ControllerTexts} ControllerTexts */
/** @typedef {import('../../../webview/model/inside/texts').Section} Section */
/** @typedef {import('../../../webview/model/inside/texts').Source} Source */

const DOCUMENT = 'docs/controllers.md';
/** Whose steps the chapters are about, by their place. */
const MACHINES = [undefined, 'deployment', 'replicaset', 'daemonset', undefined];

/** The paragraphs of a section, by what they are. @param {string} text */
function parts(text) {
  /** @type {Record<'text' | 'formula' | 'example' | 'trap' | 'changed', string[]>} */
  const found = { text: [], formula: [], example: [], trap: [], changed: [] };
  /** @type {keyof typeof found} */
  let part = 'text';
  for (const block of text.split(/\n{2,}/)) {
    const line = block.trim();
    // Pictures with what stands below them, anchors, and the links of the page itself.
    if (line === '' || /^(!\[|_|<a )/.test(line)) continue;
    const head = /^(?:> )?\*\*(Formula|With numbers|Trap|Changed)[.:]\*\* ?/.exec(line);
    if (head !== null)
      part = head[1] === 'With numbers' ? 'example' : /** @type {'formula' | 'trap' | 'changed'} */ (head[1]?.toLowerCase());
    found[part].push(line.slice(head?.[0].length ?? 0));
  }
  return found;
}

/** @param {string | undefined} upstream @param {string} ours @returns {Source} */
function sourceOf(upstream, ours) {
  const own = splitReference(ours).path;
  if (upstream === undefined) return { ours: own };
  const { path, name } = splitReference(upstream);
  const lines = knownFunctions().files[path]?.[name];
  if (lines === undefined) throw new Error(`${upstream} is not known: npm run docs:controllers, with ../shared at hand`);
  return { name, path, first: lines[0], last: lines[1], ours: own };
}

/** @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/**
 * The texts of docs/controllers.md as the simulator shows them beside a step: without tables and pictures, since there the
 * numbers of the moment are at hand.
 * @returns {ControllerTexts}
 */
export function pageTexts() {
  const written = readFileSync(inProject(DOCUMENT), 'utf8').split(/^## /m).slice(1);
  /** @type {Record<string, Section>} */
  const sections = {};
  /** @type {Record<string, { section: string, source: Source }>} */
  const steps = {};
  chapters().forEach(({ title, steps: described }, chapter) => {
    const texts = written
      .find((text) => text.startsWith(`${title}\n`))
      ?.split(/^### /m)
      .slice(1);
    if (texts?.length !== described.length) throw new Error(`${DOCUMENT} is older than the texts: npm run docs:controllers`);
    described.forEach(({ step, anchor, upstream, ours, covers = [] }, index) => {
      const { text, formula, trap, changed } = parts((texts[index] ?? '').replace(/^.*\n/, ''));
      // A controller may have a step of a name that the one before it has, too: the later one is numbered, as in the page.
      const base = anchor ?? anchorOf(step);
      const id = base in sections ? `${base}-1` : base;
      const source = sourceOf(upstream, ours);
      const join = (/** @type {string[]} */ blocks) => (blocks.length === 0 ? undefined : blocks.join('\n\n'));
      sections[id] = {
        title: step,
        text: text.join('\n\n'),
        formula: join(formula),
        trap: join(trap),
        changed: join(changed),
        source,
      };
      const machine = MACHINES[chapter];
      if (machine !== undefined) steps[`${machine} ${step}`] = { section: id, source };
      for (const cover of covers)
        steps[`${cover.of} ${cover.step}`] = { section: id, source: sourceOf(cover.upstream, cover.ours) };
    });
  });
  return { tag: knownFunctions().tag, sections, steps };
}
