import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SAMPLE } from '../check/sample';
import { saidNow, type Said } from './said';

describe('rollout-lens check', () => {
  let folder = '';
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const check = (...args: readonly string[]): Said => saidNow(['check', ...args]);
  const places = ({ out }: Said): readonly string[] =>
    out
      .split('\n')
      .filter((line) => /:\d+:\d+: (?:error|warning|information|hint) /.test(line))
      .map((line) => line.replace(/ \S*$/, (rule) => rule));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'check-'));
    for (const [name, text] of Object.entries(SAMPLE)) write(name, text);
    write('.git/HEAD', 'ref: refs/heads/main\n');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const EVERYTHING = [
    'broken <&> 100%.yaml:2:7: error yaml-syntax',
    'data/db.yaml:11:67: warning stall-volume',
    'overlays/prod/stuck.yaml:7:23: error both-zero',
  ];

  it('says what is wrong in a folder, each at its place, and ends with 1', () => {
    const said = check(folder);
    assert.deepEqual([places(said), said.code, said.error], [EVERYTHING, 1, '']);
  });

  it('looks around in the whole repository for what a single file needs, and tells of that file only', () => {
    assert.deepEqual(places(check(join(folder, 'data/db.yaml'))), ['data/db.yaml:11:67: warning stall-volume']);
    assert.deepEqual(places(check(join(folder, 'overlays'))), ['overlays/prod/stuck.yaml:7:23: error both-zero']);
  });

  it('takes globs, and leaves out what is to be left out', () => {
    assert.deepEqual(places(check(join(folder, '**/*.yaml'))), EVERYTHING);
    assert.deepEqual(places(check(join(folder, 'da*/*.y{a,}ml'))), EVERYTHING.slice(1, 2));
    assert.deepEqual(places(check(folder, '--exclude', 'data/**', '--exclude', 'broken*')), EVERYTHING.slice(2));
  });

  it('ends with 0 where nothing is found, and says what was looked at', () => {
    write('data/db.yaml', '# nothing\n');
    const { code, out } = check(join(folder, 'data'));
    assert.deepEqual([code, out], [0, '2 files, 0 workloads: nothing found\n']);
  });

  it('reads the files of JSON that an ApplicationSet goes through', () => {
    write('charts/it/Chart.yaml', 'apiVersion: v2\nname: it\nversion: 1.0.0\n');
    write('charts/it/templates/it.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: "{{ .Values.my.name }}"}\n');
    write('set/my.yaml', 'my: {name: it}\n');
    write(
      'apps/all.yaml',
      `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  generators: [{git: {files: [{path: set/*.json}]}}]
  template:
    metadata: {name: it}
    spec: {source: {path: '{{chart}}', helm: {valueFiles: [/set/my.yaml]}}}
`,
    );
    assert.match(check(join(folder, 'charts')).out, /nil pointer/);
    write('set/it.json', '{"chart": "charts/it"}');
    assert.match(check(join(folder, 'charts')).out, /nothing found/);
  });

  const FAILING: readonly (readonly [failOn: string, code: number])[] = [
    ['error', 0],
    ['warning', 1],
    ['info', 1],
    ['never', 0],
  ];
  for (const [failOn, code] of FAILING)
    it(`ends with ${code} for a warning with --fail-on ${failOn}`, () => {
      assert.equal(check(join(folder, 'data'), '--fail-on', failOn).code, code);
    });

  it('shows hints where it is asked to, and only errors where that is enough', () => {
    assert.ok(check(folder, '--severity', 'hint').out.includes('hint no-readiness'));
    assert.deepEqual(
      places(check(folder, '--severity', 'error')).map((line) => / (\w+) /.exec(line.replaceAll(/ <&> | 100%/g, ''))?.[1]),
      ['error', 'error'],
    );
  });

  it('is silent about what a comment silences', () => {
    write('data/db.yaml', `# rollout-lens: ignore stall-volume\n${SAMPLE['data/db.yaml'] ?? ''}`);
    assert.equal(check(join(folder, 'data')).code, 0);
  });

  it('fails only on what is new, with a baseline', () => {
    const baseline = join(folder, 'known.json');
    const { code, error } = check(folder, '--write-baseline', baseline);
    assert.equal(code, 0);
    assert.match(error, /^\d+ findings written into .*known\.json\n$/);
    const known = check(folder, '--baseline', baseline);
    assert.equal(known.code, 0);
    assert.match(known.out, /: nothing found; \d+ findings of the baseline\n$/);
    write('data/more.yaml', (SAMPLE['data/db.yaml'] ?? '').replaceAll('db', 'more'));
    assert.ok(places(check(folder, '--baseline', baseline)).some((line) => line.startsWith('data/more.yaml:11:67: warning ')));
  });

  it('takes the settings of the repository', () => {
    write('.rollout-lens.yaml', 'rules:\n  stall-volume: off\n  both-zero: hint\n');
    assert.deepEqual(places(check(folder)), EVERYTHING.slice(0, 1));
    const other = join(folder, 'other-settings.yaml');
    writeFileSync(other, 'rules: { stall-volume: error }\n');
    assert.ok(check(folder, '--config', other).out.includes('error stall-volume'));
  });

  it('writes the whole report into a file', () => {
    const file = join(folder, 'out/report.sarif');
    const { code, out } = check(folder, '--format', 'sarif', '--output', file);
    assert.deepEqual([code, out], [1, '']);
    assert.equal((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version, '2.1.0');
    assert.equal(existsSync(`${file}.${process.pid}.tmp`), false);
  });

  it('ends with 2 where a file cannot be read, and tells of the others', function () {
    const file = join(folder, 'data/secret.yaml');
    writeFileSync(file, 'a: 1\n');
    chmodSync(file, 0);
    // Root reads everything: a folder in the place of a file is what nobody can read.
    if (process.getuid?.() === 0) {
      rmSync(file);
      mkdirSync(file);
      const said = check(file, join(folder, 'data'));
      assert.equal(said.code, 1);
      return;
    }
    const said = check(folder);
    assert.match(said.error, /cannot be read: data\/secret\.yaml: EACCES/);
    assert.deepEqual([said.code, places(said)], [2, EVERYTHING]);
  });

  const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['nowhere'], /^there is no file or folder nowhere/],
    [['nowhere/*.yaml'], /names no file that may be a manifest/],
    [['--format', 'xml'], /^--format is one of text, json, sarif, github, junit, markdown, not xml/],
    [['--formt', 'json'], /^--formt is not an option of check; did you mean --format\?/],
    [['--fail-on'], /^--fail-on needs a value/],
    [['--baseline', 'nowhere.json'], /^there is no baseline nowhere\.json/],
    [['--config', 'nowhere.yaml'], /^nowhere\.yaml cannot be read/],
    [['--workspace', 'nowhere'], /^there is no folder nowhere/],
  ];
  for (const [args, says] of WRONG)
    it(`refuses ${args.join(' ')}, and says how it is used`, () => {
      const { code, out, error } = check(...args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, says);
      assert.match(error, /\n\nUsage: rollout-lens check \[FILE/);
    });

  it('refuses settings that are wrong, with the line', () => {
    write('.rollout-lens.yaml', 'nodeCount: 3\nrules:\n  stall-volum: off\n');
    const { code, error } = check(folder);
    assert.equal(code, 2);
    assert.match(error, /\.rollout-lens\.yaml:3: rules has no “stall-volum”; did you mean stall-volume\?/);
  });
});
