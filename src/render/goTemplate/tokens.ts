/** Upstream: text/template/parse/parse.go (Go 1.26): the parser's look-ahead, and what it says of an item. */
import { describeItem, type Item, type ItemType } from './items';
import type { Lexer } from './lexer';
import { GoError } from './value';

const NO_ITEM: Item = { type: 'error', pos: 0, val: '', line: 0 };

export class Tokens {
  readonly #lexer: Lexer;
  readonly #parseName: string;
  /** Three items of look-ahead. */
  readonly #token: [Item, Item, Item] = [NO_ITEM, NO_ITEM, NO_ITEM];
  #peekCount = 0;
  /** Where the action began that is being read, or 0. */
  actionLine = 0;

  constructor(lexer: Lexer, parseName: string) {
    this.#lexer = lexer;
    this.#parseName = parseName;
  }

  /** Behind the item read last. */
  get end(): number {
    return this.#token[0].pos + this.#token[0].val.length;
  }

  next(): Item {
    if (this.#peekCount > 0) this.#peekCount--;
    else this.#token[0] = this.#lexer.nextItem();
    return this.#token[this.#peekCount] ?? NO_ITEM;
  }

  backup(): void {
    this.#peekCount++;
  }

  backup2(first: Item): void {
    this.#token[1] = first;
    this.#peekCount = 2;
  }

  backup3(second: Item, first: Item): void {
    this.#token[1] = first;
    this.#token[2] = second;
    this.#peekCount = 3;
  }

  peek(): Item {
    if (this.#peekCount > 0) return this.#token[this.#peekCount - 1] ?? NO_ITEM;
    this.#peekCount = 1;
    this.#token[0] = this.#lexer.nextItem();
    return this.#token[0];
  }

  nextNonSpace(): Item {
    let token = this.next();
    while (token.type === 'space') token = this.next();
    return token;
  }

  peekNonSpace(): Item {
    const token = this.nextNonSpace();
    this.backup();
    return token;
  }

  expect(type: ItemType, context: string): Item {
    const token = this.nextNonSpace();
    if (token.type !== type) this.unexpected(token, context);
    return token;
  }

  fail(message: string): never {
    throw new GoError(`template: ${this.#parseName}:${this.#token[0].line}: ${message}`);
  }

  unexpected(token: Item, context: string): never {
    if (token.type !== 'error') this.fail(`unexpected ${describeItem(token)} in ${context}`);
    const isElsewhere = this.actionLine !== 0 && this.actionLine !== token.line;
    const started = ` in action started at ${this.#parseName}:${this.actionLine}`;
    // "unclosed action in action" would read badly.
    const extra = token.val.endsWith(' action') ? started.slice(' in action'.length) : started;
    this.fail(`${token.val}${isElsewhere ? extra : ''}`);
  }
}
