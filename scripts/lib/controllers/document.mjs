import { format, resolveConfig } from 'prettier';
import { inProject } from '../project.mjs';
import { computedTexts } from './numbers.mjs';
import { RUNS } from './runs.mjs';
import { chapters, knownFunctions, splitReference } from './texts.mjs';

/** @typedef {import('./texts.mjs').Step} Step */

export const CONTROLLERS_DOC = 'docs/controllers.md';

/** @param {string} run */
export const pictureFile = (run) => `docs/images/controllers-${run}.svg`;

const INTRO = `# How the Deployment, ReplicaSet and DaemonSet controllers work

<!-- Made by \`npm run docs:controllers\` from docs/controllers and the engine; not to be edited by hand. -->

This page can be read from the beginning to the end, and needs no more than an idea of what a Deployment is. Each section is about one step of the real code: what it does, by
which formula, with numbers, where the trap is, and what has changed since older descriptions. It ends with links to the function in Kubernetes TAG and to the same function here.
All numbers, tables and pictures come from the engine of Rollout Lens, which does step by step what the recorded controllers did ([fidelity](fidelity.md)).`;

/** As GitHub makes them. @param {string} heading */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** @param {Step} step */
function isFunction({ step }) {
  return /^[a-z]+[A-Z]\w*$|^(?:sync|scale|manage|rollback)$/.test(step);
}

/** @param {string} text @param {Readonly<Record<string, string>>} computed */
function filled(text, computed) {
  return text.replace(/\{\{([\w.:-]+)\}\}/g, (_, name) => {
    if (name.startsWith('picture:')) return picture(name.slice('picture:'.length));
    const value = computed[name];
    if (value === undefined) throw new Error(`the texts ask for ${name}, which nobody computes`);
    return value;
  });
}

/** @param {string} run */
function picture(run) {
  const { what } = RUNS[/** @type {import('./runs.mjs').RunName} */ (run)];
  return `![${what}](${pictureFile(run).replace('docs/', '')})\n\n_${what}, as the simulator shows it._`;
}

/** @param {Step} step */
function sources({ upstream, ours }) {
  const here = splitReference(ours);
  const name = here.path.slice(here.path.lastIndexOf('/') + 1);
  const own = `here [${name}](../${here.path})`;
  if (upstream === undefined) return own;
  const { tag, files } = knownFunctions();
  const { path, name: functionName } = splitReference(upstream);
  const lines = files[path]?.[functionName];
  if (lines === undefined)
    throw new Error(`docs/controllers/functions.json lacks ${upstream}: npm run docs:controllers, with ../shared at hand`);
  const [first, last] = lines;
  const link = `https://github.com/kubernetes/kubernetes/blob/${tag}/${path}#L${first}-L${last}`;
  return `Kubernetes [\`${functionName}\`](${link}) (${path.slice(path.lastIndexOf('/') + 1)}, lines ${first} to ${last}) · ${own}`;
}

/** @param {Step} step @param {Readonly<Record<string, string>>} computed */
function section(step, computed) {
  const { text, formula, example, trap, changed, anchor } = step;
  const parts = [
    ...(anchor === undefined || anchor === anchorOf(step.step) ? [] : [`<a id="${anchor}"></a>`]),
    `### ${isFunction(step) && anchor === undefined ? `\`${step.step}\`` : step.step}`,
    filled(text.trim(), computed),
    ...(formula === undefined ? [] : [`> **Formula:** ${formula}`]),
    ...(example === undefined ? [] : ['**With numbers.**', filled(`{{${example}}}`, computed)]),
    ...(trap === undefined ? [] : [`**Trap.** ${filled(trap.trim(), computed)}`]),
    ...(changed === undefined ? [] : [`**Changed.** ${filled(changed.trim(), computed)}`]),
    `_${sources(step)}_`,
  ];
  return parts.join('\n\n');
}

/** The text of docs/controllers.md. */
export async function controllersDocument() {
  const computed = computedTexts();
  const all = chapters();
  const contents = all.map(({ title, steps }) => {
    const links = steps.map(({ step, anchor }) => `[${step}](#${anchor ?? anchorOf(step)})`);
    return `- [${title}](#${anchorOf(title)}): ${links.join(' · ')}`;
  });
  const texts = all.map(({ title, intro, steps }) =>
    [`## ${title}`, filled(intro.trim(), computed), ...steps.map((step) => section(step, computed))].join('\n\n'),
  );
  const options = await resolveConfig(inProject(CONTROLLERS_DOC));
  const intro = INTRO.replace('TAG', knownFunctions().tag);
  return format([intro, contents.join('\n'), ...texts].join('\n\n'), { ...options, parser: 'markdown' });
}
