import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import { NODES_OF_OTHERS_CASES, WHOLE_ZONE_CASES } from './besideOthersCases';
import { NEVER_MEET_CASES } from './neverMeetCases';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const node = (name: string, zone = 'a'): string =>
  object('Node', 'v1', name, {}, { metadata: { name, labels: { [ZONE]: zone, disk: name } }, status: {} });
const PORT = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] };
const PLAIN = { containers: [QUIET_CONTAINER] };
function apartFrom(app: string, topologyKey = HOST): Json {
  const required = [{ topologyKey, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
function other(kind: string, pod: Json, replicas?: number): string {
  const labels = { app: 'db' };
  const template = { metadata: { labels }, spec: pod };
  return object(kind, 'apps/v1', 'db', { replicas, selector: { matchLabels: labels }, template });
}
const small = (name: string): string => object('Node', 'v1', name, {}, { status: { allocatable: { pods: '3' } } });
const roomy = (name: string): string =>
  object('Node', 'v1', name, {}, { status: { allocatable: { cpu: '1', memory: '8Gi', pods: '110' } } });
function nearTo(app: string, topologyKey = HOST): Json {
  const required = [{ topologyKey, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
const named = (text: string): string => text.replaceAll('"db"', '"queue"');
const sized = (cpu: string): Json => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests: { cpu }, limits: { cpu } } }],
});
const TINY = object('LimitRange', 'v1', 'tiny', { limits: [{ type: 'Container', max: { cpu: '800m' } }] });
const CAREFUL = { replicas: 1, ...rolling(1, 0) };

/** Pods of others that keep the new ones away. */
export const OTHER_PODS_CASES: RuleCases = {
  'stall-others': [
    {
      when: 'a DaemonSet takes the host port on every node',
      text: deployment(CAREFUL, PORT),
      around: { others: [node('a'), node('b'), other('DaemonSet', PORT)] },
      says: /^The rollout may stall: DaemonSet “db” in other-2\.yaml takes host port 80 as well, which a node has only once; that may leave no place for 1 replica \+ 1 extra pod\. The nodes/,
      severity: 'warning',
    },
    {
      when: 'a StatefulSet may take the host port on the node that is left for the extra pod',
      text: deployment(CAREFUL, PORT),
      around: { others: [node('a'), node('b'), other('StatefulSet', PORT, 1)] },
      says: /StatefulSet “db” in other-2\.yaml takes host port 80 as well, .* that may leave 1 place, but 1 replica \+ 1 extra pod need one each\./,
      severity: 'information',
    },
    {
      when: 'there is a node more than both need',
      text: deployment(CAREFUL, PORT),
      around: { others: [node('a'), node('b'), node('c'), other('StatefulSet', PORT, 1)] },
    },
    {
      when: 'the other one uses another host port',
      text: deployment(CAREFUL, PORT),
      around: {
        others: [
          node('a'),
          node('b'),
          other('StatefulSet', { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 81, hostPort: 81 }] }] }, 1),
        ],
      },
    },
    {
      when: 'the other one runs on other nodes',
      text: deployment(CAREFUL, PORT),
      around: { others: [node('a'), node('b'), node('c'), other('DaemonSet', { ...PORT, nodeSelector: { disk: 'c' } })] },
    },
    {
      when: 'the pods refuse to be with those of another, which may be on every node',
      text: deployment({ replicas: 1 }, apartFrom('db')),
      around: { others: [node('a'), other('StatefulSet', PLAIN, 2)] },
      says: /^The rollout may stall: its pods refuse to share a node with those of StatefulSet “db” in other-1\.yaml; that may leave no place for 1 replica/,
      severity: 'information',
    },
    {
      when: 'the pods of another refuse to be in a zone with these',
      text: deployment({ replicas: 1 }),
      around: { others: [node('a'), node('b'), other('StatefulSet', { ...PLAIN, ...apartFrom('web', ZONE) }, 1)] },
      says: /the pods of StatefulSet “db” in other-2\.yaml refuse to share a topology\.kubernetes\.io\/zone with these/,
    },
    {
      when: 'there is another zone',
      text: deployment({ replicas: 1 }),
      around: { others: [node('a'), node('b', 'b'), other('StatefulSet', { ...PLAIN, ...apartFrom('web', ZONE) }, 1)] },
    },
    {
      when: 'a daemon pod is kept from a single node',
      text: daemonSet({}, PORT),
      around: { others: [node('a'), node('b'), other('StatefulSet', PORT, 1)] },
      says: /takes host port 80 as well, which a node has only once; a node that has one takes no daemon pod\./,
    },
    {
      when: 'the others have to go, as their priority is lower',
      text: deployment(CAREFUL, { ...PORT, priorityClassName: 'system-cluster-critical' }),
      around: { others: [node('a'), node('b'), other('StatefulSet', PORT, 2)] },
    },
    {
      when: 'the others have to go, and some of them are on other nodes of the zone',
      text: deployment({ replicas: 1 }, { priorityClassName: 'system-cluster-critical' }),
      around: { others: [node('a'), node('b'), other('StatefulSet', { ...PLAIN, ...apartFrom('web', ZONE) }, 2)] },
      says: /the pods of StatefulSet “db” in other-2\.yaml refuse to share a topology\.kubernetes\.io\/zone with these/,
    },
    {
      when: 'the only one of the others has to go',
      text: deployment({ replicas: 1 }, { priorityClassName: 'system-cluster-critical' }),
      around: { others: [node('a'), node('b'), other('StatefulSet', { ...PLAIN, ...apartFrom('web', ZONE) }, 1)] },
    },
    {
      when: 'whom the pods have to be near to is in no file',
      text: deployment({ replicas: 1 }, nearTo('cache')),
      says: /^The rollout may stall: its pods run only near pods with app=cache \(required affinity\), which no file here describes; where none runs they stay Pending\.$/,
      severity: 'information',
    },
    {
      when: 'whom the pods have to be near to runs beside them',
      text: deployment({ replicas: 1 }, nearTo('db')),
      around: { others: [other('StatefulSet', PLAIN, 1)] },
    },
    {
      when: 'whom the pods have to be near to may land where too few of them fit',
      text: deployment({ replicas: 3 }, nearTo('db')),
      around: { others: [small('a'), small('b'), other('StatefulSet', PLAIN, 1)] },
      says: /its pods run only near those of StatefulSet “db” in other-2\.yaml \(required affinity\), and where those land there may be too few places\./,
    },
    {
      when: 'daemon pods may leave no room to those whom the pods have to be near to',
      text: deployment({ replicas: 3 }, nearTo('db')),
      around: {
        others: [roomy('a'), roomy('b'), other('StatefulSet', sized('900m'), 1), named(other('DaemonSet', sized('500m')))],
      },
      says: /its pods run only near those of StatefulSet “db” in other-2\.yaml \(required affinity\), and where those land there may be too few places\./,
    },
    {
      when: 'daemon pods leave room enough to them',
      text: deployment({ replicas: 3 }, nearTo('db')),
      around: {
        others: [roomy('a'), roomy('b'), other('StatefulSet', sized('400m'), 1), named(other('DaemonSet', sized('500m')))],
      },
    },
    {
      when: 'daemon pods have to be near to what does not run on every node',
      text: daemonSet({}, nearTo('db')),
      around: { others: [node('a'), node('b'), other('StatefulSet', PLAIN, 1)] },
      says: /its pods run only near those of StatefulSet “db”/,
    },
    {
      when: 'daemon pods have to be near to other daemon pods',
      text: daemonSet({}, nearTo('db')),
      around: { others: [node('a'), node('b'), other('DaemonSet', PLAIN)] },
    },
    {
      when: 'two DaemonSets of one folder want the same host port, on whatever nodes',
      text: daemonSet({}, PORT),
      around: { others: [other('DaemonSet', PORT)] },
      says: /^The rollout may stall: DaemonSet “db” in other-0\.yaml takes host port 80 as well, which a node has only once; a node that has one takes no daemon pod\.$/,
      severity: 'warning',
    },
    ...NEVER_MEET_CASES.others,
    {
      when: 'another one may be on the only node of a zone, of which each takes one pod',
      text: deployment(CAREFUL, apartFrom('web', ZONE)),
      around: { others: [node('a'), node('b'), node('c', 'b'), other('StatefulSet', { ...PLAIN, ...apartFrom('web') }, 1)] },
      says: /the pods of StatefulSet “db” in other-3\.yaml refuse to share a node with these; that may leave 1 place, but 1 replica \+ 1 extra pod need one each\./,
      severity: 'information',
    },
    {
      when: 'each zone keeps a node, whichever the other one gets',
      text: deployment(CAREFUL, apartFrom('web', ZONE)),
      around: {
        others: [
          node('a'),
          node('b'),
          node('c', 'b'),
          node('d', 'b'),
          other('StatefulSet', { ...PLAIN, ...apartFrom('web') }, 1),
        ],
      },
    },
    {
      when: 'others may have the nodes that the old pods, which refuse to share theirs, leave free',
      text: deployment({ replicas: 2, ...rolling(1, 0) }),
      around: {
        committed: readManifest(deployment({ replicas: 2 }, apartFrom('web'))),
        others: [node('a'), node('b'), node('c'), other('StatefulSet', { ...PLAIN, ...apartFrom('web') }, 1)],
      },
      says: /the pods of StatefulSet “db” in other-3\.yaml refuse to share a node with these; that may leave no place for 2 replicas \+ 1 extra pod\./,
      severity: 'information',
    },
    {
      when: 'two others take a node each, and none is left for the extra pod',
      text: deployment(CAREFUL, PORT),
      around: { others: [node('a'), node('b'), node('c'), other('StatefulSet', PORT, 1), named(other('StatefulSet', PORT, 1))] },
      says: /takes host port 80 as well, which a node has only once; that may leave 1 place, but 1 replica \+ 1 extra pod need one each\./,
      severity: 'information',
    },
    {
      when: 'a limit lets the API server refuse those whom the pods have to be near to',
      text: deployment({ replicas: 1 }, nearTo('db', ZONE)),
      around: { others: [TINY, other('StatefulSet', sized('900m'), 1)] },
      says: /its pods run only near those of StatefulSet “db” in other-1\.yaml \(required affinity\), which the API server refuses; where none runs they stay Pending\./,
      severity: 'information',
    },
    {
      when: 'those whom the pods have to be near to refuse to share a node with them',
      text: deployment({ replicas: 1 }, nearTo('db')),
      around: { others: [other('StatefulSet', { ...PLAIN, ...apartFrom('web') }, 1)] },
      says: /^The rollout may stall: its pods run only near those of StatefulSet “db” in other-0\.yaml \(required affinity\), but cannot be there: the pods of StatefulSet “db” refuse to share a node with these\.$/,
      severity: 'warning',
    },
    {
      when: 'those whom the pods have to be near to may take all nodes of their zone',
      text: deployment({ replicas: 2 }, nearTo('db', ZONE)),
      around: {
        others: [
          node('a'),
          node('b'),
          node('c', 'b'),
          node('d', 'b'),
          other('StatefulSet', { ...PLAIN, ...apartFrom('web') }, 2),
        ],
      },
      says: /its pods run only near those of StatefulSet “db” in other-4\.yaml \(required affinity\), and where those land there may be too few places\./,
    },
    ...WHOLE_ZONE_CASES,
    ...NODES_OF_OTHERS_CASES.others,
    {
      when: 'so many nodes are assumed that both find one',
      text: deployment(CAREFUL, PORT),
      around: { others: [other('StatefulSet', PORT, 1)] },
    },
    {
      when: 'the other one lies elsewhere, and no nodes are described',
      text: daemonSet({}, PORT),
      around: { files: { 'file:///w/elsewhere/db.yaml': other('DaemonSet', PORT) } },
    },
    { when: 'nobody else is there', text: deployment(CAREFUL, PORT), around: { others: [node('a'), node('b')] } },
  ],
};
