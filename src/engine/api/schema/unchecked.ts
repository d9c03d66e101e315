/** Ours: what is true of an object before its validation. */
/**
 * An object before validation, as the decoder gives it: what every valid object has may still be missing, and a text from a
 * closed list may be any text. A resource version is still a text.
 */
export type Unchecked<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Unchecked<Item>[]
    : T extends object
      ? UncheckedFields<T>
      : T;

type UncheckedFields<T> = string extends keyof T
  ? { readonly [K in keyof T]: Unchecked<T[K]> }
  : { readonly [K in keyof T]?: K extends 'resourceVersion' ? string | T[K] : Unchecked<T[K]> | undefined };
