/** Ours: internal objects as Go prints them in messages. */
/** Values as the server prints them in errors: its internal structs, with Go's field names and nothing left out. */
import type {
  DaemonSetUpdateStrategy,
  DeploymentStrategy,
  LabelSelector,
  PodResourceClaim,
  SecurityContext,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { sortedMap } from './field';

type Json = Readonly<Record<string, unknown>>;

/** Go's names of fields are those of JSON with a capital, or with several. */
const goName = (name: string): string => name.replace(/^(?:se(?=L)|gmsa|.)/, (start) => start.toUpperCase());

/** These fields, in Go's order. */
function goForm(value: object | undefined, names: string, zero: unknown = null): Json | null {
  if (value === undefined) return null;
  return Object.fromEntries(names.split(' ').map((name) => [goName(name), (value as Json)[name] ?? zero]));
}

export function internalStrategy({
  type = '',
  rollingUpdate,
}: Unchecked<DeploymentStrategy> | Unchecked<DaemonSetUpdateStrategy>): Json {
  return { Type: type, RollingUpdate: goForm(rollingUpdate, 'maxUnavailable maxSurge', 0) };
}

export function internalResourceClaim(claim: Unchecked<PodResourceClaim>): Json {
  return { Name: claim.name ?? '', ...goForm(claim, 'resourceClaimName resourceClaimTemplateName') };
}

export function internalSecurityContext(context: Unchecked<SecurityContext>): Json {
  const { capabilities, seLinuxOptions, windowsOptions, seccompProfile, appArmorProfile } = context;
  return {
    Capabilities: goForm(capabilities, 'add drop'),
    Privileged: context.privileged ?? null,
    SELinuxOptions: goForm(seLinuxOptions, 'user role type level', ''),
    WindowsOptions: goForm(windowsOptions, 'gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess'),
    ...goForm(context, 'runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation procMount'),
    SeccompProfile: goForm(seccompProfile, 'type localhostProfile'),
    AppArmorProfile: goForm(appArmorProfile, 'type localhostProfile'),
  };
}

/** A selector is the same inside and outside; an expression's key and operator are always written. */
export function selectorForm(selector: Unchecked<LabelSelector> | undefined): Json | null {
  if (selector === undefined) return null;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const expressions = matchExpressions.map(({ key = '', operator = '', values = [] }) => ({
    key,
    operator,
    ...(values.length === 0 ? {} : { values }),
  }));
  return {
    ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels: sortedMap(matchLabels) }),
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
  };
}
