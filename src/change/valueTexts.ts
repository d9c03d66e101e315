import { visible } from '../model/words';

/** Values of fields as texts that fit into a line. */
const MAX_VALUE = 40;

/** Texts and numbers as they are; of anything bigger only that it changed is said. */
export function valueText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = visible(String(value).replace(/\s+/g, ' '));
  if (text === '') return '""';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

/** Of two long texts what differs, with a little before it. */
export function valueTexts(before: unknown, after: unknown): [string | undefined, string | undefined] {
  if (typeof before !== 'string' || typeof after !== 'string') return [valueText(before), valueText(after)];
  // Of checksums nobody reads more than that they differ.
  if (CHECKSUM.test(before) && CHECKSUM.test(after)) return [undefined, undefined];
  if (before.length <= MAX_VALUE && after.length <= MAX_VALUE) return [valueText(before), valueText(after)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - BEFORE_DIFFERENCE);
  const part = (text: string): string | undefined => (from === 0 ? valueText(text) : `…${valueText(text.slice(from)) ?? ''}`);
  return [part(before), part(after)];
}

const BEFORE_DIFFERENCE = 8;
const CHECKSUM = /^(?:sha\d{1,3}:)?[0-9a-f]{16,128}$/;

/** Of two versions of one image the versions; the middle of a digest says nothing. */
export function imageTexts(before: unknown, after: unknown): [string | undefined, string | undefined] {
  if (typeof before !== 'string' || typeof after !== 'string') return [valueText(before), valueText(after)];
  const [a, b] = [splitImage(before), splitImage(after)];
  if (a.name !== b.name)
    return withoutRegistry(a.name) === withoutRegistry(b.name) ? placeTexts(a, b) : [imageText(before), imageText(after)];
  if (a.tag !== '' && b.tag !== '' && a.tag !== b.tag) return [a.tag, b.tag];
  return a.version !== '' && b.version !== '' ? [a.version, b.version] : [imageText(before), imageText(after)];
}

/** The same image from another place: what stands before the part that both have. */
function placeTexts(a: Image, b: Image): [string, string] {
  const [one, other] = [a.name.split('/'), b.name.split('/')];
  while (one.length > 1 && other.length > 1 && one.at(-1) === other.at(-1)) [one, other].forEach((steps) => steps.pop());
  const [from, to] = [one, other].map((steps) => visible(steps.join('/')));
  return [`${a.tag === '' ? a.version : a.tag} from ${from ?? ''}`, `${b.tag === '' ? b.version : b.tag} from ${to ?? ''}`];
}

interface Image {
  readonly name: string;
  readonly tag: string;
  /** Tag and digest, as far as they are written. */
  readonly version: string;
}

function splitImage(image: string): Image {
  const at = image.indexOf('@');
  const whole = at < 0 ? image : image.slice(0, at);
  const colon = whole.indexOf(':', whole.lastIndexOf('/') + 1);
  const tag = colon < 0 ? '' : visible(whole.slice(colon + 1));
  const digest = at < 0 ? '' : shortDigest(image.slice(at + 1));
  const version = tag === '' || digest === '' ? tag + digest : `${tag}@${digest}`;
  return { name: colon < 0 ? whole : whole.slice(0, colon), tag, version };
}

/** The version whole, of what stands before it the end. */
function imageText(image: string): string {
  const { name, tag, version } = splitImage(image);
  const short = visible(withoutRegistry(name));
  return version === '' ? short : `${short}${tag === '' ? '@' : ':'}${version}`;
}

/** The end of a long name, from a slash on. */
function withoutRegistry(name: string): string {
  if (name.length <= MAX_VALUE) return name;
  const at = name.indexOf('/', name.length - MAX_VALUE);
  return `…${name.slice(at < 0 ? 1 - MAX_VALUE : at)}`;
}

function shortDigest(digest: string): string {
  const colon = digest.indexOf(':');
  return visible(digest.length > colon + 13 ? `${digest.slice(0, colon + 13)}…` : digest);
}

/** A name without a registry is one of Docker Hub's. */
export function isSameImage(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((image) =>
    String(image)
      .replace(/^(?:index\.)?docker\.io\//, '')
      .replace(/^library\//, ''),
  );
  return one === other;
}
