import type { KubernetesObject, Pod, Taint } from '../../../src/model/apiTypes';
import { getPodCondition, isPodReady } from '../../../src/model/podConditions';
import { encodeTimes, parseTime, type Time } from '../../../src/model/time';
import { ApiError } from '../../../src/engine/api/apiError';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import { restoreObjects } from '../../../src/engine/api/restore';
import { getTargetNodeName } from '../../../src/engine/controllers/daemon/daemonUtil';
import type { RecordedEvent } from '../../../src/engine/client/eventRecorder';
import { failedDaemonPods } from '../../../src/snapshot/failedDaemonPods';
import type { SnapshotEvent } from '../../../src/snapshot/snapshot';
import { templateOfRevision } from '../../../src/engine/kubectl/daemonSetHistory';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { printObjects } from '../../support/printedObjects';
import { TestCluster } from '../../support/testCluster';
import type { CutMoment } from '../continuing';
import { DAEMON_SET_KEY, DaemonCluster, templateKey, type Labels } from './daemonsetCluster';
import { ModelKubelet, type KubeletBehavior, type KubeletMemory } from './daemonsetKubelet';

export type Json = Readonly<Record<string, unknown>>;

interface ScriptOp {
  readonly op: string;
  readonly patch?: unknown;
  readonly node?: unknown;
  readonly taint?: Taint;
  readonly key?: string;
  readonly effect?: string;
  readonly labels?: Labels;
  readonly template?: string;
}

export interface ClosedLoopCase {
  readonly case: string;
  readonly class: string;
  readonly horizon: number;
  readonly kubelet: KubeletBehavior;
  readonly script: readonly { readonly at: number; readonly op: ScriptOp }[];
  readonly initial: { readonly nodes: readonly unknown[]; readonly daemonset: unknown };
  readonly hashes: Readonly<Record<string, string>>;
  readonly templates: readonly string[];
  readonly timeline: readonly Json[];
  readonly derived: Json;
}

/** A moment of a case, as somebody sees it who was not there before. */
interface Cut {
  readonly now: Time;
  readonly objects: readonly KubernetesObject[];
  readonly events: readonly SnapshotEvent[];
  /** Uids and names given so far. */
  readonly counted: number;
  readonly kubelet: KubeletMemory;
  readonly played: number;
  readonly errors: readonly string[];
  /** What no object tells: when the controller wanted to look again. */
  readonly appointments: readonly (Time | undefined)[];
}

export const START: Time = parseTime('2000-01-01T00:00:10Z') ?? 0;

/**
 * The running controller with its queues on the virtual clock, a user's script, and kubelets; from a cut with what objects
 * tell, or told also when the former controller wanted to look again.
 */
export class ClosedLoopWorld {
  readonly loop: EventLoop;
  readonly #world: TestCluster;
  readonly #store: ObjectStore;
  readonly #cluster: DaemonCluster;
  readonly #kubelet: ModelKubelet;
  readonly #templates: readonly string[];
  readonly errors: string[];
  /** When pods got ready that are gone by now, or ready no more: no object says it. */
  readonly lostReadiness: Time[] = [];
  /** What `kubectl get events` prints. */
  readonly #events: SnapshotEvent[];
  /** So many lines of the script have been played. */
  #played: number;

