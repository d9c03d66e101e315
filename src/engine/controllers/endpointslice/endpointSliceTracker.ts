/** Upstream: staging/src/k8s.io/endpointslice/util/endpointslice_tracker.go (v1.36.4). */
import type { EndpointSlice } from '../../../model/apiTypes';
import { serviceKeyOf } from './sliceLabels';

/** In place of a generation: the slice was deleted by us, and the cache has not heard of it. */
const DELETION_EXPECTED = -1;

/** What this controller has written of each Service's slices, by their uids: a cache that knows less is out of date. */
export class EndpointSliceTracker {
  readonly #generations = new Map<string, Map<string, number>>();

  has(slice: EndpointSlice): boolean {
    return this.#of(slice)?.has(uidOf(slice)) === true;
  }

  /** Whether somebody else has changed it. */
  shouldSync(slice: EndpointSlice): boolean {
    const known = this.#of(slice)?.get(uidOf(slice));
    return known === undefined || generationOf(slice) > known;
  }

  staleSlices(serviceKey: string, slices: readonly EndpointSlice[]): boolean {
    const known = this.#generations.get(serviceKey);
    if (known === undefined) return false;
    const provided = new Map(slices.map((slice) => [uidOf(slice), generationOf(slice)]));
    for (const [uid, generation] of provided) {
      const expected = known.get(uid);
      if (expected !== undefined && (expected === DELETION_EXPECTED || expected > generation)) return true;
    }
    return [...known].some(([uid, generation]) => generation !== DELETION_EXPECTED && !provided.has(uid));
  }

  update(slice: EndpointSlice): void {
    this.#set(slice, generationOf(slice));
  }

  expectDeletion(slice: EndpointSlice): void {
    this.#set(slice, DELETION_EXPECTED);
  }

  /** False when the deletion was none of ours. */
  handleDeletion(slice: EndpointSlice): boolean {
    const known = this.#of(slice);
    const generation = known?.get(uidOf(slice));
    known?.delete(uidOf(slice));
    return generation === undefined || generation === DELETION_EXPECTED;
  }

  deleteService(serviceKey: string): void {
    this.#generations.delete(serviceKey);
  }

  #of(slice: EndpointSlice): Map<string, number> | undefined {
    return this.#generations.get(serviceKeyOf(slice));
  }

  #set(slice: EndpointSlice, generation: number): void {
    const key = serviceKeyOf(slice);
    let known = this.#generations.get(key);
    if (known === undefined) this.#generations.set(key, (known = new Map<string, number>()));
    known.set(uidOf(slice), generation);
  }
}

const uidOf = ({ metadata }: EndpointSlice): string => metadata.uid ?? '';
const generationOf = ({ metadata }: EndpointSlice): number => metadata.generation ?? 0;
