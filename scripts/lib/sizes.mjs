import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { requireBuild } from './bundles.mjs';
import { HumanError, inProject } from './project.mjs';

const kB = 1000;

/** @param {string} path */
function read(path) {
  if (!existsSync(inProject(path)))
    throw new HumanError(`${path} is missing: the build no longer writes it, or did not run. Run \`npm run build\`.`);
  return readFileSync(inProject(path));
}

/** @param {Uint8Array} bytes */
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** What the page loads where somebody looks inside the controllers. */
const INSIDE = ['inside.js', 'inside.css', 'recorder.js'];

/** Everything the page loads at once, or what it loads later; the source maps of a development build are not among it. */
function webviewSize(isLater = false) {
  for (const required of ['main.js', 'worker.js', ...INSIDE]) read(`dist/webview/${required}`);
  const files = readdirSync(inProject('dist/webview')).filter(
    (name) => !name.endsWith('.map') && INSIDE.includes(name) === isLater,
  );
  return files.reduce((sum, name) => sum + gzipped(read(`dist/webview/${name}`)), 0);
}

/** What is loaded when it is asked for, by the names of those who ask; the first that fits counts. */
const LATER = /** @type {const} */ ({
  agents: /^(?:agentToolsRoom|settingsFileRoom|issueReport)\.js$/,
  snapshots: /snapshot/i,
  builds: /builds|builtFiles|templateViews/i,
  engine: /publicApi.*reviewRun/,
  rest: /^/,
});

/** @param {keyof typeof LATER} wanted */
function laterSize(wanted) {
  const sortOf = (/** @type {string} */ name) => Object.entries(LATER).find(([, pattern]) => pattern.test(name))?.[0];
  const names = readdirSync(inProject('dist/parts')).filter((name) => sortOf(name) === wanted);
  return names.reduce((sum, name) => sum + read(`dist/parts/${name}`).length, 0);
}

const measures = [
  // Of them 3 kB for finding what surrounds a workload without looking at everything, 1 kB for the machine and tours, 7 kB for
  // whom Services take by mistake, who must not be root, what else a namespace forbids, and what only others describe, 1 kB for
  // what nobody applies (commented out in a kustomization), variants that lie side by side, and the proxies of meshes, 4 kB for
  // web hooks that are asked about their own pods, 3 kB for limits of memory that fall and ports that apply loses, 2 kB for who
  // is described anywhere or never met, room beside wanted company, and small files that others are filled in from.
  { what: 'extension, loaded at once, minified', limit: 602 * kB, size: () => read('dist/extension.js').length },
  // Of them 9 kB for why what cannot be built is nobody's mistake, and for what components, transformers and crds say, 1 kB for
  // loops that print and count without a detour, 1 kB for charts that lie side by side, and for what the cluster, an empty value
  // or a patch before explains, 3 kB for files that an ApplicationSet goes through and what Flux changes.
  { what: 'extension, once there is a chart or an overlay', limit: 413 * kB, size: () => laterSize('builds') },
  { what: 'extension, once a rollout is played: the engine', limit: 317.5 * kB, size: () => laterSize('engine') },
  { what: 'extension, hovers, reviews, simulator and safer edits', limit: 112 * kB, size: () => laterSize('rest') },
  { what: 'extension, agents, settings files and issues', limit: 25 * kB, size: () => laterSize('agents') },
  { what: 'extension, cluster snapshots', limit: 60 * kB, size: () => laterSize('snapshots') },
  {
    what: 'the whole engine as it ships (the worker), gzip',
    // 150 is what the design asks for; the rest: what a snapshot tells of refused pods and lost nodes, and tables for times.
    limit: 152.5 * kB,
    size: () => gzipped(read('dist/webview/worker.js')),
  },
  { what: 'webview with its worker, gzip', limit: 260 * kB, size: () => webviewSize() },
  { what: 'webview, once somebody looks inside, with its texts, gzip', limit: 38.5 * kB, size: () => webviewSize(true) },
];

/** Prints each figure beside its limit and fails when one is exceeded, or when what it measures is no longer built. */
export function checkSizes() {
  requireBuild();
  let exceeded = 0;
  for (const { what, limit, size } of measures) {
    const bytes = size();
    const isFine = bytes <= limit;
    if (!isFine) exceeded++;
    console.log(`${isFine ? '✓' : '✗'} ${what}: ${(bytes / kB).toFixed(1)} kB of ${limit / kB} kB`);
  }
  if (exceeded > 0)
    throw new HumanError('A bundle is larger than the design allows. `npm run size -- --analyze` shows what is in it.');
}
