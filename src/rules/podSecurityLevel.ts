import type { StringMap } from '../model/apiTypes';

/** What a namespace enforces of the Pod Security Standards. */
export interface PodSecurity {
  readonly level: 'privileged' | 'baseline' | 'restricted';
  readonly version: string;
}

const ENFORCE = 'pod-security.kubernetes.io/enforce';
/** Those before were other standards. */
const KNOWN_VERSION = /^(?:latest|v1\.(?:2[5-9]|[3-9]\d))$/;

/** Without the label all pods are let in; what nobody knows is taken for that. */
export function podSecurityOf({ [ENFORCE]: level, [`${ENFORCE}-version`]: version = 'latest' }: StringMap): PodSecurity {
  const isKnown = (level === 'baseline' || level === 'restricted') && KNOWN_VERSION.test(version);
  return { level: isKnown ? level : 'privileged', version };
}
