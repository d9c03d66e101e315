/** What the lexer of `yaml` keeps to itself. */
interface LexerInside {
  indentNext: number;
  parseQuotedScalar(): Generator<string>;
  parseFlowCollection(): Generator<string>;
}

/** Lets lines within quotes and brackets begin anywhere, as go-yaml does: `yaml` ends both where they are indented less. */
export function loosened<Lexer extends object>(lexer: Lexer): Lexer {
  const inside = lexer as unknown as LexerInside;
  for (const part of ['parseQuotedScalar', 'parseFlowCollection'] as const) {
    const parse = inside[part].bind(inside);
    inside[part] = function* () {
      const { indentNext } = inside;
      inside.indentNext = 0;
      const next: unknown = yield* parse();
      inside.indentNext = indentNext;
      return next;
    };
  }
  return lexer;
}
