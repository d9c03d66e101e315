import { strict as assert } from 'node:assert';
import { getScaledValueFromIntOrPercent, type IntOrString } from '../../src/model/intOrPercent';

const PREFIX = 'invalid value for IntOrString: ';

describe('getScaledValueFromIntOrPercent', () => {
  const values: readonly [value: IntOrString, total: number, up: number, down: number][] = [
    [3, 10, 3, 3],
    ['25%', 10, 3, 2],
    ['+25%', 10, 3, 2],
    ['0%', 10, 0, 0],
    ['150%', 3, 5, 4],
    ['99%', 0, 0, 0],
    ['-50%', 3, -1, -2],
    ['0000000000025%', 10, 3, 2],
    ['0000000000000025%', 10, 3, 2],
    ['-9223372036854775808%', 0, 0, 0],
    ['9223372036854775807%', 0, 0, 0],
  ];
  for (const [value, total, up, down] of values) {
    it(`${value} of ${total} is ${up} rounded up and ${down} rounded down`, () => {
      assert.equal(getScaledValueFromIntOrPercent(value, total, true), up);
      assert.equal(getScaledValueFromIntOrPercent(value, total, false), down);
    });
  }

  const problems: readonly [value: IntOrString | undefined, message: string][] = [
    [undefined, 'nil value for IntOrString'],
    ['25', `${PREFIX}invalid type: string is not a percentage`],
    ['x%', `${PREFIX}invalid value "x%": strconv.Atoi: parsing "x": invalid syntax`],
    [
      '99999999999999999999%',
      `${PREFIX}invalid value "99999999999999999999%": strconv.Atoi: parsing "99999999999999999999": value out of range`,
    ],
    [
      '9223372036854775808%',
      `${PREFIX}invalid value "9223372036854775808%": strconv.Atoi: parsing "9223372036854775808": value out of range`,
    ],
    [
      '-9223372036854775809%',
      `${PREFIX}invalid value "-9223372036854775809%": strconv.Atoi: parsing "-9223372036854775809": value out of range`,
    ],
  ];
  for (const [value, message] of problems) {
    it(`says of ${String(value)} what Kubernetes says, also when there is nothing to scale`, () => {
      for (const total of [0, 10]) assert.throws(() => getScaledValueFromIntOrPercent(value, total, true), { message });
    });
  }
});
