import type { FieldError } from '../../../src/engine/api/validation/common/field';
import { goQuote } from '../../../src/model/goQuote';

/** What kubectl writes to its error output for a file, in its own words. */

export function badRequestText(kind: string, file: string, reason: string): string {
  const handled = `${kind} in version "v1" cannot be handled as a ${kind}: ${reason}`;
  return `Error from server (BadRequest): error when creating ${goQuote(file)}: ${handled}`;
}

/** All strict errors as the one reason of a bad request. */
export function strictDecodingReason(messages: readonly string[]): string {
  return `strict decoding error: ${messages.join(', ')}`;
}

/** The answer to an invalid object: one line, or a list. What is said twice is written once. */
export function invalidText(kind: string, name: string, errors: readonly Pick<FieldError, 'message'>[]): string {
  const messages = [...new Set(errors.map((error) => error.message))];
  const head = `The ${kind} ${goQuote(name)} is invalid: `;
  return messages.length === 1 ? `${head}${messages[0] ?? ''}` : `${head}${messages.map((message) => `\n* ${message}`).join('')}`;
}

export function noMatchText(kind: string, apiVersion: string, name: string, namespace: string, file: string): string {
  const place = `name: ${goQuote(name)} namespace: ${goQuote(namespace)} from ${goQuote(file)}`;
  const reason = `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`;
  return `error: resource mapping not found for ${place}: ${reason}\nensure CRDs are installed first`;
}
