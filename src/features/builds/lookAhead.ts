import type { Slices } from '../../model/slices';
import type { FileTree } from '../../render/builtManifest';
import type { BuiltAnalysis } from './builtAnalysis';
import { project } from './projection';

/** Finds what will be asked of a build where these files are open: its findings, and what of its workloads is written there. */
export function* lookAhead(build: BuiltAnalysis, open: readonly string[], files: FileTree): Slices<number> {
  let found = 0;
  for (const { workload, assessment } of build.analysis.workloads) {
    const object = build.objectOf(workload);
    const { source, base } = workload.resource;
    for (const file of open) {
      if (object?.files.has(file) !== true) continue;
      found += assessment.findings.length;
      project(source, object, base, { file, text: files.read(file) ?? '' });
      yield;
    }
  }
  return found;
}
