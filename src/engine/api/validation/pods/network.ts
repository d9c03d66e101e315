/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { HostAlias, PodDNSConfig, PodSpec } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { addressProblem } from '../common/ipAddress';
import { byteLength, isDNS1123Subdomain, isDNS1123SubdomainWithUnderscore } from '../common/names';

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

function validateIP(value: string, path: Path, errors: ErrorList): void {
  const problem = addressProblem(value);
  if (problem !== undefined) errors.invalid(path, value, problem);
}

export function validateDNSPolicy(policy: string, path: Path, errors: ErrorList): void {
  if (policy === '') errors.required(path);
  else if (!DNS_POLICIES.includes(policy)) errors.notSupported(path, policy, DNS_POLICIES);
}

export function validatePodDNSConfig(
  config: Unchecked<PodDNSConfig> | undefined,
  policy: string,
  path: Path,
  errors: ErrorList,
): void {
  const nameservers = config?.nameservers ?? [];
  if (policy === 'None') {
    if (config === undefined) {
      errors.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None');
      return;
    }
    if (nameservers.length === 0) {
      errors.required(path.child('nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None');
      return;
    }
  }
  if (config === undefined) return;
  if (nameservers.length > MAX_NAMESERVERS) {
    errors.invalid(path.child('nameservers'), nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`);
  }
  nameservers.forEach((server, index) => {
    validateIP(server, path.child('nameservers').index(index), errors);
  });
  validateSearches(config.searches ?? [], path.child('searches'), errors);
  config.options?.forEach(({ name = '' }, index) => {
    if (name === '') errors.required(path.child('options').index(index), 'must not be empty');
  });
}

function validateSearches(searches: readonly string[], path: Path, errors: ErrorList): void {
  if (searches.length > MAX_SEARCHES) {
    errors.invalid(path, searches, `must not have more than ${MAX_SEARCHES} search paths`);
  }
  if (byteLength(searches.join(' ')) > MAX_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    errors.invalid(path, searches, detail);
  }
  searches.forEach((search, index) => {
    if (search === '.') return;
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    errors.invalidEach(path.index(index), name, isDNS1123SubdomainWithUnderscore(name));
  });
}

export function validateHostAliases(aliases: readonly Unchecked<HostAlias>[], path: Path, errors: ErrorList): void {
  aliases.forEach(({ ip = '', hostnames = [] }, index) => {
    validateIP(ip, path.index(index).child('ip'), errors);
    hostnames.forEach((hostname, position) => {
      errors.invalidEach(path.index(index).child('hostnames').index(position), hostname, isDNS1123Subdomain(hostname));
    });
  });
}

/** On the host's network a port of the container is a port of the host: another one cannot be asked for. */
export function validatePodHostNetworkDeps(spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  if (spec.hostNetwork !== true) return;
  spec.containers?.forEach((container, index) => {
    container.ports?.forEach(({ hostPort = 0, containerPort = 0 }, position) => {
      if (hostPort === 0 || hostPort === containerPort) return;
      const place = path.child('containers').index(index).child('ports').index(position).child('hostPort');
      errors.invalid(place, hostPort, 'must match `containerPort` when `hostNetwork` is true');
    });
  });
}
