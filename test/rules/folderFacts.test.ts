import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { matchesSelector } from '../../src/model/labelSelector';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { factsInNamespace, type ClusterFacts, type Fact } from '../../src/rules/facts';
import { allOf, besideOf, ownOf, seenOf } from '../../src/rules/folderFacts';
import { distanceTo, isNear, SAME_FOLDER } from '../../src/rules/nearness';
import type { Subject } from '../../src/rules/subject';

/** Two folders that are near to each other, one apart, one further down, and one by kind. */
const FOLDERS = ['shop/base', 'shop/overlays/prod', 'shop/overlays/dev', 'shop/services', 'team/web', 'team/templates'];
const NAMESPACES = ['', 'default', 'shop', 'team'];
const NAMES = ['web', 'api', 'db'];

interface Piece {
  readonly folder: string;
  readonly file: string;
  readonly namespace: string;
  readonly name: string;
  readonly label: string;
  readonly isService: boolean;
}

const PIECES = fc.array(
  fc.record({
    folder: fc.constantFrom(...FOLDERS),
    file: fc.constantFrom('a', 'b', 'c'),
    namespace: fc.constantFrom(...NAMESPACES),
    name: fc.constantFrom(...NAMES),
    label: fc.constantFrom(...NAMES),
    isService: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

function textOf({ namespace, name, label, isService }: Piece): string {
  const metadata = `metadata: { name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`} }`;
  if (isService) return `apiVersion: v1\nkind: Service\n${metadata}\nspec: { selector: { app: ${label} } }\n`;
  const template = `{ metadata: { labels: { app: ${label} } }, spec: { containers: [{ name: c, image: c }] } }`;
  return `apiVersion: apps/v1\nkind: Deployment\n${metadata}\nspec: { selector: { matchLabels: { app: ${label} } }, template: ${template} }\n`;
}

const uriOf = ({ folder, file }: Piece): string => `file:///repo/${folder}/${file}.yaml`;

function indexOf(pieces: readonly Piece[]): WorkspaceIndex {
  const texts = new Map<string, string[]>();
  for (const piece of pieces) texts.set(uriOf(piece), [...(texts.get(uriOf(piece)) ?? []), textOf(piece)]);
  const index = new WorkspaceIndex();
  for (const [uri, documents] of texts) index.updateText(uri, documents.join('---\n'));
  return index;
}

interface Near {
  readonly fact: Fact;
  readonly distance: number;
}

/** The slow way: each fact by itself. */
function seenOneByOne(all: readonly Fact[], home: string, sort: Fact['fact']): readonly Near[] {
  const near = all.filter(({ fact }) => fact === sort).map((fact) => ({ fact, distance: distanceTo(home, fact.uri) }));
  const seen = near.filter((each): each is Near => each.distance !== undefined);
  return seen.sort((a, b) => a.distance - b.distance || (a.fact.uri < b.fact.uri ? -1 : a.fact.uri > b.fact.uri ? 1 : 0));
}

const factsIn = (near: readonly Near[]): readonly Fact[] => near.map(({ fact }) => fact);

function meantOneByOne(seen: readonly Near[], namespace: string | undefined, labels: Readonly<Record<string, string>>) {
  const names = new Set<string>();
  return seen
    .filter(({ fact, distance }) => {
      if (namespace !== undefined && fact.namespace !== undefined) return fact.namespace === namespace;
      return (fact.namespace ?? 'default') === 'default' && isNear(distance);
    })
    .filter(({ fact }) => names.size < names.add(fact.name).size)
    .filter(({ fact }) => fact.fact === 'service' && matchesSelector({ matchLabels: fact.selector }, labels));
}

describe('what is seen from a file', () => {
  const views = (pieces: readonly Piece[]): readonly (readonly [ClusterFacts, readonly Fact[]])[] => {
    const index = indexOf(pieces);
    const all = [...new Set(pieces.map(uriOf))].flatMap((uri) => {
      const { bySort } = index.factsFor(uri);
      return [...ownOf(bySort, 'service'), ...ownOf(bySort, 'workload')].map(({ fact }) => fact);
    });
    assert.equal(all.length, pieces.length);
    return pieces.map((piece) => [index.factsFor(uriOf(piece)), all] as const);
  };

  it('is what each object’s own distance says, the nearest first', () => {
    fc.assert(
      fc.property(PIECES, (pieces) => {
        for (const [{ bySort, home }, all] of views(pieces))
          for (const sort of ['service', 'workload'] as const) {
            const seen = seenOneByOne(all, home, sort);
            assert.deepEqual(bySort.get(sort) ?? [], seen);
            assert.equal(bySort.get(sort) === undefined, seen.length === 0);
            const beside = seen.filter(({ distance }) => distance <= SAME_FOLDER);
            assert.deepEqual(besideOf(bySort, sort), beside);
            const found = factsIn(seenOf(bySort, sort, allOf(bySort, sort)));
            assert.deepEqual(new Set(found), new Set(factsIn(seen)));
          }
      }),
      { numRuns: 300 },
    );
  });

  it('has the same Services for pods, whether they are asked one by one or by their labels', () => {
    fc.assert(
      fc.property(
        PIECES,
        fc.constantFrom(undefined, ...NAMESPACES.slice(1)),
        fc.constantFrom(...NAMES),
        (pieces, namespace, app) => {
          for (const [facts, all] of views(pieces)) {
            const subject = { name: 'x', kind: 'Deployment', writtenNamespace: namespace } as Subject;
            const isMeant = (service: { readonly selector: Readonly<Record<string, string>> }): boolean =>
              matchesSelector({ matchLabels: service.selector }, { app });
            const found = factsInNamespace(facts, 'service', subject, isMeant, { labels: { app } });
            assert.deepEqual(found, factsInNamespace(facts, 'service', subject, isMeant));
            assert.deepEqual(found, factsIn(meantOneByOne(seenOneByOne(all, facts.home, 'service'), namespace, { app })));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
