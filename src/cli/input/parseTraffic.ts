import { trafficForm, type TrafficSpec } from '../../engine/simulation/scenario/trafficForm';
import { EngineError } from '../../engine/kernel/engineError';
import { UsageError } from '../arguments/usageError';

const FIELDS: Readonly<Record<string, keyof TrafficSpec>> = {
  rps: 'requestsPerSecond',
  duration: 'requestSeconds',
  capacity: 'podCapacity',
  'keep-alive': 'keptAlive',
  retries: 'retries',
  service: 'service',
  plane: 'dataPlane',
  'on-term': 'onTerm',
};
const TEXTS: ReadonlySet<string> = new Set<keyof TrafficSpec>(['service', 'dataPlane', 'onTerm']);

/** `rps=200,duration=0.2`. */
export function parseTraffic(text: string): TrafficSpec {
  const fields = text.split(',').map((part) => {
    const [key = '', value = '', ...rest] = part.split('=');
    const field = FIELDS[key];
    if (field === undefined) throw new UsageError(`--traffic takes ${Object.keys(FIELDS).join(', ')}, not ${key}`);
    if (value === '' || rest.length > 0) throw new UsageError(`--traffic takes ${key}=VALUE, not ${part}`);
    return [field, TEXTS.has(field) ? value : amount(value)];
  });
  try {
    return trafficForm(Object.fromEntries(fields), 'traffic');
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--traffic ${text}: ${error.message}`);
    throw error;
  }
}

/** `0.5` or `50%`. */
function amount(text: string): number {
  const percent = /^(?<number>\d+(?:\.\d+)?)\s?%$/.exec(text)?.groups?.['number'];
  return percent === undefined ? Number(text) : Number(percent) / 100;
}

/** `0.1%` or `0.001`. */
export function parseShare(text: string): number {
  const share = amount(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1))
    throw new UsageError(`--fail-on-lost takes a share such as 0.1%, not ${text}`);
  return share;
}
