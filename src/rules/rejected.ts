import { jsonAt, type JsonValue } from '../manifest/json';
import { nodeAt, pathText, type Path, type SourceNode } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { Finding, Fix, Rule, ServerComplaint } from './rule';
import { inOneLine, listed, plural, quote } from '../model/words';

export const rejected: Rule = {
  id: 'rejected',
  group: 'rejected',
  severity: 'error',
  title: 'the API server rejects the manifest',
  reads: [],
  check: ({ complaints, workload, facts }) =>
    complaints
      .filter(({ kind }) => kind === 'decode' || kind === 'invalid')
      .map((complaint) => {
        const found =
          withoutSelector(complaint, workload) ?? ofAnotherType(complaint, workload) ?? inTheirWords(complaint, workload);
        // What others build on may be completed there.
        const isLeft = facts.kustomized.isBuiltOn && complaint.message.slice(complaint.field.length).startsWith(': Not found');
        return isLeft ? { ...found, severity: 'information' as const } : found;
      }),
};

const BEGINNING = 'The API server rejects this:';

/** An object with all its fields, as Go prints it. */
const PRINTED = /^(: Invalid value: )\{[^\n]{60,5000}\}(: [^{}\n]{1,500})$/;

function inTheirWords(complaint: ServerComplaint, workload: Workload): Finding {
  const { message, path, field } = complaint;
  const plain = inPlainWords(complaint, workload);
  const server = inOneLine(message.slice(0, field.length) + message.slice(field.length).replace(PRINTED, '$1{…}$2'));
  return {
    path,
    message: `${BEGINNING} ${plain === undefined ? server : `${plain}. (${server})`}`,
    short: field === '' ? 'rejected by the API server' : `rejected: ${quote(shortened(field))}`,
  };
}

/** Of what goes wrong most, a sentence that needs no knowledge of the server's own. */
function inPlainWords({ message, path, field }: ServerComplaint, { resource: { json } }: Workload): string | undefined {
  const said = message.slice(field.length);
  const value = jsonAt(json, path);
  if (message.startsWith('quantities must match'))
    return `${quote(pathText(path))} must be a quantity such as 500m, 2 or 1Gi, not ${shown(value ?? null)}`;
  const [, missing = ''] = /^: Not found: "([^"]*)"/.exec(said) ?? [];
  if (missing !== '' && path.at(-3) === 'volumeMounts') return `the pod has no volume ${quote(missing)}`;
  if (said.startsWith(': Required value') && path.at(-1) === 'image') {
    const name = jsonAt(json, [...path.slice(0, -1), 'name']);
    return `container ${typeof name === 'string' ? `${quote(name)} ` : ''}has no image`;
  }
  // Of a map the server may mean the key.
  const meant = /^: Invalid value: "((?:[^"\\]|\\.)*)"/.exec(said)?.[1]?.replace(/\\(.)/g, '$1') ?? value;
  if (/(?:^|\.)(?:labels|matchLabels|annotations)$/.test(field) && typeof meant === 'string' && meant !== value)
    return `${quote(meant)} is no name of ${field.endsWith('annotations') ? 'an annotation' : 'a label'}`;
  if (typeof value === 'string' && said.includes('RFC 1123'))
    return `${quote(value)} is not a valid name: only lower case letters, digits and “-” are`;
  return undefined;
}

/** `containers[0].image`: on a code lens there is no room for what all fields of a pod begin with. */
function shortened(field: string): string {
  return field.replace(/^spec\.(?:template\.spec\.)?(?=.)/, '');
}

/** Of a DaemonSet the server only says that its selector does not match. */
function withoutSelector(complaint: ServerComplaint, { kind, resource, pod }: Workload): Finding | undefined {
  const { field, detail, message } = complaint;
  if ((jsonAt(resource.json, ['spec', 'selector']) ?? null) !== null) return undefined;
  if (field !== 'spec.selector' && !detail.startsWith('`selector` does not match')) return undefined;
  // What changes with each version cannot select: a selector stays as it is for ever.
  const labels = Object.entries(pod.labels).filter(
    ([key, value]) => !/version|chart|hash|revision|managed-by/.test(key) && value !== '',
  );
  const isSimple = labels.length > 0 && labels.every(([key]) => /^[\w./-]+$/.test(key));
  const fix = {
    title: `Select the template's ${plural(labels.length, 'label', 'labels')} ${listed(labels.map(([key, value]) => quote(`${key}: ${value}`)))}`,
    edits: labels.map(([key, value]) => ({
      op: 'set' as const,
      path: ['spec', 'selector', 'matchLabels', key],
      value: JSON.stringify(value),
    })),
  };
  return {
    path: ['spec', 'selector'],
    message: `${BEGINNING} a ${kind} needs spec.selector, the labels by which it knows its own pods. (${message})`,
    short: 'the selector is missing',
    ...(isSimple ? { fixes: [fix] } : {}),
  };
}

const GO_TYPE = /^json: cannot unmarshal \w+ into Go (?:struct field \S+|value) of type (\S+)$/;

function ofAnotherType({ message, path, field }: ServerComplaint, { resource }: Workload): Finding | undefined {
  const type = GO_TYPE.exec(message)?.[1];
  const value = jsonAt(resource.json, path);
  if (type === undefined || value === undefined) return undefined;
  return {
    path,
    message: `${BEGINNING} ${quote(pathText(path))} must be ${wanted(type)}, not ${shown(value)}. (${message})`,
    short: `rejected: ${quote(shortened(field))}`,
    fixes: type === 'string' ? quoted(value, path, resource.source) : [],
  };
}

/** A number that is written otherwise than it is read (0755, 1.10) is another text. */
function quoted(value: JsonValue, path: Path, source: SourceNode): Fix[] {
  if (typeof value !== 'boolean' && typeof value !== 'number') return [];
  const text = String(value);
  const node = nodeAt(source, path);
  if (node === undefined || node.end - node.start !== text.length) return [];
  return [{ title: `Quote it: "${text}"`, edits: [{ op: 'set', path, value: `"${text}"` }] }];
}

function wanted(type: string): string {
  if (type === 'string') return 'a text (in quotes)';
  if (type === 'bool') return 'true or false';
  if (/^u?int\d*$/.test(type)) return 'a whole number';
  return type.startsWith('[]') ? 'a list' : 'a map';
}

function shown(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${quote(value.slice(0, 40))}`;
  return typeof value === 'object' && value !== null ? 'a map' : String(value);
}
