/** Ours: the EndpointSlice controller beside a rollout, and what it has told of each Service. */
import type { EndpointSlice } from '../../model/apiTypes';
import { objectKey } from '../../model/meta';
import type { Time } from '../../model/time';
import { InformerFactory } from '../client/informerFactory';
import {
  ENDPOINT_SLICE_RETRY,
  EndpointSliceController,
  type EndpointSliceClient,
} from '../controllers/endpointslice/endpointSliceController';
import { serviceKeyOf } from '../controllers/endpointslice/sliceLabels';
import { Worker } from '../controllers/worker';
import { randomSuffix } from './world/generatedNames';
import { PHASE } from './world/phases';
import type { World } from './world/world';

/** How many endpoints of a Service get new connections, answer, and are on their way out, from a moment on. */
export interface EndpointsRow {
  readonly t: number;
  readonly ready: number;
  readonly serving: number;
  readonly terminating: number;
}

export interface ServiceEndpoints {
  readonly service: string;
  readonly rows: readonly EndpointsRow[];
}

/** For a rollout that is asked for its endpoints; to others the controller is not even loaded. */
export function watchEndpoints(world: World, origin: Time): EndpointsWatch {
  return new EndpointsWatch(world, origin);
}

/** Nobody else reads slices: the rollout is the same with and without. */
export class EndpointsWatch {
  readonly #slices = new Map<string, EndpointSlice>();
  readonly #rows = new Map<string, EndpointsRow[]>();
  readonly #clock: { readonly now: Time };
  readonly #origin: Time;

  constructor({ store, loop, recorder, random }: World, origin: Time) {
    this.#clock = loop;
    this.#origin = origin;
    const worker = new Worker({ loop, timerPhase: PHASE.timer, syncPhase: PHASE.sync, retries: ENDPOINT_SLICE_RETRY });
    const suffixes = random.stream('names of slices');
    // Names and uids of pods are drawn one after the other: those of slices are none of them.
    const named = ({ metadata, ...slice }: EndpointSlice): EndpointSlice => {
      const name = `${metadata.generateName ?? ''}${randomSuffix(suffixes)}`;
      return { ...slice, metadata: { ...metadata, name, uid: `slice ${name}` } };
    };
    const client: EndpointSliceClient = {
      create: (slice) => store.create('EndpointSlice', named(slice)),
      update: (slice) => store.update('EndpointSlice', slice),
      delete: (slice) => {
        store.delete('EndpointSlice', objectKey(slice));
      },
    };
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: PHASE.deliver });
    worker.start(new EndpointSliceController({ client, informers, queue: worker.queue, recorder }));
    store.subscribe(['EndpointSlice'], ({ type, key, object }) => {
      if (type === 'deleted') this.#slices.delete(key);
      else this.#slices.set(key, object);
      this.#note(serviceKeyOf(object));
    });
  }

  /** Of several states within one instant the last one counts; what was before time 0 stands at 0. */
  #note(service: string): void {
    const t = Math.max(0, (this.#clock.now - this.#origin) / 1000);
    const rows = this.#rows.get(service) ?? [];
    const row = { t, ...this.#countOf(service) };
    if (rows.at(-1)?.t === t) rows.pop();
    const last = rows.at(-1);
    const isSame = last?.ready === row.ready && last.serving === row.serving && last.terminating === row.terminating;
    if (!isSame) rows.push(row);
    this.#rows.set(service, rows);
  }

  #countOf(service: string): Omit<EndpointsRow, 't'> {
    const endpoints = [...this.#slices.values()]
      .filter((slice) => serviceKeyOf(slice) === service)
      .flatMap((slice) => slice.endpoints);
    const count = (condition: 'ready' | 'serving' | 'terminating'): number =>
      endpoints.filter(({ conditions }) => conditions?.[condition] === true).length;
    return { ready: count('ready'), serving: count('serving'), terminating: count('terminating') };
  }

  /** By the Services' names. */
  get services(): readonly ServiceEndpoints[] {
    const services = [...this.#rows].map(([service, rows]) => ({ service, rows }));
    return services.sort((a, b) => (a.service < b.service ? -1 : 1));
  }
}
