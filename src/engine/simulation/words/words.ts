/** Numbers as people say them. */

/** 42 s, 1 m 52 s, 2 h 5 m; tenths only below ten seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} m` : `${minutes} m ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} m`;
}

/** A moment of a timeline: 0:07, 12:30, 1:02:03. */
export function formatMoment(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${two(whole % 60)}` : `${sign}${minutes}:${two(whole % 60)}`;
}

/** 750m, 1.5, 12: CPU as Kubernetes writes it. */
export function formatCpu(milli: number): string {
  return milli % 1000 === 0 ? String(milli / 1000) : milli < 1000 ? `${milli}m` : String(milli / 1000);
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 1.5 GiB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit] ?? ''}`;
}

/** 1 pod, 3 pods. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** a, b and c; long lists end in "and N more". */
export function listed(items: readonly string[], most = 3): string {
  if (items.length > most) return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
