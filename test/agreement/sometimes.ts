import type { NodeGroupSetting } from '../../src/features/nodeGroupForm';
import { Draw } from '../support/draw';
import { object, type Json } from './neighborOf';

/*
 * What a few workspaces have as well. Each is drawn from the seed by itself, so that all others stay what they were.
 */

export const LABELS = { app: 'web' };

/** Some workloads are asked about their own pods. */
export function webhookOf(seed: number): readonly Json[] {
  const draw = new Draw('web hook', seed);
  if (!draw.chance(0.04)) return [];
  const service = { name: 'gate', namespace: 'default' };
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: [draw.of(['pods', '*'])] }];
  const objectSelector = draw.chance(0.2)
    ? { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }
    : undefined;
  const hook = { name: 'pods.gate.example.com', clientConfig: { service }, rules, objectSelector };
  const failurePolicy = draw.chance(0.2) ? 'Ignore' : undefined;
  return [
    object('Service', 'v1', 'gate', { spec: { selector: LABELS, ports: [{ port: 443 }] } }),
    object('ValidatingWebhookConfiguration', 'admissionregistration.k8s.io/v1', 'gate', {
      webhooks: [{ ...hook, failurePolicy }],
    }),
  ];
}

/** Who the processes may be. */
export function securityOf(seed: number): Json {
  const draw = new Draw('security', seed);
  if (!draw.chance(0.04)) return {};
  return { securityContext: { runAsNonRoot: draw.chance(0.8), runAsUser: draw.of([0, 0, 1000, undefined]) } };
}

/** Some clusters grow. */
export function groupsOf(seed: number): readonly NodeGroupSetting[] {
  const draw = new Draw('node groups', seed);
  if (!draw.chance(0.25)) return [];
  return Array.from({ length: draw.chance(0.3) ? 2 : 1 }, (_, index): NodeGroupSetting => {
    const min = draw.chance(0.5) ? draw.upTo(4) : 0;
    return {
      name: `g${index}`,
      min,
      max: Math.max(1, min + draw.upTo(3)),
      readyAfterSeconds: draw.of([20, 60, 120]),
      ...(draw.chance(0.7) ? { allocatable: { cpu: draw.of(['1', '2', '4']), memory: '8Gi', pods: '110' } } : {}),
      ...(draw.chance(0.2) ? { labels: { disk: 'ssd' } } : {}),
      ...(draw.chance(0.2) ? { taints: [{ key: 'team', effect: 'NoSchedule' }] } : {}),
    };
  });
}

/** What claims get that name no class: most often nobody says. */
export function classesOf(seed: number): readonly Json[] {
  const draw = new Draw('classes', seed);
  if (!draw.chance(0.15)) return [];
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const provisioner = draw.of(['rancher.io/local-path', 'ebs.csi.aws.com']);
  return [{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'usual', annotations }, provisioner }];
}
