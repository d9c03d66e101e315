import type { ManifestDocument } from '../../manifest/document';
import { NOT_KUSTOMIZED } from '../../manifest/kustomization';
import type { Manifest } from '../../manifest/manifest';
import type { JsonObject } from '../../manifest/json';
import type { ClusterFacts, Fact, Place } from '../../rules/facts';
import { SAME_FILE } from '../../rules/nearness';
import { readFact } from '../factReader';
import { isSameToOthers } from '../sameFacts';

/** What a build lies among. */
export interface Outside {
  /** As seen from the file that defines the build. */
  readonly facts: ClusterFacts;
  /** Whether a file is one that the build is made of: its objects count as they are built. */
  readonly isPart: (uri: string) => boolean;
}

/** Where the objects of a build stand in files. */
export interface FactOrigins {
  /** The file of the n-th document. */
  readonly uriOf: (document: number) => string | undefined;
  readonly placeOf: (document: number) => Place | undefined;
}

/**
 * The facts that surround the workloads of a build: what is built with them, then the nearest of what lies outside. As long as no
 * fact changes the same object is given.
 */
export class BuildFacts {
  readonly #documents = new WeakMap<ManifestDocument, readonly Fact[]>();
  readonly #edited = new WeakMap<Fact, JsonObject>();
  #facts: readonly Fact[] = [];
  #indices = new Map<Fact, number>();
  #origins: FactOrigins | undefined;
  #last: { readonly outside: ClusterFacts; readonly limited: boolean; readonly view: ClusterFacts } | undefined;

  /** `limited`: something of the build is missing. */
  update({ documents }: Manifest, origins: FactOrigins, { facts: outside, isPart }: Outside, limited: boolean): ClusterFacts {
    this.#origins = origins;
    const indices = new Map<Fact, number>();
    const facts = documents.flatMap(({ document }, index) => {
      const own = this.#read(document, outside.home);
      for (const fact of own) indices.set(fact, index);
      return own;
    });
    const isSame = facts.length === this.#facts.length && facts.every((fact, index) => fact === this.#facts[index]);
    this.#facts = facts;
    this.#indices = indices;
    if (isSame && this.#last?.outside === outside && this.#last.limited === limited) return this.#last.view;
    const view = this.#view(outside, isPart, limited || outside.limited);
    this.#last = { outside, limited, view };
    return view;
  }

  #view(outside: ClusterFacts, isPart: Outside['isPart'], limited: boolean): ClusterFacts {
    const bySort = new Map<Fact['fact'], { readonly fact: Fact; readonly distance: number }[]>();
    const add = (fact: Fact, distance: number): void => {
      const known = bySort.get(fact.fact);
      if (known === undefined) bySort.set(fact.fact, [{ fact, distance }]);
      else known.push({ fact, distance });
    };
    for (const fact of this.#facts) add(fact, SAME_FILE);
    for (const near of outside.bySort.values())
      for (const { fact, distance } of near) if (!isPart(fact.uri)) add(fact, Math.max(distance, SAME_FILE + 1));
    const configs = new Set(outside.configs);
    for (const fact of this.#facts) if (fact.fact === 'config') configs.add(`${fact.kind} ${fact.name}`);
    const view: ClusterFacts = {
      ...outside,
      bySort,
      configs,
      limited,
      kustomized: NOT_KUSTOMIZED,
      placeOf: (fact) => this.#placeOf(fact, outside),
      writtenIn: (fact) => this.#writtenIn(fact),
      workspace: {
        workloads: () => this.#facts.filter((fact) => fact.fact === 'workload'),
        factsFor: () => view,
        objectOf: (workload) => this.#edited.get(workload) ?? workload.object,
      },
    };
    return view;
  }

  #placeOf(fact: Fact, outside: ClusterFacts): Place | undefined {
    const index = this.#indices.get(fact);
    return index === undefined ? outside.placeOf(fact) : this.#origins?.placeOf(index);
  }

  #writtenIn(fact: Fact): string | undefined {
    const index = this.#indices.get(fact);
    return index === undefined ? undefined : this.#origins?.uriOf(index);
  }

  #read(document: ManifestDocument, uri: string): readonly Fact[] {
    const known = this.#documents.get(document);
    if (known !== undefined) return known;
    const facts = document.resources.flatMap((resource) => {
      const fact = readFact(resource, uri);
      if (fact === undefined) return [];
      const kept = this.#facts.find((before) => isSameToOthers(before, fact)) ?? fact;
      if (kept !== fact) this.#edited.set(kept, fact.object);
      return [kept];
    });
    this.#documents.set(document, facts);
    return facts;
  }
}
