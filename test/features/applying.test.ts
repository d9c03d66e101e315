import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationTargets, type SimulationTarget } from '../../src/features/simulationTarget';
import { tuningEdits } from '../../src/features/tuning';
import { readJson } from '../../src/manifest/json';
import { NO_FACTS } from '../../src/rules/facts';
import type { TunableManifestValues } from '../../src/shared/protocol';
import { applyEdits } from '../support/applyEdits';

/** A Deployment whose spec begins so. */
const web = (first: string, spec = 'spec:'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
${spec}
${first}  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: 'web:1'}]}
`;

const analysisOf = (text: string): Analysis =>
  new Analysis('file:///x.yaml', text, { settings: DEFAULT_SETTINGS, facts: NO_FACTS });

function applied(text: string, values: TunableManifestValues): { readonly text: string } | { readonly problem: string } {
  const analysis = analysisOf(text);
  const result = tuningEdits(analysis, simulationTargets(analysis)[0] as SimulationTarget, values);
  return result.problem === undefined ? { text: applyEdits(text, result.edits) } : { problem: result.problem };
}

function specOf(text: string): Readonly<Record<string, unknown>> {
  const { document } = analysisOf(text).manifest.documents.at(-1) ?? assert.fail('there is no document');
  assert.deepEqual(document.problems, []);
  const json = document.root === undefined ? undefined : readJson(document.root, 'literal').json;
  return (json as { spec: Readonly<Record<string, unknown>> }).spec;
}

/** The line that comes out, or what is said instead. */
const MORE = /^spec\.replicas cannot be written here without changing more than it; edit it by hand\.$/;
const REPLICAS: readonly (readonly [name: string, text: string, outcome: string | RegExp])[] = [
  ['a tag that fits', web('  replicas: !!int 4\n'), '  replicas: !!int 7'],
  ['a tag before quotes', web('  replicas: !!int "4"\n'), '  replicas: !!int 7'],
  ['a whole tag', web('  replicas: !<tag:yaml.org,2002:int> 4\n'), '  replicas: !<tag:yaml.org,2002:int> 7'],
  ['a tag of a directive', `%TAG !e! tag:yaml.org,2002:\n---\n${web('  replicas: !e!int 4\n')}`, '  replicas: !e!int 7'],
  ['a tag on a line of its own', web('  replicas:\n    !!int\n    4\n'), '    7'],
  ['a tag of the key', web('  !!str replicas: 4\n'), '  !!str replicas: 7'],
  ['a tag of the map', web('', 'spec: !!map'), '  replicas: 7'],
  ['a custom tag of the map', web('  replicas: 4\n', 'spec: !spec'), '  replicas: 7'],
  ['a tag that makes a text of it', web('  replicas: !!str 4\n'), MORE],
  ['a tag that makes nothing of it', web('  replicas: !!null\n'), MORE],
  ['a custom tag', web('  replicas: !count 4\n'), MORE],
  ['a tag without a name', web('  replicas: ! 4\n'), MORE],
  ['a tag with nothing behind it', web('  replicas: !!int\n'), /^The document is not valid YAML\.$/],
  ['an anchor that nobody uses', web('  replicas: &n 4\n'), '  replicas: &n 7'],
  ['an anchor that another field uses', web('  replicas: &n 4\n  minReadySeconds: *n\n'), MORE],
  ['an alias', web('  minReadySeconds: &n 4\n  replicas: *n\n'), '  replicas: 7'],
  ['a complex key', web('  ? replicas\n  : 4\n'), '  : 7'],
  ['a complex key in quotes', web('  ? "replicas"\n  : 4\n'), '  : 7'],
  ['a complex key of the map', web('  replicas: 4\n', '? spec\n:'), '  replicas: 7'],
  ['a complex key with nothing behind it', web('  ? replicas\n'), MORE],
  ['a map for a key beside it', web('  ? {a: b}\n  : 4\n'), MORE],
  ['a block', web('  replicas: |-\n    4\n'), MORE],
];

describe('What a simulation applies to YAML that few people write', () => {
  for (const [name, text, outcome] of REPLICAS)
    it(`is written behind ${name}, or it is said that it cannot be`, () => {
      const result = applied(text, { replicas: 7 });
      if (outcome instanceof RegExp) {
        assert.match('problem' in result ? result.problem : result.text, outcome);
        return;
      }
      assert.ok('text' in result, 'problem' in result ? result.problem : '');
      const before = new Set(text.split('\n'));
      const changed = result.text.split('\n').filter((line) => !before.has(line));
      assert.deepEqual(changed, [outcome]);
      assert.deepEqual(specOf(result.text), { ...specOf(text), replicas: 7 });
    });

  it('puts nothing between a complex key and its value', () => {
    const result = applied(web('  ? replicas\n  : 4\n'), { maxSurge: '50%' });
    assert.match('problem' in result ? result.problem : '', /^spec\.strategy\.rollingUpdate\.maxSurge cannot be written here/);
  });
});
