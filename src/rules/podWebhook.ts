import { jsonAt, type JsonObject, type JsonValue } from '../manifest/json';
import { list, readSelector, text } from '../manifest/reading';
import type { LabelSelector } from '../model/apiTypes';

/** A Service that the API server asks about new pods: where it does not answer, they are refused. */
export interface PodWebhook {
  readonly name: string;
  readonly service: { readonly name: string; readonly namespace: string; readonly path: string };
  readonly timeoutSeconds: number;
  /** Empty: all of them. */
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

/** Those of a configuration of web hooks; not those of whose conditions only the API server knows what they come to. */
export function podWebhooksOf(json: JsonObject): readonly PodWebhook[] {
  const isOld = text(json['apiVersion']).endsWith('/v1beta1');
  return list(json['webhooks']).flatMap((hook) => {
    const policy = text(jsonAt(hook, ['failurePolicy'])) || (isOld ? 'Ignore' : 'Fail');
    const service = jsonAt(hook, ['clientConfig', 'service']);
    const name = text(jsonAt(service, ['name']));
    const isAsked = list(jsonAt(hook, ['rules'])).some(isAboutNewPods);
    if (policy !== 'Fail' || name === '' || !isAsked || list(jsonAt(hook, ['matchConditions'])).length > 0) return [];
    const namespaceSelector = selectorIn(hook, 'namespaceSelector');
    const objectSelector = selectorIn(hook, 'objectSelector');
    if (namespaceSelector === undefined || objectSelector === undefined) return [];
    const seconds = jsonAt(hook, ['timeoutSeconds']);
    const path = text(jsonAt(service, ['path']));
    return [
      {
        name: text(jsonAt(hook, ['name'])),
        service: { name, namespace: text(jsonAt(service, ['namespace'])), path },
        timeoutSeconds: typeof seconds === 'number' ? seconds : isOld ? 30 : 10,
        namespaceSelector,
        objectSelector,
      },
    ];
  });
}

/** Undefined: it is not one. */
function selectorIn(hook: JsonValue, field: string): LabelSelector | undefined {
  return readSelector(jsonAt(hook, [field]) ?? {});
}

/** Upstream: predicates/rules of the API server's webhooks (v1.36.4). */
function isAboutNewPods(rule: JsonValue): boolean {
  const has = (field: string, ...values: string[]): boolean =>
    list(jsonAt(rule, [field])).some((value) => values.includes(text(value)));
  return (
    text(jsonAt(rule, ['scope'])) !== 'Cluster' &&
    has('operations', 'CREATE', '*') &&
    has('apiGroups', '', '*') &&
    has('apiVersions', 'v1', '*') &&
    has('resources', 'pods', 'pods/*', '*', '*/*')
  );
}
