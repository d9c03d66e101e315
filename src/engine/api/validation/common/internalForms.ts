/** Ours: internal objects as Go prints them in messages. */
/** Values as the server prints them in errors: its internal structs, with Go's field names and nothing left out. */
import type {
  DaemonSetUpdateStrategy,
  DeploymentStrategy,
  LabelSelector,
  PodResourceClaim,
  RollingUpdateDeployment,
  SecurityContext,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { sortedMap } from './field';

type Json = Readonly<Record<string, unknown>>;

function renamed<T extends object>(
  value: T | undefined,
  names: readonly (readonly [goName: string, name: keyof T])[],
): Json | null {
  if (value === undefined) return null;
  return Object.fromEntries(names.map(([goName, name]) => [goName, value[name] ?? null]));
}

function withZero<T extends object>(
  value: T | undefined,
  names: readonly (readonly [goName: string, name: keyof T])[],
  zero: unknown,
): Json | null {
  if (value === undefined) return null;
  return Object.fromEntries(names.map(([goName, name]) => [goName, value[name] ?? zero]));
}

function rollingUpdate(value: Unchecked<RollingUpdateDeployment> | undefined): Json | null {
  return withZero(
    value,
    [
      ['MaxUnavailable', 'maxUnavailable'],
      ['MaxSurge', 'maxSurge'],
    ],
    0,
  );
}

export function internalStrategy(strategy: Unchecked<DeploymentStrategy> | Unchecked<DaemonSetUpdateStrategy>): Json {
  return { Type: strategy.type ?? '', RollingUpdate: rollingUpdate(strategy.rollingUpdate) };
}

export function internalResourceClaim(claim: Unchecked<PodResourceClaim>): Json {
  return {
    Name: claim.name ?? '',
    ResourceClaimName: claim.resourceClaimName ?? null,
    ResourceClaimTemplateName: claim.resourceClaimTemplateName ?? null,
  };
}

export function internalSecurityContext(context: Unchecked<SecurityContext>): Json {
  return {
    Capabilities: renamed(context.capabilities, [
      ['Add', 'add'],
      ['Drop', 'drop'],
    ]),
    Privileged: context.privileged ?? null,
    SELinuxOptions: withZero(
      context.seLinuxOptions,
      [
        ['User', 'user'],
        ['Role', 'role'],
        ['Type', 'type'],
        ['Level', 'level'],
      ],
      '',
    ),
    WindowsOptions: renamed(context.windowsOptions, [
      ['GMSACredentialSpecName', 'gmsaCredentialSpecName'],
      ['GMSACredentialSpec', 'gmsaCredentialSpec'],
      ['RunAsUserName', 'runAsUserName'],
      ['HostProcess', 'hostProcess'],
    ]),
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: renamed(context.seccompProfile, [
      ['Type', 'type'],
      ['LocalhostProfile', 'localhostProfile'],
    ]),
    AppArmorProfile: renamed(context.appArmorProfile, [
      ['Type', 'type'],
      ['LocalhostProfile', 'localhostProfile'],
    ]),
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
