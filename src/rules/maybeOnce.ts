import { isCertainAt } from '../manifest/workload';
import type { ResourceSpec } from '../model/podResources';
import { isExtendedResource } from '../model/wellKnown';
import { quote } from '../model/words';
import { limitsOf } from './namespaceLimits';
import { hostPorts } from './pods';
import { claimNamed } from './volumeClaims';
import { requestsOf } from './podSizes';
import type { RuleContext } from './rule';

/** What of the pods may be there once only, as far as files tell; empty: nothing. */
export function maybeOnce(context: RuleContext): string {
  const { workload, facts, nodes } = context;
  const unknown = workload.pod.claims.find(({ claimName }) => claimNamed(facts, workload, claimName) === undefined);
  if (unknown !== undefined && unknown.claimName !== '') return `claim ${quote(unknown.claimName)}`;
  if (unknown !== undefined || !isCertainAt(workload, VOLUMES)) return 'its volume';
  // Who takes the host's port is mostly meant for some nodes, maybe one.
  const [port] = nodes.known ? [] : hostPorts(workload.pod);
  if (port !== undefined) return `host port ${port.port}`;
  const [device] = scarceRequests(context);
  return device === undefined ? '' : `its ${device.resource}`;
}

const VOLUMES = ['spec', 'template', 'spec', 'volumes'];

/** Devices that one pod asks for: where no file describes the nodes nobody knows how many are free. */
export function scarceRequests({
  workload,
  facts,
  nodes,
}: Pick<RuleContext, 'workload' | 'facts' | 'nodes'>): readonly { readonly resource: string; readonly nanos: bigint }[] {
  if (nodes.manifests.length > 0) return [];
  // Most pods name no device, and only a LimitRange could add one: they need no admission.
  if (!namesDevice(workload.pod.asks) && limitsOf(facts, workload).length === 0) return [];
  return [...requestsOf(facts, workload)].flatMap(([resource, { nanos }]) =>
    isExtendedResource(resource) && nanos > 0n ? [{ resource, nanos }] : [],
  );
}

function namesDevice({ containers, initContainers = [], resources, overhead = {} }: ResourceSpec): boolean {
  const asked = [resources, ...[...containers, ...initContainers].map((container) => container.resources)];
  const lists = [overhead, ...asked.flatMap((given) => [given?.requests ?? {}, given?.limits ?? {}])];
  return lists.some((list) => Object.keys(list).some(isExtendedResource));
}
