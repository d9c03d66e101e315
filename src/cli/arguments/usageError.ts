/** What people get to read when they used the command wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
