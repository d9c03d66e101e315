import assert from 'node:assert/strict';
import { satisfies } from '../../../src/render/helm/semver/constraint';
import { compareVersions, incremented, parseVersion, versionText } from '../../../src/render/helm/semver/version';

describe('versions as Masterminds/semver has them', () => {
  for (const [constraint, version, expected] of [
    ['>=1.19-0', '1.36.4-gke.1', true],
    ['>=1.19', '1.36.4-gke.1', false],
    ['^1.2', 'v1.36.4', true],
    ['~1.2', '1.3.0', false],
    ['~> 1.2.3', '1.2.9', true],
    ['~0.0.0', '7.1.0', true],
    ['^0.2.3', '0.2.9', true],
    ['^0.2.3', '0.3.0', false],
    ['^0.0.3', '0.0.4', false],
    ['^0', '0.9.0', true],
    ['1.x', '1.9.0', true],
    ['*', '3.0.0', true],
    ['!=1.2', '1.2.9', false],
    ['!=1.2', '1.3.0', true],
    ['>11', '11.5.0', false],
    ['>11.1', '11.2.0', true],
    ['<=1.36', '1.36.9', true],
    ['<2 || >= 3', '3.1.0', true],
    ['>=1.0,<2.0', '2.0.0', false],
    ['1.0 - 1.5', '1.5.9', true],
    ['1.0 - 1.5 || 2.0 - 2.5', '2.1.0', true],
  ] as const) {
    it(`${constraint} ${expected ? 'allows' : 'forbids'} ${version}`, () => {
      assert.equal(satisfies(constraint, version), expected);
    });
  }

  it('orders prereleases by number, word and length', () => {
    const versions = ['1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta', '1.0.0', '1.0.1-0'];
    const shuffled = [...versions].reverse().map(parseVersion).sort(compareVersions);
    assert.deepEqual(shuffled.map(versionText), versions);
  });

  it('grows a prerelease into its release', () => {
    assert.equal(versionText(incremented(parseVersion('v1.2.3-rc.1+x'), 'patch')), '1.2.3');
    assert.equal(incremented(parseVersion('v1.2.3'), 'minor').original, 'v1.3.0');
  });

  for (const [constraint, version, message] of [
    ['latest', '1.0.0', 'improper constraint: "latest"'],
    ['', '1.0.0', 'improper constraint: ""'],
    ['>=1.2.3.4', '1.0.0', 'improper constraint: ">=1.2.3.4"'],
    ['1xx', '1.0.0', 'constraint parser error'],
    ['>=1', 'bad', 'invalid semantic version'],
    ['>=1', '1.2.3-01', 'version segment starts with 0'],
    [
      '>=1',
      '99999999999999999999',
      'error parsing version segment: strconv.ParseUint: parsing "99999999999999999999": value out of range',
    ],
  ] as const) {
    it(`says “${message}” of ${constraint} and ${version}`, () => {
      assert.throws(() => satisfies(constraint, version), { message });
    });
  }
});
