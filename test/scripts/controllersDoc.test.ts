import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { inProject } from '../../scripts/lib/project.mjs';
import { CONTROLLERS_DOC, anchorOf } from '../../scripts/lib/controllers/document.mjs';
import { chapters, knownFunctions, neededFunctions, splitReference, type Step } from '../../scripts/lib/controllers/texts.mjs';
import { readShared } from '../support/sharedData';

const STEPS = chapters().flatMap(({ steps }) => steps);
/** Told where it is used: its own file is not on the list of functions. */
const ALSO_ELSEWHERE = [
  'Consistency: pkg/controller/daemon/daemon_controller.go#DaemonSetsController.syncDaemonSet is not named in src/engine/controllers/consistency.ts#ConsistencyStore',
];
const read = (file: string): string => readFileSync(inProject(file), 'utf8');

/** All that is written of a step, without code, links and what is computed; its formula has names in place of numbers. */
function prose({ text, trap = '', changed = '' }: Step): string {
  return [text, trap, changed].join('\n').replace(/\{\{[^}]+\}\}|`[^`]*`|\]\([^)]*\)|^\s*\d+\. |ADR \d/gm, '');
}

describe('the page about the controllers', () => {
  it('is what the texts and the engine say, with its pictures', function () {
    this.timeout(30_000);
    const args = ['--import', 'tsx', 'scripts/generate-controllers-doc.mjs', '--check'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: inProject(), encoding: 'utf8' });
    assert.deepEqual({ status, stderr: stderr.trim() }, { status: 0, stderr: '' });
  });

  it('leads to functions that Kubernetes has at these lines', function () {
    const all = JSON.parse(readShared(this, 'kubernetes', 'functions.json')) as Parameters<typeof neededFunctions>[0];
    assert.deepEqual(neededFunctions(all), knownFunctions());
  });

  it('names for each step a file of the repository, and a name that is declared in it', () => {
    const lost = STEPS.filter(({ ours }) => {
      const { path, name } = splitReference(ours);
      const declared = new RegExp(`^(?:export )?(?:abstract )?(?:function|class|const) ${name}\\b`, 'm');
      return !existsSync(inProject(path)) || !declared.test(read(path));
    });
    assert.deepEqual(
      lost.map(({ step, ours }) => `${step}: ${ours}`),
      [],
    );
  });

  it('names for each step the file of Kubernetes that the header of ours names', () => {
    const strangers = STEPS.filter(({ upstream, ours }) => {
      const { path } = splitReference(ours);
      const file = upstream === undefined ? '' : (splitReference(upstream).path.split('/').at(-1) ?? '');
      return (
        upstream !== undefined && path.startsWith('src/engine/') && !read(path).slice(0, 400).includes(file.replace('.go', ''))
      );
    });
    assert.deepEqual(
      strangers.map(({ step, upstream, ours }) => `${step}: ${upstream ?? ''} is not named in ${ours}`),
      ALSO_ELSEWHERE,
    );
  });

  it('has no number that nobody computes', () => {
    const numbers = STEPS.flatMap((step) =>
      (prose(step).match(/.{0,20}\d.{0,20}/g) ?? []).map((found) => `${step.step}: ${found}`),
    );
    assert.deepEqual(numbers, []);
  });

  it('has no link that leads nowhere', () => {
    const text = read(CONTROLLERS_DOC);
    const headingsOf = (page: string): string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    const headings = headingsOf(text);
    const marks = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
    const anchors = new Set([...headings, ...marks]);
    const broken = [...text.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => {
        if (target.startsWith('https://github.com/kubernetes/kubernetes/blob/v1.36.4/')) return false;
        if (target.startsWith('#')) return !anchors.has(target.slice(1));
        const [file = '', anchor] = target.split('#');
        const path = join(dirname(inProject(CONTROLLERS_DOC)), file);
        return !existsSync(path) || (anchor !== undefined && !headingsOf(readFileSync(path, 'utf8')).includes(anchor));
      });
    assert.deepEqual(broken, []);
    // An anchor of a heading that is there twice would lead to the first.
    const twice = headings.filter((heading, index) => headings.indexOf(heading) !== index);
    assert.deepEqual(twice, ['calculatestatus']);
  });

  it('covers what a newcomer has to know, in the order in which a change goes', () => {
    assert.deepEqual(
      chapters().map(({ title }) => title),
      [
        'The machine that all controllers share',
        'The Deployment controller',
        'The ReplicaSet controller',
        'The DaemonSet controller',
        'Around the controllers',
      ],
    );
  });
});
