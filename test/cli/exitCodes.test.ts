import assert from 'node:assert/strict';
import { said } from './said';

/** Those that the tests of a command do not have. */
const CODES: readonly (readonly [line: string, code: number, out: RegExp, error: RegExp])[] = [
  ['--help', 0, /^Usage: rollout-lens COMMAND/, /^$/],
  ['help check', 0, /^Usage: rollout-lens check/, /^$/],
  ['completion bash', 0, /complete -o filenames -F _rollout_lens rollout-lens\n$/, /^$/],
  ['completion zsh', 0, /^#compdef rollout-lens\n/, /^$/],
  ['completion fish', 0, /^# rollout-lens completion fish/, /^$/],
  ['completion', 2, /^$/, /^which shell: bash, zsh, fish\n/],
  ['completion tcsh', 2, /^$/, /^which shell: bash, zsh, fish\n/],
  ['mcp nowhere', 2, /^$/, /^there is no folder nowhere\n/],
  ['mcp . examples', 2, /^$/, /^one folder at a time, please/],
  ['render nowhere', 2, /^$/, /^there is no folder and no chart nowhere\n/],
  ['explain deployment/web', 2, /^$/, /^--cluster FILE is missing/],
  ['pull-request nowhere', 2, /^$/, /^there is no folder nowhere\n/],
  ['review nowhere --base main', 2, /^$/, /^there is no folder nowhere\n/],
];

describe('the exit code', () => {
  for (const [line, expected, out, error] of CODES)
    it(`of ${line} is ${expected}`, async () => {
      const { code, ...told } = await said(line.split(' '));
      assert.match(told.out, out);
      assert.match(told.error, error);
      assert.equal(code, expected);
    });
});
