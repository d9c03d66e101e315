/** Upstream: pkg/printers/internalversion/printers.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../model/defaults';
import type { DaemonSet, Deployment, PodTemplateSpec, ReplicaSet } from '../../model/apiTypes';
import type { Time } from '../../model/time';
import { timeSince } from './duration';
import { formatLabels, formatLabelSelector } from './labels';

/** A cell as the API server's table printer makes it: counts are numbers, everything else texts. */
export type Cell = string | number;

export interface Column {
  readonly name: string;
  /** Shown only with `-o wide`. */
  readonly wide: boolean;
}

/** Columns from their names; those after `|` are wide ones. */
export function columns(names: string): readonly Column[] {
  const [narrow = '', wide = ''] = names.split('|');
  const split = (text: string): string[] => text.split(',').filter((name) => name !== '');
  return [...split(narrow).map((name) => ({ name, wide: false })), ...split(wide).map((name) => ({ name, wide: true }))];
}

export const DEPLOYMENT_COLUMNS = columns('NAME,READY,UP-TO-DATE,AVAILABLE,AGE|CONTAINERS,IMAGES,SELECTOR');
export const REPLICA_SET_COLUMNS = columns('NAME,DESIRED,CURRENT,READY,AGE|CONTAINERS,IMAGES,SELECTOR');
export const DAEMON_SET_COLUMNS = columns(
  'NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE|CONTAINERS,IMAGES,SELECTOR',
);

function containerCells(template: PodTemplateSpec): [names: string, images: string] {
  const { containers } = template.spec;
  return [containers.map(({ name }) => name).join(','), containers.map(({ image = '' }) => image).join(',')];
}

/** The row of `kubectl get deployments -o wide`. */
export function deploymentCells({ metadata, spec, status = {} }: Deployment, now: Time): Cell[] {
  return [
    metadata.name,
    `${status.readyReplicas ?? 0}/${spec.replicas ?? DEFAULT_REPLICAS}`,
    status.updatedReplicas ?? 0,
    status.availableReplicas ?? 0,
    timeSince(metadata.creationTimestamp, now),
    ...containerCells(spec.template),
    formatLabelSelector(spec.selector),
  ];
}

/** The row of `kubectl get replicasets -o wide`. */
export function replicaSetCells({ metadata, spec, status = {} }: ReplicaSet, now: Time): Cell[] {
  return [
    metadata.name,
    spec.replicas ?? DEFAULT_REPLICAS,
    status.replicas ?? 0,
    status.readyReplicas ?? 0,
    timeSince(metadata.creationTimestamp, now),
    ...containerCells(spec.template),
    formatLabelSelector(spec.selector),
  ];
}

/** The row of `kubectl get daemonsets -o wide`. */
export function daemonSetCells({ metadata, spec, status = {} }: DaemonSet, now: Time): Cell[] {
  return [
    metadata.name,
    status.desiredNumberScheduled ?? 0,
    status.currentNumberScheduled ?? 0,
    status.numberReady ?? 0,
    status.updatedNumberScheduled ?? 0,
    status.numberAvailable ?? 0,
    formatLabels(spec.template.spec.nodeSelector),
    timeSince(metadata.creationTimestamp, now),
    ...containerCells(spec.template),
    formatLabelSelector(spec.selector),
  ];
}
