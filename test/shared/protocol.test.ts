import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeBase64 } from '../../src/model/base64';
import { readHostMessage, readPageMessage, readSavedView } from '../../src/shared/protocol';
import { parseScenario, printScenario } from '../../src/shared/scenarioFile';
import { testScenario } from '../webview/support/scenarios';
import { SESSION } from '../webviewUnit/openedState';

const scenario = testScenario();

describe('The protocol', () => {
  for (const message of [
    { type: 'open', session: SESSION, scenario, notes: ['a'], restored: false },
    { type: 'scenario', session: SESSION, scenario, notes: [] },
    { type: 'problem', problem: { kind: 'gone', message: 'x' } },
    { type: 'problem', problem: null },
    { type: 'applied', ok: true, message: 'done' },
    { type: 'exported', ok: false, message: 'no' },
  ]) {
    it(`lets the page read ${message.type}`, () => {
      assert.deepEqual(readHostMessage(JSON.parse(JSON.stringify(message))), message);
    });
  }

  for (const [why, message] of [
    ['no type', {}],
    ['an unknown type', { type: 'eval', code: '1' }],
    ['a session without a kind', { type: 'open', session: { ...SESSION, kind: 'Pod' }, scenario, notes: [], restored: false }],
    ['notes that are no texts', { type: 'scenario', session: SESSION, scenario, notes: [1] }],
    ['an unknown problem', { type: 'problem', problem: { kind: 'other', message: 'x' } }],
    ['a text instead of a flag', { type: 'applied', ok: 'yes', message: '' }],
  ] as const) {
    it(`refuses from the extension: ${why}`, () => {
      assert.equal(readHostMessage(message), undefined);
    });
  }

  it('tells the page what is wrong with a scenario that is none', () => {
    const message = 'scenario.version: must be one of 1, not 2';
    assert.deepEqual(
      readHostMessage({ type: 'open', session: SESSION, scenario: { ...scenario, version: 2 }, notes: [], restored: false }),
      { type: 'problem', problem: { kind: 'invalid', message } },
    );
  });

  for (const message of [
    { type: 'ready' },
    { type: 'reveal' },
    { type: 'apply', values: { maxSurge: '25%', maxUnavailable: 1, replicas: 3 } },
    { type: 'export', format: 'svg', fileName: 'web.svg', encoding: 'utf8', data: '<svg/>' },
    { type: 'edited', scenario },
    { type: 'report', level: 'error', message: 'x' },
  ]) {
    it(`lets the extension read ${message.type}`, () => {
      assert.deepEqual(readPageMessage(JSON.parse(JSON.stringify(message))), message);
    });
  }

  for (const [why, message] of [
    ['a path instead of a file name', { type: 'export', format: 'svg', fileName: '../../x.svg', encoding: 'utf8', data: '' }],
    ['an unknown format', { type: 'export', format: 'exe', fileName: 'x.exe', encoding: 'utf8', data: '' }],
    ['YAML in a value', { type: 'apply', values: { maxSurge: '1\nkind: Secret' } }],
    ['negative replicas', { type: 'apply', values: { replicas: -1 } }],
    ['a fraction', { type: 'apply', values: { minReadySeconds: 1.5 } }],
    ['an unknown level', { type: 'report', level: 'fatal', message: '' }],
    ['a broken scenario', { type: 'edited', scenario: { ...scenario, cluster: { services: 5 } } }],
  ] as const) {
    it(`refuses from the page: ${why}`, () => {
      assert.equal(readPageMessage(message), undefined);
    });
  }

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readHostMessage(value);
        readPageMessage(value);
        readSavedView(value);
      }),
    );
  });

  it('reads a saved view and nothing else', () => {
    const view = { version: 1, session: SESSION, scenario, page: {}, time: 3 };
    assert.deepEqual(readSavedView(view), view);
    assert.equal(readSavedView({ ...view, version: 2 }), undefined);
    assert.equal(readSavedView({ ...view, time: 'now' }), undefined);
  });
});

describe('Scenario files', () => {
  it('are read back as written', () => {
    assert.deepEqual(parseScenario(printScenario(scenario)), { scenario });
  });

  for (const [text, problem] of [
    ['{', /^This is not JSON: /],
    ['[]', /^scenario: must be an object, not \[\]$/],
    [JSON.stringify({ ...scenario, version: 9 }), /^scenario\.version: must be one of 1, not 9$/],
    [JSON.stringify({ ...scenario, horizonSeconds: 0 }), /^scenario\.horizonSeconds: must be at least 1, not 0$/],
    [JSON.stringify({ ...scenario, cluster: { nodeCount: -1 } }), /^scenario\.cluster\.nodeCount: must be at least 0, not -1$/],
    [
      JSON.stringify({ ...scenario, cluster: { groups: [{ name: 'a' }] } }),
      /^scenario\.cluster\.groups\[0\]\.count: is missing$/,
    ],
    [JSON.stringify({ ...scenario, workload: { after: { kind: 'Pod' } } }), /must be a Deployment or a DaemonSet, not a Pod$/],
    [JSON.stringify({ ...scenario, behavior: { default: 1 } }), /^scenario\.behavior\.default: must be an object, not 1$/],
    [
      JSON.stringify({ ...scenario, actions: [{ at: 1, action: 'dance' }] }),
      /^scenario\.actions\[0\]\.action: must be one of patch, .* not "dance"$/,
    ],
  ] as const) {
    it(`say what is wrong with ${text.slice(0, 24)}`, () => {
      assert.match(parseScenario(text).problem ?? '', problem);
    });
  }
});

describe('Base64', () => {
  it('gives back every sequence of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.deepEqual(decodeBase64(Buffer.from(bytes).toString('base64')), bytes);
      }),
    );
  });

  it('refuses what is none', () => {
    assert.equal(decodeBase64('ab*d'), undefined);
    assert.equal(decodeBase64('abcde'), undefined);
  });
});
