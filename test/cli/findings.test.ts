import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/run';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "web:1" }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
const CLAIM = 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { accessModes: [ReadWriteOnce] }\n';

describe('findings of folders in a terminal', () => {
  let folder = '';
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const found = (...args: readonly string[]): { out: string; error: string; code: number } => {
    const said = { out: '', error: '' };
    const terminal = {
      out: (text: string) => void (said.out += text),
      error: (text: string) => void (said.error += text),
      isWatched: false,
    };
    const code = run(['findings', ...args], terminal);
    return { ...said, code };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'findings-'));
    write('deploy/web.yaml', WEB);
    write('deploy/claim.yaml', CLAIM);
    write('node_modules/web.yaml', WEB.replace('apps/v1', 'apps/v1beta1'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what the editor says about each file, with what the others describe', () => {
    const { out, error, code } = found(folder);
    assert.match(out, /deploy\/web\.yaml:10:67: warning: The rollout stalls unless .*“data” in claim\.yaml.*\(stall-volume\)\n$/);
    assert.equal(error, '2 files, 1 workload: 0 errors, 1 warning, 0 informations, 1 hint\n');
    assert.equal(code, 0);
  });

  it('ends with 1 where there is an error, and shows as much as is asked for', () => {
    write('old.yaml', WEB.replace('apps/v1', 'apps/v1beta1'));
    const { out, code } = found(folder, '--severity', 'error');
    assert.equal(code, 1);
    assert.match(out, /^\S+\/old\.yaml:1:13: error: .*\(rejected\)\n$/);
  });

  it('prints one finding a line as JSON', () => {
    const [first = ''] = found(folder, '--format', 'json').out.split('\n');
    const { file, rule, line, related } = JSON.parse(first) as Record<string, unknown>;
    assert.deepEqual([file, rule, line], ['deploy/web.yaml', 'stall-volume', 10]);
    assert.match(String(related), /^file:.*\/deploy\/claim\.yaml:1$/);
  });

  const wrong: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['--severity', 'fatal'], /^--severity is one of error, warning, information, hint, not fatal/],
    [['--format', 'xml'], /^--format is text or json, not xml/],
    [['--deep'], /^--deep is not an option of findings/],
    [['nowhere'], /^there is no folder nowhere/],
  ];
  for (const [args, says] of wrong)
    it(`refuses ${args.join(' ')}`, () => {
      const { error, code } = found(...args);
      assert.match(error, says);
      assert.match(error, /Usage: npm run findings/);
      assert.equal(code, 2);
    });
});
