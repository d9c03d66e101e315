/**
 * In whatever encoding a shell has written a file: PowerShell takes UTF-16. By the mark at its beginning; without one the
 * zeros tell, for JSON and YAML begin with ASCII.
 */
export function encodingOf([first, second]: Uint8Array): string {
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}
