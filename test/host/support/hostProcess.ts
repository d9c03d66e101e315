import { ok } from './assert';

/** What the tests need to know of the extension host, where that is a Node. */
interface HostProcess {
  threadCpuUsage(): { readonly user: number; readonly system: number };
  memoryUsage(): { readonly heapUsed: number };
  getActiveResourcesInfo(): readonly string[];
  getBuiltinModule(name: 'v8'): { setFlagsFromString(flag: string): void };
  getBuiltinModule(name: 'child_process'): {
    execFileSync(file: string, args: readonly string[], options: { readonly cwd: string; readonly encoding: 'utf8' }): string;
  };
  getBuiltinModule(name: 'vm'): { runInNewContext(code: string): unknown };
}

/** Where the extension host is no Node, or an older one, nobody knows how long a thread has worked. */
export function hasThreadTime(): boolean {
  const { process: host } = globalThis as { readonly process?: HostProcess };
  return host !== undefined && 'threadCpuUsage' in host;
}

export function hostProcess(): HostProcess {
  const { process: host } = globalThis as { readonly process?: HostProcess };
  ok(hasThreadTime() && host !== undefined, 'the extension host is no Node 24');
  return host;
}

/** Bytes that are in use after everything unused is thrown away. */
export function usedHeap(): number {
  const host = hostProcess();
  host.getBuiltinModule('v8').setFlagsFromString('--expose_gc');
  const collect = host.getBuiltinModule('vm').runInNewContext('gc') as () => void;
  collect();
  collect();
  return host.memoryUsage().heapUsed;
}
