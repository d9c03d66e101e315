import { readManifest } from '../../src/manifest/manifest';
import { deployment, QUIET_CONTAINER } from '../features/support';
import type { RuleCase, RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const limited = (memory: unknown, name = 'web'): Json => ({ ...QUIET_CONTAINER, name, resources: { limits: { memory } } });
const running = (...containers: readonly Json[]): string => deployment({}, { containers });

/** What one version says after another. */
function changed(when: string, [before, after]: readonly [string, string], says?: RegExp): RuleCase {
  return { when, text: after, around: { committed: readManifest(before) }, ...(says === undefined ? {} : { says }) };
}
const limits = (before: unknown, after: unknown): readonly [string, string] => [
  running(limited(before)),
  running(limited(after)),
];

export const MEMORY_CASES: RuleCases = {
  'memory-limit-falls': [
    {
      ...changed('a sixteenth is left', limits('4Gi', '256Mi'), /“web” falls from 4Gi to 256Mi \(6 % of it\)/),
      severity: 'information',
    },
    changed('a suffix has slipped', limits('512Mi', '512k'), /from 512Mi to 512k \(1 % of it\)/),
    changed('half is left', limits('1Gi', '512Mi')),
    changed('it grows', limits('256Mi', '4Gi')),
    changed('nothing changes', limits('1Gi', '1Gi')),
    changed('there was none', [running(QUIET_CONTAINER), running(limited('64Mi'))]),
    changed('there is none any more', [running(limited('4Gi')), running(QUIET_CONTAINER)]),
    changed('it is no quantity', limits('4Gi', 'little')),
    changed('another container has it', [running(limited('4Gi')), running(limited('4Gi'), limited('64Mi', 'proxy'))]),
    changed(
      'the second container has less',
      [running(limited('1Gi'), limited('1Gi', 'proxy')), running(limited('1Gi'), limited('100Mi', 'proxy'))],
      /“proxy” falls/,
    ),
    { when: 'nobody knows what runs', text: running(limited('64Mi')) },
  ],
};
