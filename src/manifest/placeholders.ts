/** Placeholders for other tools: `$(VAR)`, `${VAR}`, `((var))`, `@VAR@`, `#{VAR}#`, `__VAR__`, `%VAR%`, `<VAR>`. */
const PLACEHOLDER =
  /\$\{(?:[^$}\n]|\$(?!\{))*\}|\$\([A-Za-z_][\w.-]*\)|\(\([\w.-]+\)\)|^@[\w.-]+@$|#\{[\w.-]+\}#|^__[A-Z][A-Z0-9_]*__$|^%[A-Za-z_]\w*%$|^<[A-Za-z_][\w .-]*>$|^\$[A-Za-z_]\w*$/;

export function hasPlaceholder(text: string): boolean {
  return /[$(@#_%<]/.test(text) && PLACEHOLDER.test(text);
}
