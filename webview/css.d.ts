declare module '*.css';
declare module '*/controllers.md' {
  /** What the build makes of it. */
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports -- a module that is declared so imports in no other way
  export const TEXTS: import('./model/inside/texts').ControllerTexts;
}
