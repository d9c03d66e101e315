import { daemonSet, deployment, object } from '../features/support';
import type { RuleCases } from './ruleCases';

const quota = (hard: Readonly<Record<string, string>>): string => object('ResourceQuota', 'v1', 'q', { hard });

/** Quotas on what a new version needs beside pods. */
export const COUNTED_CASES: RuleCases[string] = [
  {
    when: 'it counts ReplicaSets, and the one that runs is all that it allows',
    text: deployment(),
    around: { others: [quota({ 'count/replicasets.apps': '1' })] },
    says: /^The rollout stalls: quota “q” in other-0\.yaml allows “count\/replicasets\.apps” 1, and the version that runs has one already: the new version gets no ReplicaSet, and so no pods\.$/,
  },
  {
    when: 'other Deployments have ReplicaSets, too',
    text: deployment(),
    around: { others: [quota({ 'count/replicasets.apps': '2' }), deployment().replaceAll('"web"', '"api"')] },
    says: /and with Deployment “api” in other-1\.yaml there are 2 already: the new version gets no ReplicaSet/,
  },
  {
    when: 'it counts revisions of DaemonSets',
    text: daemonSet(),
    around: { others: [quota({ 'count/controllerrevisions.apps': '1' })] },
    says: /allows “count\/controllerrevisions\.apps” 1, .*: the new version gets no ControllerRevision/,
  },
  {
    when: 'it has room for one ReplicaSet more, and counts revisions of DaemonSets, of which there are none',
    text: deployment(),
    around: { others: [quota({ 'count/replicasets.apps': '2', 'count/controllerrevisions.apps': '1' })] },
  },
  {
    when: 'scopes make it a quota of pods',
    text: deployment(),
    around: {
      others: [object('ResourceQuota', 'v1', 'q', { hard: { 'count/replicasets.apps': '1' }, scopes: ['BestEffort'] })],
    },
  },
];
