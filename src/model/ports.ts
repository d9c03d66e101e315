/** Whether a port is one by name that none of the names is. A number in quotes is no name. */
export function isMissingPort(port: unknown, names: readonly unknown[]): port is string {
  return typeof port === 'string' && /[a-z]/i.test(port) && !names.includes(port);
}
