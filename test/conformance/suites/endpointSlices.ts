import { ApiError, conflict, internalError, notFound } from '../../../src/engine/api/apiError';
import { RESOURCES } from '../../../src/engine/api/kinds';
import { mergePatch } from '../../../src/engine/api/mergePatch';
import {
  ENDPOINT_SLICE_RETRY,
  EndpointSliceController,
  type EndpointSliceClient,
} from '../../../src/engine/controllers/endpointslice/endpointSliceController';
import { InformerFactory } from '../../../src/engine/client/informerFactory';
import { EventRecorder, type RecordedEvent } from '../../../src/engine/client/eventRecorder';
import { Worker } from '../../../src/engine/controllers/worker';
import { PHASE } from '../../../src/engine/simulation/world/phases';
import type { EndpointSlice } from '../../../src/model/apiTypes';
import { objectKey } from '../../../src/model/meta';
import { decodeTimes, encodeTimes, parseTime } from '../../../src/model/time';
import { TestCluster } from '../../support/testCluster';
import { compareValues } from '../compare';
import type { ConformanceSuite, Difference } from '../suite';

type Json = Readonly<Record<string, unknown>>;
type WatchedKind = 'Pod' | 'Service' | 'Node' | 'EndpointSlice';

interface Op {
  readonly op: 'create' | 'merge' | 'delete' | 'fail';
  readonly kind: WatchedKind;
  readonly name: string;
  readonly object: { readonly metadata: Json };
  readonly patch: unknown;
  readonly verb: string;
  readonly count: number;
  readonly reason: string;
}

interface Write {
  readonly t: number;
  readonly verb: string;
  readonly name?: string;
  readonly error?: string;
}

interface Step {
  readonly at: number;
  readonly ops: readonly Op[];
  readonly writes?: readonly (Write & { readonly slice?: Json })[];
  readonly events?: readonly Json[];
  readonly after?: readonly Json[];
}

interface Trajectory {
  readonly config: { readonly endpointUpdatesBatchPeriodMs?: number; readonly maxEndpointsPerSlice?: number };
  readonly steps: readonly Step[];
  readonly end: number;
}

const START = parseTime('2000-01-01T00:00:00Z') ?? 0;
const NAMESPACE = 'default';

/** The recorded cluster: objects come from ops, slices from the controller, which runs freely. */
class EndpointWorld {
  readonly #cluster: TestCluster;
  readonly #failures: { verb: string; reason: string; left: number }[] = [];
  #names = 0;
  #touches = 0;
  writes: Write[] = [];
  events: Json[] = [];
  readonly #counts = new Map<string, number>();

