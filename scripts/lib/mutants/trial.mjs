import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { inProject, projectRoot } from '../project.mjs';

/** @typedef {import('./mutantsOf.mjs').Mutant} Mutant */
/** @typedef {'passed' | 'failed' | 'no end' | 'no program'} Verdict */

const RECORDED = 'test/conformance/data';

/**
 * The tests as one program: started in a fraction of a second for each mutant.
 * @param {readonly string[]} killers test files, and recorded cases (.gz)
 */
function programOf(killers) {
  const recorded = killers.filter((killer) => killer.endsWith('.gz')).map((killer) => `${RECORDED}/${killer}`);
  const imports = killers.filter((killer) => killer.endsWith('.ts')).map((killer) => `import './test/${killer}';`);
  const replay = `import { describeFailure, replayFiles } from './test/conformance/replay';
    describe('recorded cases', () => {
      for (const file of ${JSON.stringify(recorded)}) it(file, () => {
        for (const { passed, failures, shares } of replayFiles([file]))
          if (failures.length > 0 && shares.length === 0) throw new Error(describeFailure(failures[0]));
      });
    });`;
  return ["import './test/support/costlyInvariants';", ...imports, recorded.length > 0 ? replay : ''].join('\n');
}

/** Builds the tests of a file with the file as it is or changed, and runs them in a process of their own. */
export class Trial {
  /** @type {string | undefined} */
  #contents;
  /** @type {Promise<esbuild.BuildContext> | undefined} */
  #context;
  #file;
  #killers;
  #outfile;

  /**
   * @param {string} file
   * @param {readonly string[]} killers
   * @param {string} outfile
   */
  constructor(file, killers, outfile) {
    this.#file = inProject(file);
    this.#killers = killers;
    this.#outfile = outfile;
  }

  /**
   * @param {string | undefined} contents of the file; undefined: as it is
   * @param {number} limitMs
   * @returns {Promise<Verdict>}
   */
  async run(contents, limitMs) {
    this.#contents = contents;
    this.#context ??= esbuild.context(this.#options());
    const context = await this.#context;
    const isBuilt = await context.rebuild().then(
      () => true,
      () => false,
    );
    return isBuilt ? runMocha(this.#outfile, limitMs) : 'no program';
  }

  async dispose() {
    await (await this.#context)?.dispose();
  }

  /** @returns {esbuild.BuildOptions} */
  #options() {
    /** @type {esbuild.Plugin} */
    const plugin = {
      name: 'mutant',
      setup: (build) => {
        build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
          if (path === this.#file && this.#contents !== undefined) return { contents: this.#contents, loader: 'ts' };
          if (!path.startsWith(inProject('test'))) return undefined;
          const text = readFileSync(path, 'utf8');
          if (!text.includes('import.meta.')) return undefined;
          const folder = JSON.stringify(dirname(path));
          const url = JSON.stringify(pathToFileURL(path).href);
          return { contents: text.replaceAll('import.meta.dirname', folder).replaceAll('import.meta.url', url), loader: 'ts' };
        });
      },
    };
    const stdin = { contents: programOf(this.#killers), resolveDir: projectRoot, loader: /** @type {const} */ ('ts') };
    return {
      ...{ stdin, bundle: true, format: 'esm', platform: 'node', target: 'node20', outfile: this.#outfile, plugins: [plugin] },
      ...{ absWorkingDir: projectRoot, logLevel: 'silent', packages: 'external', define: { 'process.env.NODE_ENV': '"test"' } },
    };
  }
}

/**
 * @param {string} program
 * @param {number} limitMs
 * @returns {Promise<Verdict>}
 */
function runMocha(program, limitMs) {
  return new Promise((resolve) => {
    const child = fork(inProject('scripts/lib/mutants/runProgram.mjs'), [program, String(limitMs)], {
      cwd: projectRoot,
      // What a mutant fills without end is found out before the machine suffers.
      execArgv: ['--max-old-space-size=1500'],
      stdio: 'ignore',
    });
    let verdict = /** @type {Verdict} */ ('failed');
    const timer = setTimeout(() => {
      verdict = 'no end';
      child.kill('SIGKILL');
    }, limitMs);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? 'passed' : verdict);
    });
  });
}
