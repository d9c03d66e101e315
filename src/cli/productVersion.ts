import manifest from '../../package.json';

/** The extension and the command are released together. */
export const VERSION: string = manifest.version;
