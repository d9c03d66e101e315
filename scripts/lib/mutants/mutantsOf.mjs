import ts from 'typescript';

/**
 * A change of one place of a file; `line` is its text without indentation, by which it is found again when others move.
 * @typedef {{ start: number, end: number, text: string, change: string, line: string, lineNumber: number }} Mutant
 *
 * @typedef {(node: ts.Node, source: ts.SourceFile) => readonly string[]} Operator what may stand instead of a node
 */

const { SyntaxKind } = ts;

/** @type {ReadonlyMap<ts.SyntaxKind, readonly string[]>} */
const OTHER_OPERATORS = new Map([
  [SyntaxKind.LessThanToken, ['<=']],
  [SyntaxKind.LessThanEqualsToken, ['<']],
  [SyntaxKind.GreaterThanToken, ['>=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
  [SyntaxKind.PercentToken, ['*']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
]);

/** Operands that may stand alone: a condition is dropped, a fallback is not taken. */
const HALVES = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]);

/** @type {Readonly<Record<string, string>>} */
const OTHER_METHODS = { min: 'max', max: 'min', ceil: 'floor', floor: 'ceil', some: 'every', every: 'some' };
Object.assign(OTHER_METHODS, { startsWith: 'endsWith', endsWith: 'startsWith' });
/** Without them their receiver is left. */
const DROPPED_METHODS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice', 'trimEnd']);

/** @param {ts.Expression} node @returns {boolean} */
function isText(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}

/** @type {Operator} */
function otherOperator(node, source) {
  if (!ts.isBinaryExpression(node)) return [];
  const kind = node.operatorToken.kind;
  const [left, right] = [node.left.getText(source), node.right.getText(source)];
  const isSum = kind === SyntaxKind.PlusToken || kind === SyntaxKind.PlusEqualsToken;
  const others = isSum && isText(node) ? [] : (OTHER_OPERATORS.get(kind) ?? []);
  const isAssignment = kind === SyntaxKind.PlusEqualsToken || kind === SyntaxKind.MinusEqualsToken;
  const changed = others.map((other) => (isAssignment ? `${left} ${other} ${right}` : `((${left}) ${other} (${right}))`));
  if (!HALVES.has(kind)) return changed;
  return isForTypesOnly(node) ? [...changed, `(${right})`] : [...changed, `(${left})`, `(${right})`];
}

/** `match[1] ?? ''`: it is there, but the types do not know. @param {ts.BinaryExpression} node */
function isForTypesOnly({ left, operatorToken, right }) {
  const isFallback = operatorToken.kind === SyntaxKind.QuestionQuestionToken && (ts.isLiteralExpression(right) || isText(right));
  return isFallback && ts.isElementAccessExpression(left) && ts.isNumericLiteral(left.argumentExpression);
}

/** @type {Operator} */
function otherNumber(node, source) {
  if (ts.isNumericLiteral(node)) return isForSignOnly(node) ? [] : [String(Number(node.text) + 1)];
  if (ts.isBigIntLiteral(node)) return [`(${node.getText(source)} + 1n)`];
  return [];
}

/** The result of a comparison, `a < b ? -1 : 1`: nobody looks at how much it is. @param {ts.Node} node */
function isForSignOnly(node) {
  const branch = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node;
  return ts.isConditionalExpression(branch.parent) && node.getText() === '1' && /\? -?1 : /.test(branch.parent.getText());
}

/** @type {Operator} */
function otherBranch(node, source) {
  if (ts.isConditionalExpression(node)) return [`(${node.whenTrue.getText(source)})`, `(${node.whenFalse.getText(source)})`];
  if (ts.isExpression(node) && ts.isIfStatement(node.parent) && node.parent.expression === node) return ['true', 'false'];
  return [];
}

/** @type {Operator} */
function withoutSign(node, source) {
  if (!ts.isPrefixUnaryExpression(node)) return [];
  const isSign = node.operator === SyntaxKind.ExclamationToken || node.operator === SyntaxKind.MinusToken;
  return isSign ? [`(${node.operand.getText(source)})`] : [];
}

/** @type {Operator} */
function otherCall(node, source) {
  if (!ts.isCallExpression(node)) return [];
  const texts = node.arguments.map((argument) => argument.getText(source));
  const callee = node.expression;
  /** @type {string[]} */
  const found = [];
  if (ts.isPropertyAccessExpression(callee) && callee.questionDotToken === undefined) {
    const other = OTHER_METHODS[callee.name.text];
    const receiver = callee.expression.getText(source);
    if (other !== undefined) found.push(`${receiver}.${other}(${texts.join(', ')})`);
    if (DROPPED_METHODS.has(callee.name.text)) found.push(`(${receiver})`);
  }
  const areSwappable = node.arguments.every((argument) => !ts.isFunctionLike(argument) && !ts.isSpreadElement(argument));
  const [first, second] = texts;
  const isSymmetric = ts.isPropertyAccessExpression(callee) && callee.expression.getText(source) === 'Math';
  if (texts.length === 2 && first !== second && areSwappable && !isSymmetric)
    found.push(`${callee.getText(source)}(${second}, ${first})`);
  return found;
}

/** @type {Operator} */
function withoutStatement(node) {
  if (ts.isContinueStatement(node) || (ts.isBreakStatement(node) && !ts.isCaseOrDefaultClause(node.parent))) return [';'];
  if (!ts.isExpressionStatement(node) || node.parent.kind === SyntaxKind.SourceFile) return [];
  const { expression } = node;
  const isSuper = ts.isCallExpression(expression) && expression.expression.kind === SyntaxKind.SuperKeyword;
  const isField = ts.isBinaryExpression(expression) && ts.isConstructorDeclaration(node.parent.parent);
  return isSuper || isField ? [] : [';'];
}

/** @type {Operator} */
function otherResult(node, source) {
  const owner = ts.isExpression(node) ? returnedFrom(node) : undefined;
  if (owner?.type === undefined) return [];
  const type = owner.type.getText(source);
  const constants =
    type === 'boolean'
      ? ['true', 'false']
      : type === 'number'
        ? ['0']
        : type === 'string'
          ? ["''"]
          : type.endsWith('[]')
            ? ['[]']
            : [];
  const all = type.endsWith('| undefined') ? [...constants, 'undefined'] : constants;
  return all.filter((constant) => constant !== node.getText(source));
}

/** @param {ts.Node} node @returns {ts.FunctionLikeDeclaration | undefined} */
function returnedFrom(node) {
  if (ts.isArrowFunction(node.parent) && node.parent.body === node) return node.parent;
  if (!ts.isReturnStatement(node.parent)) return undefined;
  for (let at = node.parent.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isFunctionLike(at)) return /** @type {ts.FunctionLikeDeclaration} */ (at);
  return undefined;
}

/** @type {readonly Operator[]} */
const OPERATORS = [otherOperator, otherNumber, otherBranch, withoutSign, otherCall, withoutStatement, otherResult];

/**
 * What no test can notice by its nature: types, what guards against mistakes of ours, and the words of errors.
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 */
function isLeftOut(node, source) {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return true;
  if (ts.isIfStatement(node))
    return node.expression.getText(source).includes('INVARIANTS') || ts.isThrowStatement(node.thenStatement);
  return ts.isExpressionStatement(node) && /^(?:invariant|assert\w*)\(/.test(node.getText(source));
}

/**
 * All mutants of a file, each a small mistake that somebody could have made.
 * @param {string} text TypeScript
 * @param {string} path
 * @returns {Mutant[]}
 */
export function mutantsOf(text, path) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const lines = text.split('\n');
  /** @type {Map<string, Mutant>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isLeftOut(node, source)) return;
    const [start, end] = [node.getStart(source), node.end];
    const { line } = source.getLineAndCharacterOfPosition(start);
    for (const replacement of OPERATORS.flatMap((operator) => operator(node, source))) {
      const change = `${shortened(text.slice(start, end))} → ${shortened(replacement)}`;
      const mutant = { start, end, text: replacement, change, line: lines[line]?.trim() ?? '', lineNumber: line + 1 };
      found.set(`${start} ${end} ${replacement}`, mutant);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** @param {string} text */
function shortened(text) {
  const oneLine = text.replace(/\s+/g, ' ');
  return oneLine.length <= 80 ? oneLine : `${oneLine.slice(0, 60)} … ${oneLine.slice(-18)}`;
}
