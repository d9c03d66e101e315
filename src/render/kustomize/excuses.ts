/** Ours: why it is no mistake of an overlay that it cannot be built as it lies there. */
import { hasPlaceholder, signOfTemplate } from '../../manifest/placeholders';
import type { FileTree } from '../builtManifest';
import { GitIgnores } from '../gitIgnore';
import type { KustomizeError } from './error';
import { joinPath } from './loader';

/** What a file is called from which another one is made: `patch.yaml.in`, `secret.enc.yaml`, `example.env`. */
const SOURCE = /^(?:in|te?m?pl|template|j2|example|sample|dist|enc|sops|age|gpg)$/i;

/** Folders of what is copied elsewhere before it is built. */
const SKELETON = /^(?:templates?|tmpl|skeletons?|skel|scaffold(?:s|ing)?|boilerplates?|archetypes?|cookiecutters?)$/i;

/** Jinja, Go, ERB. */
const TAG = /\{\{|\{%|<%/;
/** Tags where YAML has none: what is between quotes is for others. */
const BARE_TAG = /^[ \t]*\{\{|[:-][ \t]+\{\{|\{%|<%/m;

/** Where people write how they call kustomize, and what lifts its restriction. */
const RECIPES = ['Makefile', 'GNUmakefile', 'Tiltfile', 'justfile', 'Justfile'];
const UNRESTRICTED = /\bLoadRestrictionsNone\b/;

export class Excuses {
  readonly #files: FileTree;
  readonly #read: (path: string) => string | undefined;
  readonly #ignores: GitIgnores;

  constructor(files: FileTree, read: (path: string) => string | undefined) {
    this.#files = files;
    this.#read = read;
    this.#ignores = new GitIgnores(read);
  }

  excuseFor({ missing, unread, at }: KustomizeError): string | undefined {
    if (unread !== undefined) {
      const name = unread.slice(unread.lastIndexOf('/') + 1);
      const text = this.#files.read(unread) ?? '';
      const isTemplate = BARE_TAG.test(text) || signOfTemplate(text) !== undefined;
      return isTemplate ? `${name} is a template, which something else fills in first` : undefined;
    }
    if (missing === undefined) return undefined;
    const from = at?.file ?? '';
    return (
      this.#excuseForMissing(missing) ??
      this.#skeletonExcuse(missing, from) ??
      this.#copyExcuse(missing, from) ??
      this.#recipeExcuse(missing, from)
    );
  }

  #excuseForMissing(path: string): string | undefined {
    const ignoring = this.#ignores.ignoring(path);
    if (ignoring !== undefined) return `/${ignoring} keeps it out of the repository, so that something else has to make it`;
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const source = this.#files.list?.(path.slice(0, Math.max(slash, 0))).find((other) => {
      const parts = other.split('.');
      return parts.some((part, index) => SOURCE.test(part) && parts.toSpliced(index, 1).join('.') === name);
    });
    return source === undefined ? undefined : `something has to make it of ${source}, which is there`;
  }

  /** Whether a recipe in the folder of a file, or above it, says that kustomize is called without its restriction. */
  isUnrestricted(file: string): boolean {
    return foldersOf(file).some((folder) => this.#recipesIn(folder).some(([, text]) => UNRESTRICTED.test(text)));
  }

  #recipesIn(folder: string): readonly (readonly [path: string, text: string])[] {
    return RECIPES.flatMap((name) => {
      const path = joinPath(folder, name);
      const text = this.#read(path);
      return text === undefined ? [] : [[path, text] as const];
    });
  }

  /** What a recipe copies to its own folder before it is built finds there what it names. */
  #copyExcuse(missing: string, from: string): string | undefined {
    const [home = '', ...above] = foldersOf(from).toReversed();
    if (!missing.startsWith(`${home}/`)) return undefined;
    const written = missing.slice(home.length + 1);
    for (const folder of above) {
      const [recipe] =
        this.#recipesIn(folder).find(([, text]) => text.includes(from.slice(folder === '' ? 0 : folder.length + 1))) ?? [];
      if (recipe === undefined) continue;
      const there = joinPath(folder, written);
      if (this.#read(there) !== undefined || this.#files.isFolder(there))
        return `seen from the folder of ${lastOf(recipe)} it is there, which names this kustomization`;
    }
    return undefined;
  }

  /** What a recipe in the folder, or above it, writes: `kustomize build … > $(DIR)/all.yaml`. */
  #recipeExcuse(missing: string, from: string): string | undefined {
    const name = missing.slice(missing.lastIndexOf('/') + 1);
    const isWritten = (text: string): boolean =>
      [...text.matchAll(/>[ \t]*(\S{1,500})/g)].some(([, target = '']) => target === name || target.endsWith(`/${name}`));
    for (const folder of foldersOf(from))
      for (const [path, text] of this.#recipesIn(folder)) if (isWritten(text)) return `${lastOf(path)} makes it`;
    return undefined;
  }

  /** Of what a folder of templates lacks, and of names that something fills in. */
  #skeletonExcuse(missing: string, from: string): string | undefined {
    if (TAG.test(missing) || hasPlaceholder(missing)) return 'something else fills in its name first';
    const folders = from.split('/').slice(0, -1);
    const depth = folders.findIndex((name, index) => {
      // What lies above the workspace is called as somebody liked.
      return SKELETON.test(name) && this.#files.isFolder(folders.slice(0, index + 1).join('/'));
    });
    return depth < 0 ? undefined : `what lies in ${folders[depth] ?? ''}/ may be there to be copied to where it is`;
  }
}

/** The top first. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.keys(), parts.length].map((depth) => parts.slice(0, depth).join('/'));
}

/** A file with the folder that it is in. */
function lastOf(path: string): string {
  return path.split('/').slice(-2).join('/');
}
