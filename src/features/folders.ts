/** With its slash. */
export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** A path that a file names, seen from the file's folder. */
export function resolvedPath(file: string, path: string): string {
  const steps = file.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The deepest folder that holds both. */
export function sharedFolder(folder: string, uri: string): string {
  let shared = folder;
  while (shared !== '' && !uri.startsWith(shared)) shared = folderOf(shared.slice(0, -1));
  return shared;
}
