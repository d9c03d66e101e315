import { isJsonObject, jsonAt } from '../manifest/json';
import type { Path } from '../manifest/source';
import type { Rule } from './rule';

const PATH: Path = ['spec', 'strategy', 'rollingUpdate'];

export const rollingUpdateUnderRecreate: Rule = {
  id: 'rolling-update-under-recreate',
  group: 'rejected',
  severity: 'error',
  title: 'rollingUpdate beside type Recreate',
  reads: ['strategy'],
  covers: ({ kind, path }) => kind === 'invalid' && path.join('.') === PATH.join('.'),
  check: ({ workload }) => {
    if (workload.kind !== 'Deployment' || workload.strategyType.value !== 'Recreate') return [];
    if (!isJsonObject(jsonAt(workload.resource.json, PATH))) return [];
    return [
      {
        path: PATH,
        message: "The API server rejects this: rollingUpdate may not be given when the strategy's type is Recreate.",
        short: 'rollingUpdate under Recreate',
        fixes: [
          { title: 'Remove rollingUpdate', edits: [{ op: 'remove', path: PATH }] },
          {
            title: 'Set type to RollingUpdate',
            edits: [{ op: 'set', path: workload.strategyType.path, value: 'RollingUpdate' }],
          },
        ],
      },
    ];
  },
};
