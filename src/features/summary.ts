import type { Workload } from '../manifest/workload';
import type { Envelope } from '../rules/envelope';
import { counted } from '../model/words';

/** The rollout in one short line: `surge 3 · unavailable 2 · 8–13 pods`. */
export function summaryOf(workload: Workload, envelope: Envelope | undefined): string {
  if (envelope === undefined) return workload.certain ? 'numbers cannot be computed' : 'numbers depend on a template';
  const { strategy, kind, total } = envelope;
  const of = kind === 'DaemonSet' ? ` on ${counted(total, 'node')}` : '';
  if (strategy === 'OnDelete') return `OnDelete · ${counted(total, 'pod')}${of}`;
  if (strategy === 'Recreate') return `Recreate · ${range(0, total)}`;
  if (envelope.refused) return `surge ${envelope.surge.rounded} · unavailable ${envelope.unavailable.rounded} · rejected`;
  return `surge ${envelope.surge.effective} · unavailable ${envelope.unavailable.effective} · ${range(envelope.floor, envelope.ceiling)}${of}`;
}

function range(from: number, to: number): string {
  return from === to ? counted(to, 'pod') : `${from}–${counted(to, 'pod')}`;
}
