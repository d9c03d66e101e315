import { daemonSet, deployment, QUIET_CONTAINER, rolling, rollingDaemons } from '../features/support';
import type { RuleCases } from './ruleCases';

/** What the API server says. */
export const SERVER_CASES: RuleCases = {
  rejected: [
    { when: 'replicas are negative', text: deployment({ replicas: -1 }), says: /spec\.replicas: Invalid value: -1/ },
    { when: 'replicas are a text', text: deployment({ replicas: 'three' }), says: /replicas/ },
    { when: 'a percentage is malformed', text: deployment(rolling('25 %')), says: /maxSurge/ },
    { when: 'more than 100 %', text: deployment(rolling(1, '101%')), says: /100%/ },
    {
      when: 'two containers mount a volume that is missing',
      text: deployment(
        {},
        {
          containers: ['a', 'b'].map((name) => ({
            ...QUIET_CONTAINER,
            name,
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          })),
        },
      ),
      says: /^The API server rejects this: the pod has no volume “data”\. \(spec\.template.*Not found: "data"\)$/,
    },
    {
      when: 'an image is missing',
      text: deployment({}, { containers: [{ ...QUIET_CONTAINER, image: '' }] }),
      says: /^The API server rejects this: container “web” has no image\. \(/,
    },
    {
      when: 'a name has capitals',
      text: deployment({}, {}, { metadata: { name: 'Web' } }),
      says: /“Web” is not a valid name: only lower case letters, digits and “-” are\. \(/,
    },
    {
      when: 'the selector is missing',
      text: deployment({ selector: undefined }),
      says: /a Deployment needs spec\.selector.*\(spec\.selector: Required value\)/,
    },
    {
      when: 'a DaemonSet has no selector',
      text: daemonSet({ selector: undefined }),
      says: /a DaemonSet needs spec\.selector, the labels by which it knows its own pods\./,
    },
    {
      when: 'an environment variable is a boolean',
      text: deployment({}, { containers: [{ ...QUIET_CONTAINER, env: [{ name: 'DEBUG', value: true }] }] }),
      says: /“spec\.template\.spec\.containers\[0\]\.env\[0\]\.value” must be a text \(in quotes\), not true\. \(json: cannot unmarshal bool/,
    },
    {
      when: 'a list is a map',
      text: deployment({}, { containers: { name: 'web' } }),
      says: /“spec\.template\.spec\.containers” must be a list, not a map\./,
    },
    { when: 'the version is gone', text: deployment().replace('apps/v1', 'extensions/v1beta1'), says: /extensions\/v1beta1/ },
    { when: 'another rule says it better', text: deployment(rolling(0, 0)) },
    { when: 'another rule says it better for a DaemonSet', text: daemonSet(rollingDaemons({ maxSurge: 1 })) },
    { when: 'a DaemonSet sets both to 0', text: daemonSet(rollingDaemons({ maxSurge: 0, maxUnavailable: 0 })) },
    { when: 'the selector does not match', text: deployment({ selector: { matchLabels: { app: 'x' } } }) },
    { when: 'the deadline is too early', text: deployment({ minReadySeconds: 30, progressDeadlineSeconds: 30 }) },
    {
      when: 'rollingUpdate is given under Recreate',
      text: deployment({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
    },
  ],
  'server-warning': [
    {
      when: 'a deprecated label is used',
      text: deployment({}, { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } }),
      says: /deprecated since v1\.14/,
    },
    { when: 'nothing is', text: deployment({}, { nodeSelector: { 'kubernetes.io/os': 'linux' } }) },
  ],
};
