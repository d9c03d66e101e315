import { performance } from 'node:perf_hooks';
import { runNpm } from './run.mjs';

const checks = [
  { script: 'check:types', what: 'types (every project)' },
  { script: 'check:lint', what: 'lint' },
  { script: 'check:format', what: 'format', fix: 'npm run format' },
  { script: 'check:imports', what: 'import rules' },
  { script: 'check:unused', what: 'unused code and dependencies' },
  { script: 'check:regexps', what: 'regular expressions that take linear time' },
];

/** @returns {Promise<string[]>} what failed */
export async function runChecks() {
  const failed = [];
  for (const { script, what, fix } of checks) {
    const startedAt = performance.now();
    const { code, output } = await runNpm(['run', '--silent', script], { quiet: true });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✓' : '✗'} ${what} (${seconds} s)`);
    if (code === 0) continue;
    failed.push(what);
    console.log(output.trimEnd());
    console.log(`  again: npm run ${script}${fix === undefined ? '' : `   fix: ${fix}`}`);
  }
  return failed;
}
