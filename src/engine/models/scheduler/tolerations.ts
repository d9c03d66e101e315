import type { Taint } from '../../../model/node';
import type { Toleration } from '../../../model/pod';

const INTEGER = /^[+-]?\d+$/;

/** Whether a toleration covers a taint: an empty key or effect covers every one. */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  const { key = '', effect = '', operator, value = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (operator) {
    case 'Exists':
      return true;
    case 'Gt':
    case 'Lt':
      return comparesWithTaint(operator, value, taint.value ?? '');
    default:
      return value === (taint.value ?? '');
  }
}

/** `Gt 900` tolerates a taint whose value is an integer above 900. */
function comparesWithTaint(operator: 'Gt' | 'Lt', value: string, taintValue: string): boolean {
  if (!INTEGER.test(value) || !INTEGER.test(taintValue)) return false;
  const difference = BigInt(taintValue) - BigInt(value);
  return operator === 'Gt' ? difference > 0n : difference < 0n;
}

export function tolerationsTolerateTaint(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return tolerations?.some((toleration) => toleratesTaint(toleration, taint)) ?? false;
}

/** The first taint among those with the given effects that no toleration covers. */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly string[],
): Taint | undefined {
  return taints?.find((taint) => effects.includes(taint.effect) && !tolerationsTolerateTaint(tolerations, taint));
}

/** The effects that keep new pods away. */
export const DO_NOT_SCHEDULE_EFFECTS: readonly string[] = ['NoSchedule', 'NoExecute'];
