import { deployment, object } from '../features/support';
import type { RuleCases } from './ruleCases';

const budget = (spec: Readonly<Record<string, unknown>>): string =>
  object('PodDisruptionBudget', 'policy/v1', 'pdb', { selector: { matchLabels: { app: 'web' } }, ...spec });
const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  minReplicas: 2,
  maxReplicas: 9,
});

/** Budgets that let nobody go. */
export const BUDGET_CASES: RuleCases = {
  'pdb-blocks-drain': [
    { when: 'all must be healthy', text: deployment(), around: { others: [budget({ minAvailable: 4 })] }, says: /wants 4 of 4/ },
    {
      when: '100 % must be healthy',
      text: deployment(),
      around: { others: [budget({ minAvailable: '100%' })] },
      says: /blocks every drain/,
    },
    {
      when: 'a percentage rounds up to all',
      text: deployment({ replicas: 1 }),
      around: { others: [budget({ minAvailable: '50%' })] },
      says: /wants 1 of 1 replica /,
    },
    {
      when: 'the autoscaler runs one at least',
      text: deployment({ replicas: undefined }),
      around: { others: [budget({ minAvailable: 2 }), autoscaler] },
      says: /wants 2 of 2 replicas healthy\. Computed with 2 replicas, the minimum/,
    },
    { when: 'one may go', text: deployment(), around: { others: [budget({ minAvailable: 3 })] } },
    {
      when: 'two of one file select the pods',
      text: deployment(),
      around: {
        others: [
          [budget({ minAvailable: 3 }), budget({ minAvailable: 2 }).replace('"name":"', '"name":"other-')].join('\n---\n'),
        ],
      },
      says: /^No drain gets rid of these pods: PodDisruptionBudget “\S+” in other-0\.yaml and PodDisruptionBudget “other-/,
      severity: 'warning',
    },
    {
      when: 'two of different files select the pods, which may be a choice',
      text: deployment(),
      around: { others: [budget({ minAvailable: 3 }), budget({ minAvailable: 2 }).replace('"name":"', '"name":"other-')] },
      says: /^No drain/,
      severity: 'information',
    },
  ],
};
