import { jsonAt } from '../manifest/json';
import { readStringMap } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import type { LabelSelector, StringMap } from '../model/apiTypes';
import { NAMESPACE_NAME_LABEL } from '../model/wellKnown';
import { quote } from '../model/words';
import { factsOf, factText, type ClusterFacts, type NamespaceFact, type ServiceFact, type WebhookFact } from './facts';
import { hasAny } from './folderFacts';
import { isNear } from './nearness';
import { hasSameTemplate } from './pods';
import type { PodWebhook } from './podWebhook';
import { ENVELOPE_READS, type Rule, type RuleContext } from './rule';
import { othersTaken, servicesOf } from './selecting';

export const webhookAsksItself: Rule = {
  id: 'webhook-asks-itself',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'a web hook is asked about the pods that answer for it',
  reads: [...ENVELOPE_READS, 'metadata', 'spec.paused', 'spec.template.metadata'],
  check: (context) => {
    const { workload, facts, envelope } = context;
    if (envelope === undefined || envelope.desired === 0) return [];
    const own = ownWebhook(facts, workload);
    if (own === undefined) return [];
    const { hook, configuration } = own;
    const why = whyNoneAnswers(context);
    const asked = `web hook ${quote(hook.name)} of ${factText(configuration)} must answer for each new pod, these included, and only they answer`;
    const gone =
      envelope.desired === 1
        ? 'Should the only pod be gone, with its node for instance, it does not come back'
        : `Should all ${envelope.desired} pods be gone at once, none comes back`;
    const help = 'Leave its own namespace out (namespaceSelector), or these labels (objectSelector).';
    const path = [...workload.pod.path, 'metadata', 'labels'];
    return why === undefined
      ? [
          {
            path,
            severity: 'information',
            isConditional: true,
            message: `${gone}: ${asked}. ${help}`,
            short: 'nobody would admit them again',
          },
        ]
      : [{ path, message: `No new pod can be created: ${asked}; ${why}. ${help}`, short: 'nobody is left to admit the pods' }];
  },
};

/** Why there is a time without any pod that could answer; undefined: as long as nothing else happens there is none. */
function whyNoneAnswers({ workload, before, envelope }: RuleContext): string | undefined {
  const ran = before?.certain === true ? before : undefined;
  if (ran !== undefined && ran.kind === 'Deployment' && ran.replicas.value === 0) return 'none of them is running yet';
  const isRollout = ran === undefined || !hasSameTemplate(ran, workload);
  if (!isRollout || workload.paused.value) return undefined;
  if (envelope?.kind === 'Deployment') return envelope.strategy === 'Recreate' ? 'Recreate removes them all first' : undefined;
  const isAlone = envelope?.strategy === 'RollingUpdate' && envelope.desired === 1 && envelope.surge === 0;
  return isAlone ? 'the one that ran goes first' : undefined;
}

interface OwnWebhook {
  readonly hook: PodWebhook;
  readonly configuration: WebhookFact;
}

/** Without whose answer none of the workload's pods is created, and which nobody but they answers. */
export function ownWebhook(facts: ClusterFacts, workload: Workload): OwnWebhook | undefined {
  if (!workload.certain || facts.isUnused || !hasAny(facts.bySort, 'webhook')) return undefined;
  const services = servicesOf(facts, workload);
  const isAnsweredBy = ({ name, namespace, selector }: ServiceFact, { service }: PodWebhook): boolean =>
    name === service.name &&
    (namespace ?? service.namespace) === service.namespace &&
    othersTaken(facts, { matchLabels: selector }, workload).length === 0;
  const isOwn = (hook: PodWebhook): boolean =>
    matchesSelector(hook.objectSelector, workload.pod.labels) &&
    isAboutNamespace(facts, hook.namespaceSelector, workload.writtenNamespace) &&
    services.some((service) => isAnsweredBy(service, hook));
  const [configuration] = factsOf(
    facts,
    'webhook',
    ({ distance }) => isNear(distance),
    ({ hooks }) => hooks.some(isOwn),
  );
  const hook = configuration?.hooks.find(isOwn);
  return configuration === undefined || hook === undefined ? undefined : { hook, configuration };
}

/** Surely: of a namespace that no file describes only the label that each has is known. */
function isAboutNamespace(facts: ClusterFacts, selector: LabelSelector, name: string | undefined): boolean {
  const keys = [...Object.keys(selector.matchLabels ?? {}), ...(selector.matchExpressions ?? []).map(({ key }) => key)];
  if (keys.length === 0) return true;
  if (name === undefined) return false;
  const own = { [NAMESPACE_NAME_LABEL]: name };
  if (keys.every((key) => key === NAMESPACE_NAME_LABEL)) return matchesSelector(selector, own);
  const described = factsOf(facts, 'namespace', ({ fact }) => fact.name === name);
  const labelsOf = ({ object }: NamespaceFact): StringMap => ({
    ...readStringMap(jsonAt(object, ['metadata', 'labels'])),
    ...own,
  });
  return described.length > 0 && described.every((namespace) => matchesSelector(selector, labelsOf(namespace)));
}

/** What the API server says when none of them answers. */
export function unanswered({ name, service, timeoutSeconds }: PodWebhook): string {
  const path = service.path.startsWith('/') || service.path === '' ? service.path : `/${service.path}`;
  const url = `https://${service.name}.${service.namespace}.svc:443${path}?timeout=${timeoutSeconds}s`;
  return `Internal error occurred: failed calling webhook ${JSON.stringify(name)}: failed to call webhook: Post ${JSON.stringify(url)}: no endpoints available for service ${JSON.stringify(service.name)}`;
}
