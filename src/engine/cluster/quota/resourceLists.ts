/** Upstream: staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go (v1.36.4). Arithmetic on amounts by resource name. */
import type { ResourceList } from '../../../model/apiTypes';
import { addQuantities, compareQuantities, formatQuantity } from '../../../model/quantity';
import type { Resources } from '../../../model/podResources';

export function addResources(a: Resources, b: Resources): Resources {
  const sum = new Map(a);
  for (const [name, quantity] of b) {
    const own = sum.get(name);
    sum.set(name, own === undefined ? quantity : addQuantities(own, quantity));
  }
  return sum;
}

/** Only what has one of the names. */
export function maskResources(resources: Resources, names: Iterable<string>): Resources {
  const wanted = new Set(names);
  return new Map([...resources].filter(([name]) => wanted.has(name)));
}

/** The names of which there is more in `a` than `limits` allow. */
export function exceededResources(a: Resources, limits: Resources): string[] {
  return [...limits].flatMap(([name, limit]) => {
    const amount = a.get(name);
    return amount !== undefined && compareQuantities(amount, limit) > 0 ? [name] : [];
  });
}

/** `cpu=1,memory=2Gi`, in name order. */
export function formatResources(resources: Resources): string {
  return sortedNames(resources.keys())
    .map((name) => {
      const quantity = resources.get(name);
      return `${name}=${quantity === undefined ? '' : formatQuantity(quantity)}`;
    })
    .join(',');
}

export function sortedNames(names: Iterable<string>): string[] {
  return [...names].sort();
}

/** As the API writes it, in canonical form. */
export function toResourceList(resources: Resources): ResourceList {
  return Object.fromEntries([...resources].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}
