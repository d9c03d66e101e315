import { readManifest } from '../../src/manifest/manifest';
import { deployment, object } from '../features/support';
import type { RuleCases } from './ruleCases';

/** Of `web`, with 2 to 9 replicas. */
export const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  minReplicas: 2,
  maxReplicas: 9,
});

/** Who else decides how many pods there are. */
export const AUTOSCALER_CASES: RuleCases = {
  'hpa-owns-replicas': [
    { when: 'replicas are written', text: deployment(), around: { others: [autoscaler] }, says: /back to 4: .*“hpa”.*2–9/ },
    {
      when: 'they are what it keeps to always',
      text: deployment({ replicas: 2 }),
      around: { others: [autoscaler.replace('"maxReplicas":9', '"maxReplicas":2')] },
    },
    { when: 'they are not', text: deployment({ replicas: undefined }), around: { others: [autoscaler] } },
    {
      when: 'they are below its minimum',
      text: deployment({ replicas: 1 }),
      around: { others: [autoscaler] },
      says: /back to 1: .*fewer than its minimum/,
      severity: 'warning',
    },
    {
      when: 'they are above its maximum',
      text: deployment({ replicas: 12 }),
      around: { others: [autoscaler] },
      says: /back to 12: .*2–9\) owns them, more than its maximum: it corrects that/,
      severity: 'warning',
    },
    {
      when: 'they have been removed',
      text: deployment({ replicas: undefined }),
      around: { others: [autoscaler], committed: readManifest(deployment({ replicas: 8 })) },
      says: /sets the replicas to 1 once: the committed version has 8/,
      severity: 'warning',
    },
    {
      when: 'they were never there',
      text: deployment({ replicas: undefined }),
      around: { others: [autoscaler], committed: readManifest(deployment({ replicas: undefined })) },
    },
    { when: 'it owns another', text: deployment(), around: { others: [autoscaler.replace('"web"', '"x"')] } },
  ],
  'autoscaler-off': [
    {
      when: 'there are 0 replicas, and some ran',
      text: deployment({ replicas: 0 }),
      around: { others: [autoscaler], committed: readManifest(deployment()) },
      says: /^0 replicas switch HorizontalPodAutoscaler “hpa” in other-0\.yaml \(2–9\) off:/,
      severity: 'warning',
    },
    {
      when: 'nobody knows whether any ran',
      text: deployment({ replicas: 0 }),
      around: { others: [autoscaler] },
      says: /off/,
      severity: 'information',
    },
    {
      when: 'it may scale to 0',
      text: deployment({ replicas: 0 }),
      around: { others: [autoscaler.replace('"minReplicas":2', '"minReplicas":0')] },
    },
    {
      when: 'there is another one for the same',
      text: deployment(),
      around: { others: [`${autoscaler}\n---\n${autoscaler.replace('"hpa"', '"lag"')}`] },
      says: /“hpa”.* and HorizontalPodAutoscaler “lag”.* neither follows its metrics/,
    },
    {
      when: 'there is another one elsewhere, perhaps instead',
      text: deployment(),
      around: { others: [autoscaler, autoscaler.replace('"hpa"', '"lag"')] },
    },
  ],
};
