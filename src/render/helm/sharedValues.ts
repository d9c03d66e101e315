/** Ours: whether a template changes what others see, so that they cannot be rendered without it. */
import { MapView, type Func, type GoMap } from '../goTemplate/value';

/** Functions that write into the map that they are given, the last four also into maps in it. */
const CHANGING = ['set', 'unset', 'merge', 'mustMerge', 'mergeOverwrite', 'mustMergeOverwrite'] as const;
/** What is not looked at may be shared. */
const MOST_LOOKED_AT = 2000;

function holdsShared(map: GoMap, shared: WeakSet<GoMap>, isDeep: boolean): boolean {
  const left: GoMap[] = [map];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (shared.has(next) || (next instanceof MapView && shared.has(next.target)) || ++count > MOST_LOOKED_AT) return true;
    if (isDeep) for (const value of next.values()) if (value instanceof Map) left.push(value);
  }
  return false;
}

/** From now on a function that writes into one of the shared maps tells of it. */
export function watchChanges(funcs: Map<string, Func>, shared: WeakSet<GoMap>, note: () => void): void {
  for (const name of CHANGING) {
    const func = funcs.get(name);
    if (func === undefined) continue;
    const isDeep = name !== 'set' && name !== 'unset';
    funcs.set(name, {
      ...func,
      call: (args) => {
        const [target] = args;
        if (target instanceof Map && holdsShared(target, shared, isDeep)) note();
        return func.call(args);
      },
    });
  }
}
