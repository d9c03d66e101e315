import { TEMPLATE_GENERATION_ANNOTATION } from '../../../src/model/wellKnown';
import type { WorkloadKind, WorkloadOf } from '../../../src/engine/api/admission/decodeWorkload';
import { warningsForPodTemplate } from '../../../src/engine/api/validation/warnings';

/** What the server warns of in an update: only where something changed that it can be about. */
export function warningsForUpdate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K], old: WorkloadOf[K]): string[] {
  const generation = ({ metadata }: WorkloadOf[K]): unknown =>
    kind === 'Deployment' ? metadata?.generation : metadata?.annotations?.[TEMPLATE_GENERATION_ANNOTATION];
  return generation(object) === generation(old) ? [] : warningsForPodTemplate(object.spec?.template ?? {});
}
