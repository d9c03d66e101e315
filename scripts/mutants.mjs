/**
 * `npm run mutants [-- --count N] [--seed N] [--only TEXT] [--jobs N]`: makes small mistakes in the formulas and parsers and
 * says which ones no test notices. What was caught before is not tried again unless the file or its tests have changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { EQUIVALENT } from './lib/mutants/equivalent.mjs';
import { mutantsOf } from './lib/mutants/mutantsOf.mjs';
import { TARGETS } from './lib/mutants/targets.mjs';
import { Trial } from './lib/mutants/trial.mjs';
import { HumanError, inProject, option, runMain } from './lib/project.mjs';

/** @typedef {import('./lib/mutants/mutantsOf.mjs').Mutant} Mutant */
/** @typedef {import('./lib/mutants/targets.mjs').Target} Target */
/** @typedef {{ target: Target, mutant: Mutant, text: string, key: string }} Case */
/** @typedef {'caught' | 'survived' | 'equivalent' | 'no program'} Outcome */

const MEMORY = inProject('out', 'mutants.json');
const FOLDER = inProject('out', 'mutants');
const WANTED_SHARE = 95;

/** @param {string[]} parts */
const hash = (...parts) => createHash('sha1').update(parts.join('\0')).digest('hex');

/**
 * A file's mutants in an order that the seed draws, and that a change elsewhere in the file leaves alone.
 * @param {Target} target
 * @param {string} seed
 * @returns {Case[]}
 */
function drawn(target, seed) {
  const text = readFileSync(inProject(target.file), 'utf8');
  const tests = [...target.tests, ...(target.wider ?? [])].filter((killer) => killer.endsWith('.ts'));
  const known = tests.map((file) => readFileSync(inProject('test', file), 'utf8'));
  const cases = mutantsOf(text, target.file).map((mutant) => {
    const change = hash(target.file, mutant.line, mutant.change);
    return { target, mutant, text, key: hash(change, String(mutant.start), text, ...known), order: hash(seed, change) };
  });
  return cases.sort((a, b) => (a.order < b.order ? -1 : 1));
}

/**
 * So many of all files' mutants, from each file by its size, and at least two.
 * @param {readonly Case[][]} files
 * @param {number} count
 */
function sample(files, count) {
  const total = files.reduce((sum, { length }) => sum + length, 0);
  const shares = files.map(({ length }) => Math.min(length, Math.max(2, (count * length) / total)));
  const scale = count / shares.reduce((sum, share) => sum + share, 0);
  let [taken, due] = [0, 0];
  return files.flatMap((cases, index) => {
    due += (shares[index] ?? 0) * scale;
    const some = cases.slice(0, Math.max(0, Math.round(due) - taken));
    taken += some.length;
    return some;
  });
}

/** @param {Case} one */
const isEquivalent = ({ target, mutant }) =>
  EQUIVALENT.some(({ file, line, change }) => file === target.file && line === mutant.line && change === mutant.change);

/** The trials of one file: the nearest tests first, then those that take longer. */
class Trials {
  /** @type {{ trial: Trial, limitMs: number }[]} */
  #steps = [];
  #target;

  /** @param {Target} target */
  constructor(target) {
    this.#target = target;
  }

  /** Without a mutant everything has to pass; it also tells how long it may take. */
  async prepare() {
    for (const [index, killers] of [this.#target.tests, this.#target.wider ?? []].entries()) {
      if (killers.length === 0) continue;
      const trial = new Trial(this.#target.file, killers, `${FOLDER}/${hash(this.#target.file).slice(0, 8)}-${index}.mjs`);
      const startedAt = performance.now();
      const verdict = await trial.run(undefined, 300_000);
      if (verdict !== 'passed')
        throw new HumanError(`The tests of ${this.#target.file} fail without a mutant: ${killers.join(', ')}`);
      this.#steps.push({ trial, limitMs: 10_000 + 5 * (performance.now() - startedAt) });
    }
  }

  /**
   * @param {Case} one
   * @returns {Promise<Outcome>}
   */
  async outcome({ mutant, text }) {
    const changed = text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end);
    for (const { trial, limitMs } of this.#steps) {
      const verdict = await trial.run(changed, limitMs);
      if (verdict === 'no program') return verdict;
      if (verdict !== 'passed') return 'caught';
    }
    return 'survived';
  }

  async dispose() {
    for (const { trial } of this.#steps) await trial.dispose();
  }
}

/**
 * @param {readonly Case[]} cases of one file
 * @param {Set<string>} caught keys of what was caught before
 * @returns {Promise<Outcome[]>}
 */
async function judge(cases, caught) {
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {Trials | undefined} */
  let trials;
  for (const one of cases) {
    const { target, mutant, key } = one;
    /** @type {Outcome} */
    let outcome = isEquivalent(one) ? 'equivalent' : 'caught';
    if (outcome === 'caught' && !caught.has(key)) {
      if (trials === undefined) await (trials = new Trials(target)).prepare();
      outcome = await trials.outcome(one);
      if (outcome === 'caught') caught.add(key);
    }
    outcomes.push(outcome);
    if (outcome === 'survived')
      console.log(`survived  ${target.file}:${mutant.lineNumber}  ${mutant.change}\n          ${mutant.line}`);
  }
  await trials?.dispose();
  return outcomes;
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const [seed, only] = [option(args, 'seed') ?? '1', option(args, 'only') ?? ''];
  const all = TARGETS.map((target) => drawn(target, seed));
  const count = Number(option(args, 'count') ?? 300);
  const chosen = sample(all, count).filter(({ target }) => target.file.includes(only));
  console.log(`${all.reduce((sum, { length }) => sum + length, 0)} mutants of ${all.length} files; ${chosen.length} are tried.`);
  mkdirSync(FOLDER, { recursive: true });
  const caught = new Set(existsSync(MEMORY) ? /** @type {string[]} */ (JSON.parse(readFileSync(MEMORY, 'utf8'))) : []);
  const queue = TARGETS.map((target) => chosen.filter((one) => one.target === target)).filter(({ length }) => length > 0);
  /** @type {Outcome[]} */
  const outcomes = [];
  const work = async () => {
    for (let cases = queue.shift(); cases !== undefined; cases = queue.shift()) {
      outcomes.push(...(await judge(cases, caught)));
      writeFileSync(MEMORY, JSON.stringify([...caught]));
    }
  };
  await Promise.all(Array.from({ length: Number(option(args, 'jobs') ?? 2) }, work));
  rmSync(FOLDER, { recursive: true, force: true });
  return report(outcomes);
});

/** @param {readonly Outcome[]} outcomes */
function report(outcomes) {
  const count = (/** @type {Outcome} */ wanted) => outcomes.filter((outcome) => outcome === wanted).length;
  const [caught, survived] = [count('caught'), count('survived')];
  const share = (100 * caught) / Math.max(1, caught + survived);
  const beside = `${count('equivalent')} change nothing that could be noticed, ${count('no program')} are no program`;
  console.log(`${outcomes.length} mutants: ${caught} caught, ${survived} survived; ${beside}.`);
  console.log(`${share.toFixed(1)} % of those that change something are caught; ${WANTED_SHARE} % are wanted.`);
  return share >= WANTED_SHARE ? 0 : 1;
}
