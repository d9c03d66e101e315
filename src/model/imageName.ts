/** Upstream: pkg/util/parsers/parsers.go (v1.36.4). */
const HEX_ID = /^[a-f0-9]{64}$/;
const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^(${DOMAIN}/${PATH_PART}(?:/${PATH_PART})*)(?::(\\w[\\w.-]{0,127}))?(?:@(${DIGEST}))?$`);
const DIGEST_LENGTHS: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };
const MAX_NAME = 255;

/**
 * The tag of an image's name as the server reads it: `latest` where there is neither tag nor digest, empty where there is only
 * a digest, and empty as well for a name that cannot be read, such as one with capitals or spaces.
 */
export function imageTag(image: string): string {
  if (HEX_ID.test(image)) return '';
  const [domain, remainder] = splitDomain(image);
  const match = REFERENCE.exec(`${domain}/${remainder}`);
  if (match === null) return '';
  const [, name = '', tag, digest] = match;
  if (name.length > MAX_NAME || (digest !== undefined && !isDigest(digest))) return '';
  return tag ?? (digest === undefined ? 'latest' : '');
}

function splitDomain(image: string): [domain: string, remainder: string] {
  const slash = image.indexOf('/');
  const first = image.slice(0, slash);
  const isDomain = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first);
  if (isDomain && first !== 'docker.io' && first !== 'index.docker.io') return [first, image.slice(slash + 1)];
  const remainder = isDomain ? image.slice(slash + 1) : image;
  return ['docker.io', remainder.includes('/') ? remainder : `library/${remainder}`];
}

function isDigest(digest: string): boolean {
  const [algorithm = '', hex = ''] = digest.split(':');
  return DIGEST_LENGTHS[algorithm] === hex.length && hex === hex.toLowerCase();
}
