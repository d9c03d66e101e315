/** Ours: what a sync reads from the DaemonSet, read once (ADR 5). */
import type { DaemonSet, Node, PodTemplateSpec } from '../../../model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../../model/wellKnown';
import { allowsSurge, createPodTemplate, getTemplateGeneration } from './daemonUtil';
import { nodeShouldRunDaemonPod, type Placement } from './nodeShouldRunDaemonPod';

/** Everything by which a sync judges the pods of a node, read from the DaemonSet once. */
export interface DaemonRevision {
  /** The DaemonSet's spec from which this was read. */
  readonly spec: DaemonSet['spec'];
  readonly hash: string;
  /** The annotation from which the generation was read. */
  readonly generationText: string | undefined;
  readonly templateGeneration: string | undefined;
  readonly minReadySeconds: number;
  readonly allowsSurge: boolean;
  readonly nodeShouldRunDaemonPod: (node: Node) => Placement;
  /** What its pods are made from: they share its labels and lists, by which others recognize them. */
  readonly podTemplate: PodTemplateSpec;
}

/** Reads a DaemonSet; gives `previous` back when nothing that counts has changed, keeps placement with the template. */
export function readDaemonRevision(ds: DaemonSet, hash: string, previous?: DaemonRevision): DaemonRevision {
  const { spec } = ds;
  const generationText = ds.metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION];
  if (previous?.spec === spec && previous.hash === hash && previous.generationText === generationText) return previous;
  const templateGeneration = getTemplateGeneration(generationText);
  const sameTemplate = previous?.spec.template === spec.template;
  return {
    spec,
    hash,
    generationText,
    templateGeneration,
    minReadySeconds: spec.minReadySeconds ?? 0,
    allowsSurge: allowsSurge(spec.updateStrategy),
    nodeShouldRunDaemonPod: sameTemplate ? previous.nodeShouldRunDaemonPod : nodeShouldRunDaemonPod(spec.template.spec),
    podTemplate: createPodTemplate(spec.template, templateGeneration, hash),
  };
}
