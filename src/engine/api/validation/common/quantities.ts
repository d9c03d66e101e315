/** Upstream: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36.4). */
import { parseQuantity } from '../../../../model/quantity';

const NANOS_PER_UNIT = 1_000_000_000n;
const NANOS_PER_MILLI = 1_000_000n;

/** The exact value in 10⁻⁹ units; decoded quantities can always be read. */
export function nanosOf(text: string): bigint {
  return parseQuantity(text)?.nanos ?? 0n;
}

/** Whether there is no fraction once rounded up to thousandths. */
export function isWholeNumber(text: string): boolean {
  const nanos = nanosOf(text);
  const milli = nanos % NANOS_PER_MILLI === 0n ? nanos / NANOS_PER_MILLI : nanos / NANOS_PER_MILLI + (nanos > 0n ? 1n : -1n);
  return milli % 1000n === 0n;
}

/** Whether so many units are whole pages of that size: `4Mi` of `2Mi`, and also 0. */
export function isMultipleOf(text: string, pageSize: string): boolean {
  const size = parseQuantity(pageSize)?.nanos ?? 0n;
  if (size <= 0n || !isWholeNumber(pageSize)) return false;
  return wholeUnits(nanosOf(text)) % wholeUnits(size) === 0n;
}

function wholeUnits(nanos: bigint): bigint {
  const units = nanos / NANOS_PER_UNIT;
  if (nanos % NANOS_PER_UNIT === 0n) return units;
  return nanos > 0n ? units + 1n : units - 1n;
}
