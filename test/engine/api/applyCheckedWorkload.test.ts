import { strict as assert } from 'node:assert';
import { encodeWorkload } from '../../../src/engine/api/admission/admission';
import { decodeWorkload } from '../../../src/engine/api/admission/decodeWorkload';
import * as checked from '../../../src/engine/api/applyCheckedWorkload';
import * as full from '../../../src/engine/api/applyWorkload';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';
import type { DaemonSet, Deployment } from '../../../src/model/apiTypes';

type Workload = Deployment | DaemonSet;

function emptyStore(): ObjectStore {
  return new ObjectStore({ clock: new EventLoop(0), newUid: () => 'uid', generateName: (prefix) => prefix });
}

const template = (image: string): Deployment['spec']['template'] => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image, ports: [{ containerPort: 80 }], readinessProbe: { tcpSocket: { port: 80 } } }] },
});

function deployment(spec: Partial<Deployment['spec']> = {}, image = 'web:1'): Deployment {
  const selector = { matchLabels: { app: 'web' } };
  return {
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector, template: template(image), ...spec },
  };
}

function daemonSet(spec: Partial<DaemonSet['spec']> = {}): DaemonSet {
  const selector = { matchLabels: { app: 'web' } };
  return {
    kind: 'DaemonSet',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector, template: template('web:1'), ...spec },
  };
}

/** A workload as it comes out of the decoder: what the page gets. */
function decoded(workload: Workload): Workload {
  const kind = workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
  const { object } = decodeWorkload(kind, workload);
  assert.ok(object !== undefined);
  return { kind, ...encodeWorkload(kind, object) } as unknown as Workload;
}

/** What is stored in the end, or the refusal. */
function outcome(
  { submitWorkload, updateWorkload }: Pick<typeof full, 'submitWorkload' | 'updateWorkload'>,
  steps: readonly Workload[],
): unknown {
  const store = emptyStore();
  try {
    let stored: Workload | undefined;
    for (const step of steps) {
      stored = stored === undefined ? submitWorkload(store, step) : updateWorkload(store, { ...stored, spec: step.spec });
    }
    // An absent field and one that is undefined are the same in JSON.
    return JSON.parse(JSON.stringify(stored));
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const CASES: readonly (readonly [string, readonly Workload[]])[] = [
  ['a Deployment with nothing written', [deployment()]],
  ['a DaemonSet with nothing written', [daemonSet()]],
  ['a Deployment with everything written', [deployment({ replicas: 3, minReadySeconds: 5, strategy: { type: 'Recreate' } })]],
  ['another image', [deployment(), deployment({}, 'web:2')]],
  ['another size', [deployment({ replicas: 2 }), deployment({ replicas: 5 })]],
  ['no change', [daemonSet(), daemonSet()]],
  [
    'a surge',
    [daemonSet(), daemonSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } })],
  ],
  ['both bounds zero', [deployment({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } })]],
  ['a deadline that is too short', [deployment({ minReadySeconds: 60, progressDeadlineSeconds: 30 })]],
  ['a selector that does not match', [deployment({ selector: { matchLabels: { app: 'other' } } })]],
  ['another selector', [deployment(), deployment({ selector: { matchLabels: { other: 'x' } } })]],
  ['a negative size', [deployment({ replicas: -1 })]],
];

describe('Applying a workload that was checked before', () => {
  for (const [name, steps] of CASES) {
    it(`does what applying it in full does: ${name}`, () => {
      const given = steps.map(decoded);
      assert.deepEqual(outcome(checked, given), outcome(full, given));
    });
  }
});
