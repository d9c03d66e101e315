/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { Container, PodSpec } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { formatQuantity, parseQuantity, type QuantityFormat } from '../../../../model/quantity';
import type { ErrorList, Path } from '../common/field';
import { sortedKeys } from '../common/labels';
import { nanosOf } from '../common/quantities';
import { isHugePageResource, validatePodResourceRequirements } from '../containers/containerResources';

type ListName = 'requests' | 'limits';

interface Amount {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}
type Amounts = Map<string, Amount>;

/** Pod-level resources: names and values, and that the containers fit into them. */
export function validatePodResources(
  spec: Unchecked<PodSpec>,
  claimNames: ReadonlySet<string>,
  path: Path,
  errors: ErrorList,
): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const place = path.child('resources');
  if (spec.os?.name === 'windows') {
    errors.forbidden(place, 'may not be set for a windows pod');
    return;
  }
  if (resources.claims !== undefined) errors.forbidden(place.child('claims'), 'claims may not be set for Resources at pod-level');
  validatePodResourceRequirements(resources, claimNames, place, errors);
  validateAgainstContainers(spec, 'requests', () => true, place, errors);
  validateAgainstContainers(spec, 'limits', isHugePageResource, place, errors);
  spec.containers?.forEach((container, index) => {
    validateContainerLimits(container, resources.limits ?? {}, place.child('containers').index(index), errors);
  });
}

function validateAgainstContainers(
  spec: Unchecked<PodSpec>,
  list: ListName,
  concerns: (name: string) => boolean,
  path: Path,
  errors: ErrorList,
): void {
  const sums = aggregateContainers(spec, list);
  for (const name of [...sums.keys()].sort()) {
    const ofPod = spec.resources?.[list]?.[name];
    const sum = sums.get(name);
    if (ofPod === undefined || sum === undefined || !concerns(name) || sum.nanos <= nanosOf(ofPod)) continue;
    const detail = `must be greater than or equal to aggregate container ${list} of ${formatQuantity(sum)}`;
    errors.invalid(path.child(list).key(name), ofPod, detail);
  }
}

function validateContainerLimits(
  container: Unchecked<Container>,
  ofPod: Readonly<Record<string, string>>,
  path: Path,
  errors: ErrorList,
): void {
  const limits = container.resources?.limits ?? {};
  for (const name of sortedKeys(limits)) {
    const limit = limits[name] ?? '0';
    const most = ofPod[name];
    if (most === undefined || nanosOf(limit) <= nanosOf(most)) continue;
    errors.invalid(path.key(name).child('limits'), limit, `must be less than or equal to pod limits of ${most}`);
  }
}

/**
 * What all containers together ask for: the running ones added up, or the most demanding moment of the initialization. With
 * sidecars of 1 and 2 cores before an init container of 4: 1 + 2 + 4 = 7 at that moment, 3 + the containers afterwards.
 */
function aggregateContainers(spec: Unchecked<PodSpec>, list: ListName): Amounts {
  const total: Amounts = new Map();
  for (const container of spec.containers ?? []) add(total, amountsOf(container, list));
  const sidecars: Amounts = new Map();
  const initial: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const own = amountsOf(container, list);
    if (container.restartPolicy === 'Always') {
      add(total, own);
      add(sidecars, own);
      raise(initial, sidecars);
    } else {
      const moment = new Map(own);
      add(moment, sidecars);
      raise(initial, moment);
    }
  }
  raise(total, initial);
  return total;
}

function amountsOf(container: Unchecked<Container>, list: ListName): Amounts {
  const entries = Object.entries(container.resources?.[list] ?? {});
  return new Map(entries.map(([name, text]) => [name, parseQuantity(text) ?? { nanos: 0n, format: 'DecimalSI' }]));
}

function add(sums: Amounts, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, amount);
    else sums.set(name, { nanos: sum.nanos + amount.nanos, format: sum.nanos === 0n ? amount.format : sum.format });
  }
}

function raise(sums: Amounts, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const sum = sums.get(name);
    if (sum === undefined || amount.nanos > sum.nanos) sums.set(name, amount);
  }
}
