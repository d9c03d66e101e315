/** Ours: what a sync reads from the DaemonSet, read once (ADR 5). */
import type { DaemonSet, Node } from '../../../model/apiTypes';
import { allowsSurge, getTemplateGeneration } from './daemonUtil';
import { nodeShouldRunDaemonPod, type Placement } from './nodeShouldRunDaemonPod';

/** Everything by which a sync judges the pods of a node, read from the DaemonSet once. */
export interface DaemonRevision {
  /** The DaemonSet's spec from which this was read. */
  readonly spec: DaemonSet['spec'];
  readonly hash: string;
  readonly templateGeneration: string | undefined;
  readonly minReadySeconds: number;
  readonly allowsSurge: boolean;
  readonly nodeShouldRunDaemonPod: (node: Node) => Placement;
}

/** Reads a DaemonSet; gives `previous` back when nothing that counts has changed, keeps placement with the template. */
export function readDaemonRevision(ds: DaemonSet, hash: string, previous?: DaemonRevision): DaemonRevision {
  const { spec } = ds;
  const templateGeneration = getTemplateGeneration(ds);
  if (previous?.spec === spec && previous.hash === hash && previous.templateGeneration === templateGeneration) return previous;
  const sameTemplate = previous?.spec.template === spec.template;
  return {
    spec,
    hash,
    templateGeneration,
    minReadySeconds: spec.minReadySeconds ?? 0,
    allowsSurge: allowsSurge(spec.updateStrategy),
    nodeShouldRunDaemonPod: sameTemplate ? previous.nodeShouldRunDaemonPod : nodeShouldRunDaemonPod(spec.template.spec),
  };
}
