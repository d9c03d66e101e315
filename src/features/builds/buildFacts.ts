import type { ManifestDocument } from '../../manifest/document';
import { NOT_KUSTOMIZED } from '../../manifest/kustomization';
import type { Manifest } from '../../manifest/manifest';
import type { JsonObject } from '../../manifest/json';
import type { ClusterFacts, Fact, Place } from '../../rules/facts';
import { SAME_FILE } from '../../rules/nearness';
import { readFact } from '../factReader';
import { isBareNode } from '../kustomizedBy';
import { isSameToOthers } from '../sameFacts';

/** What a build lies among. */
export interface Outside {
  /** As seen from the file that defines the build. */
  readonly facts: ClusterFacts;
  /** Whether the objects of a file count only as they are built: the build is made of it, or others may choose it for theirs. */
  readonly isOfBuilds: (uri: string) => boolean;
}

/** Where the objects of a build stand in files. */
export interface FactOrigins {
  /** The file of the n-th document. */
  readonly uriOf: (document: number) => string | undefined;
  readonly placeOf: (document: number) => Place | undefined;
}

interface NearFact {
  readonly fact: Fact;
  readonly distance: number;
}

/** What is not built, but lies near: nothing of that is as near as what is built together. */
function aroundBuild({ bySort }: ClusterFacts, isOfBuilds: Outside['isOfBuilds']): readonly NearFact[] {
  return [...bySort].flatMap(([, near]) =>
    near.flatMap(({ fact, distance }) => (isOfBuilds(fact.uri) ? [] : [{ fact, distance: Math.max(distance, SAME_FILE + 1) }])),
  );
}

const factOf = ({ fact }: NearFact): Fact => fact;

function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

/** What is the same to others has the same of it. */
function nameOf({ fact, name }: Fact): string {
  return `${fact} ${name}`;
}

/** But for the facts themselves. */
function isSeenAlike(a: ClusterFacts, b: ClusterFacts): boolean {
  if (a === b) return true;
  const isAlike = a.isUnused === b.isUnused && a.isSample === b.isSample && a.isGenerated === b.isGenerated;
  return isAlike && a.configs.size === b.configs.size && [...a.configs].every((name) => b.configs.has(name));
}

/**
 * The facts that surround the workloads of a build: what is built with them, then the nearest of what lies outside. As long as no
 * fact changes the same object is given.
 */
export class BuildFacts {
  readonly #documents = new WeakMap<ManifestDocument, readonly Fact[]>();
  readonly #edited = new WeakMap<Fact, JsonObject>();
  #facts: readonly Fact[] = [];
  #byName = new Map<string, Fact[]>();
  #indices = new Map<Fact, number>();
  #origins: FactOrigins | undefined;
  #around: readonly NearFact[] = [];
  #last: { readonly outside: ClusterFacts; readonly limited: boolean; readonly view: ClusterFacts } | undefined;

  /** `limited`: something of the build is missing. */
  update({ documents }: Manifest, origins: FactOrigins, { facts: outside, isOfBuilds }: Outside, limited: boolean): ClusterFacts {
    this.#origins = origins;
    const indices = new Map<Fact, number>();
    const facts = documents.flatMap(({ document }, index) => {
      const own = this.#read(document, outside.home);
      for (const fact of own) indices.set(fact, index);
      return own;
    });
    const around = aroundBuild(outside, isOfBuilds);
    const limits = limited || outside.limited;
    const isSame = areSame(facts, this.#facts) && areSame(around.map(factOf), this.#around.map(factOf));
    this.#facts = facts;
    this.#byName = new Map();
    for (const fact of facts) {
      const known = this.#byName.get(nameOf(fact));
      if (known === undefined) this.#byName.set(nameOf(fact), [fact]);
      else known.push(fact);
    }
    this.#indices = indices;
    this.#around = around;
    if (isSame && this.#last?.limited === limits && isSeenAlike(outside, this.#last.outside)) return this.#last.view;
    const view = this.#view(outside, limits);
    this.#last = { outside, limited: limits, view };
    return view;
  }

  #view(outside: ClusterFacts, limited: boolean): ClusterFacts {
    const bySort = new Map<Fact['fact'], NearFact[]>();
    const add = (near: NearFact): void => {
      const known = bySort.get(near.fact.fact);
      if (known === undefined) bySort.set(near.fact.fact, [near]);
      else known.push(near);
    };
    for (const fact of this.#facts) add({ fact, distance: SAME_FILE });
    for (const near of this.#around) add(near);
    const configs = new Set(outside.configs);
    for (const fact of this.#facts) if (fact.fact === 'config') configs.add(`${fact.kind} ${fact.name}`);
    const view: ClusterFacts = {
      ...outside,
      bySort,
      outside: outside.bySort,
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
      if (fact === undefined || isBareNode(fact)) return [];
      const kept = (this.#byName.get(nameOf(fact)) ?? []).find((before) => isSameToOthers(before, fact)) ?? fact;
      if (kept !== fact) this.#edited.set(kept, fact.object);
      return [kept];
    });
    this.#documents.set(document, facts);
    return facts;
  }
}