  constructor({ initial, kubelet, hashes, templates, script }: ClosedLoopCase, cut?: Cut, isTold = false) {
    this.#templates = templates;
    this.errors = [...(cut?.errors ?? [])];
    this.#events = [...(cut?.events ?? [])];
    const onEvent = (event: RecordedEvent): void => {
      this.#events.push(printedEvent(event, this.loop.now));
    };
    this.#world = new TestCluster({ start: cut?.now ?? START, digits: 6, counted: cut?.counted ?? 0, onEvent });
    const { loop, store } = this.#world;
    this.loop = loop;
    this.#store = store;
    this.#cluster = new DaemonCluster(store, loop);
    store.subscribe(['Pod'], ({ type, object, previous }) => {
      const lost = previous !== undefined && (type === 'deleted' || !isPodReady(object)) ? previous : undefined;
      if (lost !== undefined && isPodReady(lost)) this.lostReadiness.push(readySince(lost));
    });
    this.#played = cut?.played ?? 0;
    for (const { at, op } of script.slice(this.#played)) {
      this.#world.at(START + at * 1000, () => {
        this.#played++;
        this.#play(op);
      });
    }
    if (cut !== undefined) restoreObjects(store, cut.objects);
    this.#kubelet = new ModelKubelet(this.#world, this.#cluster, kubelet, cut?.kubelet);
    const { daemonSet } = this.#cluster;
    this.#world.runDaemonSets((template) => hashes[templateKey(template)] ?? '', {
      failedPodsDeleted: daemonSet && failedDaemonPods(this.#events, daemonSet),
    });
    if (cut === undefined) this.#cluster.fill(initial);
    else this.#world.resume(isTold ? { key: DAEMON_SET_KEY, appointments: cut.appointments } : undefined);
  }

  /** All that somebody else needs to go on from here. */
  cut(): Cut {
    const { loop, errors } = this;
    const { counted } = this.#world;
    const appointments = this.#world.appointments(DAEMON_SET_KEY);
    const objects = printObjects(this.#store);
    return {
      now: loop.now,
      objects,
      events: [...this.#events],
      counted,
      kubelet: this.#kubelet.memory,
      played: this.#played,
      errors,
      appointments,
    };
  }

  get hasAppointments(): boolean {
    return this.#world.appointments(DAEMON_SET_KEY).some((at) => at !== undefined);
  }

  /** Whether the moment comes before `limit`: a busy one is the first at or after it at which somebody has something to do. */
  goTo({ at, isBusy }: CutMoment, limit: Time): boolean {
    this.loop.runUntil(Math.min(START + at * 1000, limit));
    if (START + at * 1000 > limit) return false;
    while (isBusy && this.isAtRest) if (!this.loop.step(limit)) return false;
    return true;
  }

  get isAtRest(): boolean {
    return this.#world.isAtRest;
  }

  #play(op: ScriptOp): void {
    const cluster = this.#cluster;
    const node = String(op.node);
    switch (op.op) {
      case 'edit-daemonset':
        this.#edit(() => {
          cluster.edit(op.patch);
        });
        break;
      case 'undo':
        this.#edit(() => {
          cluster.undo((revision) => templateKey(templateOfRevision(revision)) === op.template);
        });
        break;
      case 'node-cordon':
        cluster.cordonNode(node, true);
        break;
      case 'node-uncordon':
        cluster.cordonNode(node, false);
        break;
      case 'node-taint':
        if (op.taint !== undefined) cluster.taintNode(node, op.taint);
        break;
      case 'node-untaint':
        cluster.untaintNode(node, op.key ?? '', op.effect ?? '');
        break;
      case 'node-label':
        cluster.labelNode(node, op.labels ?? {});
        break;
      case 'node-add':
        cluster.addNode(op.node);
        break;
      case 'delete-pod-on-node':
        for (const pod of this.#podsOn(node)) if (!isDeleting(pod)) cluster.deletePod(pod.metadata.name);
        break;
      default:
        throw new Error(`unknown op ${op.op}`);
    }
  }

  #edit(change: () => void): void {
    try {
      change();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.errors.push(error.message);
    }
  }

  #podsOn(node: string): Pod[] {
    return [...this.#store.list('Pod')].filter((pod) => getTargetNodeName(pod) === node);
  }

  /** The state as the recording writes it down. */
  state(): ClosedLoopState {
    const { daemonSet } = this.#cluster;
    const pods = [...this.#store.list('Pod')].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    const nodes: Record<string, string> = {};
    const readyNodes = new Set<string>();
    for (const pod of pods) {
      const node = getTargetNodeName(pod);
      const text = `${this.#templates.indexOf(templateKey(pod))}${podLetter(pod)}`;
      nodes[node] = nodes[node] === undefined ? text : `${nodes[node]} ${text}`;
      if (isPodReady(pod) && !isDeleting(pod)) readyNodes.add(node);
    }
    const { status, metadata } = daemonSet ?? {};
    return {
      ds: { generation: metadata?.generation, status: encodeTimes(status) },
      nodes,
      complete:
        status?.observedGeneration === metadata?.generation &&
        (status?.updatedNumberScheduled ?? 0) === (status?.desiredNumberScheduled ?? 0) &&
        (status?.numberAvailable ?? 0) === (status?.desiredNumberScheduled ?? 0),
      pods: pods.length,
      livePods: pods.filter((pod) => !isDeleting(pod)).length,
      readyNodes: readyNodes.size,
    };
  }
}

export interface ClosedLoopState {
  readonly ds: Json;
  readonly nodes: Readonly<Record<string, string>>;
  readonly complete: boolean;
  readonly pods: number;
  readonly livePods: number;
  readonly readyNodes: number;
}

function printedEvent({ kind, namespace, name, type, reason, message }: RecordedEvent, now: Time): SnapshotEvent {
  const at = Math.floor(now / 1000) * 1000;
  const involvedObject = { kind, namespace, name };
  return { metadata: { name, namespace }, involvedObject, type, reason, message, firstTimestamp: at, lastTimestamp: at };
}

function readySince(pod: Pod): Time {
  return getPodCondition(pod, 'Ready')?.lastTransitionTime ?? 0;
}

function isDeleting(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

function podLetter(pod: Pod): 'T' | 'F' | 'R' | 'P' {
  if (isDeleting(pod)) return 'T';
  if (pod.status?.phase === 'Failed') return 'F';
  return isPodReady(pod) ? 'R' : 'P';
}