  constructor({ config }: Trajectory) {
    this.#cluster = new TestCluster({
      start: START,
      names: { generateName: (prefix) => `${prefix}${String(++this.#names).padStart(5, '0')}` },
    });
    const { loop, store } = this.#cluster;
    const worker = new Worker({ loop, timerPhase: PHASE.timer, syncPhase: PHASE.sync, retries: ENDPOINT_SLICE_RETRY });
    const { endpointUpdatesBatchPeriodMs, maxEndpointsPerSlice } = config;
    worker.start(
      new EndpointSliceController({
        client: this.#client(),
        informers: new InformerFactory(store, { mode: 'loop', loop, phase: PHASE.deliver }),
        queue: worker.queue,
        recorder: new EventRecorder((event) => {
          this.#tell(event);
        }),
        ...(endpointUpdatesBatchPeriodMs === undefined ? {} : { batchPeriodMs: endpointUpdatesBatchPeriodMs }),
        ...(maxEndpointsPerSlice === undefined ? {} : { maxEndpointsPerSlice }),
      }),
    );
  }

  #client(): EndpointSliceClient {
    const { store } = this.#cluster;
    return {
      create: (slice) => this.#write('create', undefined, () => store.create('EndpointSlice', slice)),
      update: (slice) => this.#write('update', slice.metadata.name, () => store.update('EndpointSlice', slice)),
      delete: (slice) => {
        this.#write('delete', slice.metadata.name, () => {
          store.delete('EndpointSlice', objectKey(slice));
          return slice;
        });
      },
    };
  }

  #write(verb: string, name: string | undefined, send: () => EndpointSlice): EndpointSlice {
    const t = this.#cluster.loop.now - START;
    const said = { t, verb };
    try {
      this.#refuse(verb, name ?? '');
      const written = send();
      this.writes.push({ ...said, name: written.metadata.name });
      return written;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.writes.push({ ...said, ...(name === undefined ? {} : { name }), error: message });
      throw error;
    }
  }

  #refuse(verb: string, name: string): void {
    const failure = this.#failures.find((each) => each.verb === verb && each.left > 0);
    if (failure === undefined) return;
    failure.left--;
    throw refusal(failure.reason, name);
  }

  /** Everything that can happen without waiting happens before the next op. */
  run({ at, ops }: Step, until: number): void {
    this.writes = [];
    this.events = [];
    const { loop } = this.#cluster;
    loop.runUntil(START + at);
    for (const op of ops) {
      this.#apply(op);
      loop.runUntil(START + at);
    }
    // What is due at the next step comes before it, but belongs to it.
    loop.runUntil(START + until - 0.001);
  }

  #apply({ op, kind, name, object, patch, verb, count, reason }: Op): void {
    const { store } = this.#cluster;
    if (op === 'fail') this.#failures.push({ verb, reason, left: count });
    else if (op === 'delete') store.remove(kind, keyOf(kind, name));
    else if (op === 'merge') {
      // The recorded server tells of a write that changes nothing, too.
      const touched = { metadata: { annotations: { touched: String(++this.#touches) } } };
      const patched = (current: unknown): unknown => decodeTimes(mergePatch(mergePatch(encodeTimes(current), patch), touched));
      store.patch(kind, keyOf(kind, name), (current) => patched(current) as typeof current, 'whole');
    } else {
      const own = String(object.metadata['name']);
      const metadata = {
        uid: `${kind.toLowerCase()}-${own}`,
        ...(kind === 'Node' ? {} : { namespace: NAMESPACE }),
        ...object.metadata,
      };
      store.create(kind, decodeTimes<never>({ ...object, metadata }));
    }
  }

  /** A repeated event counts up. */
  #tell({ type, reason, name, message }: RecordedEvent): void {
    const key = JSON.stringify([reason, name, message]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const t = this.#cluster.loop.now - START;
    this.events.push({ t, type, reason, service: name, message, ...(count > 1 ? { count } : {}) });
  }

  get slices(): readonly Json[] {
    const slices = [...this.#cluster.store.list('EndpointSlice')].map(sliceState);
    return slices.sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
  }
}

function keyOf(kind: WatchedKind, name: string): string {
  return kind === 'Node' ? name : `${NAMESPACE}/${name}`;
}

function refusal(reason: string, name: string): ApiError {
  const resource = RESOURCES.EndpointSlice;
  switch (reason) {
    case 'Conflict':
      return conflict(resource, name);
    case 'NotFound':
      return notFound(resource, name);
    case 'Timeout':
      return new ApiError('InternalError', 'Timeout: request timed out');
    case 'NamespaceTerminating': {
      const what = name === '' ? resource : `${resource} "${name}"`;
      const message = `${what} is forbidden: unable to create new content in namespace ${NAMESPACE} because it is being terminated`;
      return new ApiError('Forbidden', message, 'NamespaceTerminating');
    }
    default:
      return internalError('etcdserver: request timed out');
  }
}

function sliceState({ metadata, addressType, ports = [], endpoints }: EndpointSlice): Json {
  const { name, labels, annotations = {}, generation } = metadata;
  const told = endpoints.map(({ addresses, conditions, targetRef, nodeName, zone, hostname, hints }) => ({
    ...{ addresses, pod: targetRef?.name, ...conditions, nodeName, zone, hostname },
    hints: hints && {
      forZones: hints.forZones?.map((zone) => zone.name),
      forNodes: hints.forNodes?.map((node) => node.name),
    },
  }));
  return {
    ...{ name, addressType, labels, generation, ports },
    annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
    endpoints: told.sort((a, b) => (String([a.pod, a.addresses]) < String([b.pod, b.addresses]) ? -1 : 1)),
  };
}

function replay(trajectory: Trajectory): readonly Difference[] {
  const world = new EndpointWorld(trajectory);
  let expected: readonly Json[] = [];
  for (const [index, step] of trajectory.steps.entries()) {
    world.run(step, trajectory.steps[index + 1]?.at ?? trajectory.end);
    if (step.after !== undefined) expected = step.after.filter((slice) => 'name' in slice);
    const writes = (step.writes ?? []).map(({ slice: _, ...write }) => write);
    const path = `steps[${index}]`;
    const differences = [
      ...compareValues(expected, world.slices, {}, `${path} after`),
      ...compareValues(writes, world.writes, {}, `${path} writes`),
      ...compareValues(step.events ?? [], world.events, {}, `${path} events`),
    ];
    // What follows from a difference is no news.
    if (differences.length > 0) return differences;
  }
  return [];
}

/** The EndpointSlice controller on its own: what it writes, when, and what the slices say after each step. */
export const endpointSliceSuite: ConformanceSuite = {
  name: 'endpoint slices',
  accepts: (record) => 'steps' in record && 'config' in record && 'end' in record,
  label: (record) => `${String(record['case'])} (${String(record['class'])})`,
  replay: (record) => replay(record as unknown as Trajectory),
};
