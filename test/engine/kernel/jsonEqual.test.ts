import { strict as assert } from 'node:assert';
import { jsonEqual } from '../../../src/engine/kernel/jsonEqual';

interface Case {
  readonly name: string;
  readonly a: unknown;
  readonly b: unknown;
  readonly equal: boolean;
}

const CASES: readonly Case[] = [
  { name: 'the same numbers', a: 1, b: 1, equal: true },
  { name: 'not-a-number is itself', a: NaN, b: NaN, equal: true },
  { name: 'a number and its text', a: 1, b: '1', equal: false },
  { name: 'keys in another order', a: { x: 1, y: 2 }, b: { y: 2, x: 1 }, equal: true },
  { name: 'undefined and no key', a: { x: 1, y: undefined }, b: { x: 1 }, equal: true },
  { name: 'a key more', a: { x: 1 }, b: { x: 1, y: 2 }, equal: false },
  { name: 'lists in another order', a: [1, 2], b: [2, 1], equal: false },
  { name: 'a list and an object', a: [], b: {}, equal: false },
  { name: 'null and undefined', a: { x: null }, b: {}, equal: false },
  { name: 'deep equality', a: { x: [{ y: 'z' }] }, b: { x: [{ y: 'z' }] }, equal: true },
  { name: 'a deep difference', a: { x: [{ y: 'z' }] }, b: { x: [{ y: 'a' }] }, equal: false },
];

describe('jsonEqual', () => {
  for (const { name, a, b, equal } of CASES) {
    it(`${name}: ${equal ? 'equal' : 'different'}`, () => {
      assert.equal(jsonEqual(a, b), equal);
      assert.equal(jsonEqual(b, a), equal);
    });
  }
});
