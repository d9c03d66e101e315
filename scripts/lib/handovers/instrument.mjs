import ts from 'typescript';

/**
 * Every function of a file tells when it is entered and left, so that the file that is at work is always known. The names
 * are those of counter.mjs: `enter` gives the file that called, `leave` hands back to it; while a function waits, its
 * caller is at work.
 */

const { factory } = ts;

/**
 * @typedef {ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction} PlainFunction
 * @typedef {PlainFunction | ts.MethodDeclaration | ts.ConstructorDeclaration | ts.AccessorDeclaration} FunctionNode
 */

/** @param {string} name @param {ts.Expression[]} args */
const call = (name, ...args) =>
  factory.createCallExpression(
    factory.createPropertyAccessExpression(factory.createIdentifier('$handovers'), name),
    undefined,
    args,
  );
const caller = () => factory.createIdentifier('$caller');

/**
 * @param {ts.Node} node
 * @returns {node is FunctionNode}
 */
function isFunction(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

/** @param {FunctionNode} node */
function nameOf(node) {
  const own = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  const name = own === undefined ? (ts.isConstructorDeclaration(node) ? 'constructor' : '') : own.getText();
  const { parent } = node;
  return ts.isClassLike(parent) ? `${parent.name?.text ?? ''}.${name}` : name;
}

/**
 * @param {ts.Block} body
 * @param {number} file
 * @param {string} name
 */
function wrapped(body, file, name) {
  const entered = call('enter', factory.createNumericLiteral(file), factory.createStringLiteral(name));
  const declaration = factory.createVariableDeclaration('$caller', undefined, undefined, entered);
  const left = factory.createExpressionStatement(call('leave', caller(), factory.createStringLiteral(name)));
  return factory.createBlock([
    factory.createVariableStatement(undefined, factory.createVariableDeclarationList([declaration], ts.NodeFlags.Let)),
    factory.createTryStatement(body, undefined, factory.createBlock([left])),
  ]);
}

/**
 * `await x` becomes `resume(await pause($caller, x), $caller = current(), FILE)`; `yield` alike.
 * @param {ts.AwaitExpression | ts.YieldExpression} node
 * @param {number} file
 */
function waiting(node, file) {
  const value = call('pause', caller(), node.expression ?? factory.createIdentifier('undefined'));
  const waited = ts.isAwaitExpression(node)
    ? factory.createAwaitExpression(value)
    : node.asteriskToken === undefined
      ? factory.createYieldExpression(undefined, value)
      : factory.createYieldExpression(node.asteriskToken, value);
  const back = factory.createAssignment(caller(), call('current'));
  return call('resume', factory.createParenthesizedExpression(waited), back, factory.createNumericLiteral(file));
}

/**
 * @template {FunctionNode} N
 * @param {N} node
 * @param {ts.Block} body
 * @returns {ts.Node}
 */
function withBody(node, body) {
  if (ts.isFunctionDeclaration(node)) {
    const { modifiers, asteriskToken, name, typeParameters, parameters, type } = node;
    return factory.updateFunctionDeclaration(node, modifiers, asteriskToken, name, typeParameters, parameters, type, body);
  }
  if (ts.isFunctionExpression(node)) {
    const { modifiers, asteriskToken, name, typeParameters, parameters, type } = node;
    return factory.updateFunctionExpression(node, modifiers, asteriskToken, name, typeParameters, parameters, type, body);
  }
  if (ts.isArrowFunction(node)) {
    const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = node;
    return factory.updateArrowFunction(node, modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body);
  }
  if (ts.isMethodDeclaration(node)) {
    const { modifiers, asteriskToken, name, questionToken, typeParameters, parameters, type } = node;
    return factory.updateMethodDeclaration(
      ...[node, modifiers, asteriskToken, name, questionToken, typeParameters, parameters, type, body],
    );
  }
  if (ts.isConstructorDeclaration(node)) {
    return factory.updateConstructorDeclaration(node, node.modifiers, node.parameters, body);
  }
  return ts.isGetAccessor(node)
    ? factory.updateGetAccessorDeclaration(node, node.modifiers, node.name, node.parameters, node.type, body)
    : factory.updateSetAccessorDeclaration(node, node.modifiers, node.name, node.parameters, body);
}

/**
 * @param {string} text TypeScript
 * @param {string} path
 * @param {number} file the number that the counter knows this file by
 */
export function instrument(text, path, file) {
  /** @type {ts.TransformerFactory<ts.SourceFile>} */
  const transformer = (context) => (source) => {
    /** @param {ts.Node} node @param {boolean} inFunction @returns {ts.Node} */
    const visit = (node, inFunction) => {
      if (!isFunction(node) || node.body === undefined) {
        const inner = ts.visitEachChild(node, (child) => visit(child, inFunction), context);
        return inFunction && (ts.isAwaitExpression(inner) || ts.isYieldExpression(inner)) ? waiting(inner, file) : inner;
      }
      const name = nameOf(node);
      const inner = /** @type {FunctionNode} */ (ts.visitEachChild(node, (child) => visit(child, child === node.body), context));
      const { body } = inner;
      if (body === undefined) return inner;
      const block = ts.isBlock(body) ? body : factory.createBlock([factory.createReturnStatement(body)]);
      return withBody(inner, wrapped(block, file, name));
    };
    return ts.visitEachChild(source, (child) => visit(child, false), context);
  };
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    transformers: { before: [transformer] },
  });
  return outputText;
}
