import { jsonAt } from '../manifest/json';
import type { Fix, RuleContext } from './rule';

/** The way out of every stall for want of room: go without a pod instead of having one extra. The only pod just goes first. */
export function oneMissing({ workload, envelope }: RuleContext): Fix {
  if (envelope?.desired === 1 && envelope.kind === 'Deployment') {
    const rollingUpdate = [...workload.strategyPath, 'rollingUpdate'];
    const isWritten = jsonAt(workload.resource.json, rollingUpdate) !== undefined;
    return {
      title: 'Remove the old pod first (type Recreate)',
      edits: [
        ...(isWritten ? [{ op: 'remove' as const, path: rollingUpdate }] : []),
        { op: 'set', path: workload.strategyType.path, value: 'Recreate' },
      ],
    };
  }
  return {
    title: 'Allow 1 pod to be missing instead (maxSurge 0, maxUnavailable 1)',
    edits: [
      { op: 'set', path: workload.maxSurge.path, value: '0' },
      { op: 'set', path: workload.maxUnavailable.path, value: '1' },
    ],
  };
}
