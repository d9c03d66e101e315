/**
 * A file of the change: absent before, it is new; absent after, it was deleted. What was built from charts or overlays is a
 * file as well: its texts are what came out, and `placeOf` says where that is written.
 */
export interface ChangedFile {
  readonly uri: string;
  /** As people call it: its path in the repository. */
  readonly name: string;
  /** The same of the older version, where it was another. */
  readonly oldName?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What it was built as: `prod`. */
  readonly variant?: string;
  /** Where what stands at an offset of the newer text is written, as `file:line`; left out, in the file itself. */
  readonly placeOf?: (offset: number) => string;
}

/** `Deployment web (prod)`. */
export function inVariant({ variant }: { readonly variant?: string | undefined }): string {
  return variant === undefined ? '' : ` (${variant})`;
}
