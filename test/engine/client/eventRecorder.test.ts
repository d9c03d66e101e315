import { strict as assert } from 'node:assert';
import { EventRecorder, type RecordedEvent } from '../../../src/engine/client/eventRecorder';

const POD = { metadata: { name: 'web-1', namespace: 'shop' } };

describe('An event recorder', () => {
  it('hands on what is told, with the object that it is about', () => {
    const told: RecordedEvent[] = [];
    new EventRecorder((event) => told.push(event)).event('Pod', POD, 'Normal', 'Started', 'Container started');
    const about = { kind: 'Pod', namespace: 'shop', name: 'web-1' };
    assert.deepEqual(told, [{ ...about, type: 'Normal', reason: 'Started', message: 'Container started' }]);
  });

  it('counts what is sent also where nobody reads it', () => {
    const told: RecordedEvent[] = [];
    const sent: string[] = [];
    let isRead = false;
    const recorder = new EventRecorder((event) => told.push(event), {
      onSent: (kind, { name }) => sent.push(`${kind} ${name}`),
      isRead: () => isRead,
    });
    for (const reason of ['Pulled', 'Started']) {
      recorder.event('Pod', POD, 'Normal', reason, '');
      isRead = true;
    }
    assert.deepEqual(sent, ['Pod web-1', 'Pod web-1']);
    assert.deepEqual(
      told.map(({ reason }) => reason),
      ['Started'],
    );
  });
});
