/** Upstream: staging/src/k8s.io/kubectl/pkg/util/deployment/deployment.go, Revision (v1.36.4). */
import type { KubernetesObject } from '../../model/apiTypes';
import { REVISION_ANNOTATION } from '../../model/wellKnown';
import { goQuote } from '../../model/goQuote';

const MAX_INT64 = (1n << 63n) - 1n;

/** The revision annotation of a Deployment or ReplicaSet (0 when missing), or what Go's parser says to it. */
export function revisionOf(object: KubernetesObject): { readonly revision: number } | { readonly error: string } {
  const text = object.metadata.annotations?.[REVISION_ANNOTATION];
  if (text === undefined) return { revision: 0 };
  const quoted = goQuote(text);
  if (!/^[+-]?\d+$/.test(text)) return { error: `strconv.ParseInt: parsing ${quoted}: invalid syntax` };
  const value = BigInt(text.replace('+', ''));
  if (value > MAX_INT64 || value < -MAX_INT64 - 1n) return { error: `strconv.ParseInt: parsing ${quoted}: value out of range` };
  return { revision: Number(value) };
}
