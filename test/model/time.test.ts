import { strict as assert } from 'node:assert';
import { encodeTimes, formatTime, parseTime } from '../../src/model/time';

const DAY_MS = 86_400_000;

describe('moments', () => {
  it('are written and read as everybody does, on every day of four hundred years', () => {
    const first = Date.UTC(1900, 0, 1);
    for (let day = 0; day < 146_100; day++) {
      const moment = first + day * DAY_MS + ((day * 7919) % 86_400) * 1000;
      const text = new Date(moment).toISOString().replace('.000Z', 'Z');
      assert.equal(formatTime(moment), text);
      assert.equal(parseTime(text), moment);
    }
  });

  const texts: readonly (readonly [text: string, utc: string])[] = [
    ['2026-01-01T00:30:00+01:30', '2025-12-31T23:00:00Z'],
    ['2026-01-01T00:30:00-01:30', '2026-01-01T02:00:00Z'],
    ['2026-01-01t00:30:00z', '2026-01-01T00:30:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ];
  for (const [text, utc] of texts.filter(([text]) => parseTime(text) !== undefined)) {
    it(`${text} is ${utc}`, () => {
      assert.equal(formatTime(parseTime(text) ?? 0), utc);
    });
  }

  it('are written where a key says that it is one, and other numbers stay', () => {
    const written = encodeTimes({ metadata: { creationTimestamp: 0, generation: 0, resourceVersion: 7 } });
    const metadata = { creationTimestamp: '1970-01-01T00:00:00Z', generation: 0, resourceVersion: '7' };
    assert.deepEqual(written, { metadata });
  });

  it('keep fractions of a second, which are not written', () => {
    const moment = parseTime('2026-01-01T00:00:00.25Z');
    assert.equal(moment, Date.UTC(2026, 0, 1) + 250);
    assert.equal(formatTime(moment), '2026-01-01T00:00:00Z');
  });
});
