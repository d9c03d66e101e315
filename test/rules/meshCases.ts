import { deployment, object } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const PLAIN = { containers: [{ name: 'web', image: 'web:1.0' }] };
const IN_TEAM = { metadata: { name: 'web', namespace: 'team' } };
const marked = (annotations: Json): Json => ({ template: { metadata: { labels: { app: 'web' }, annotations }, spec: PLAIN } });
const service = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const meshed = object('Namespace', 'v1', 'team', {}, { metadata: { name: 'team', labels: { 'istio-injection': 'enabled' } } });
const others = [service, meshed];

/** Pods that get the proxy of a mesh. */
export const MESH_CASES: RuleCases[string] = [
  {
    when: 'the pods ask a mesh for its proxy',
    text: deployment(marked({ 'sidecar.istio.io/inject': 'true' })),
    around: { others: [service] },
    says: /available as soon as its mesh's proxy is ready, and Service “front” in other-0\.yaml sends it requests\. Add/,
    severity: 'information',
  },
  {
    when: 'their namespace asks for it',
    text: deployment({}, PLAIN, IN_TEAM),
    around: { others },
    says: /its mesh's proxy/,
    severity: 'information',
  },
  {
    when: 'their namespace asks for it, and they do not want it',
    text: deployment(marked({ 'linkerd.io/inject': 'disabled' }), {}, IN_TEAM),
    around: { others },
    says: /available as soon as it runs/,
    severity: 'warning',
  },
];
