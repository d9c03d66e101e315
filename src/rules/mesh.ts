import { jsonAt, type JsonValue } from '../manifest/json';
import type { Workload } from '../manifest/workload';
import { factsOf, type ClusterFacts } from './facts';

const MARK = /"(?:sidecar\.istio\.io\/inject|linkerd\.io\/inject|istio-injection|istio\.io\/rev)":"(false|disabled)?/;

/** Whether Istio or Linkerd puts its proxy into the pods, as they or their namespace say: they are not ready before that is. */
export function isInMesh(facts: ClusterFacts, { pod, resource, writtenNamespace }: Workload): boolean {
  const markOf = (metadata: JsonValue = null): ReturnType<RegExp['exec']> => MARK.exec(JSON.stringify(metadata));
  const near = factsOf(facts, 'namespace', ({ fact }) => fact.name === writtenNamespace);
  const mark = markOf(jsonAt(resource.json, [...pod.path, 'metadata'])) ?? markOf(near[0]?.object['metadata']);
  return mark !== null && mark[1] === undefined;
}
