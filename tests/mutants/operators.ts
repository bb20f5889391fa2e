import ts from 'typescript'

/** A change of one place in a source file: `from` and `to` are offsets of what `text` replaces. */
export type Mutation = { operator: string; from: number; to: number; text: string }

const opposite = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
])

/**
 * Every mutation of a source text that a test should notice: comparisons and conditions turned round, booleans and numbers
 * changed, message ids, states and codes exchanged for another of the file, statements and handlers left out.
 */
export function mutations(path: string, source: string): Mutation[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const words = wordsOf(file)
  const forms = path.startsWith('machines/') ? [...meanings, sentence] : meanings
  const found: Mutation[] = []
  const replace = (node: ts.Node, operator: string, text: string) =>
    found.push({ operator, from: node.getStart(file), to: node.end, text })

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = opposite.get(node.operatorToken.kind)
      if (other) replace(node.operatorToken, 'operator', other)
    } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
      replace(node.expression, 'condition', `!(${node.expression.getText(file)})`)
    } else if (ts.isConditionalExpression(node)) {
      replace(node.condition, 'condition', `!(${node.condition.getText(file)})`)
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'boolean', 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'boolean', 'true')
    else if (ts.isNumericLiteral(node))
      replace(node, 'number', String(Number(node.text.replaceAll('_', '')) + 1))
    else if (ts.isStringLiteral(node) && !isName(node)) {
      const other = words.find(
        word => word !== node.text && forms.some(form => form.test(word) && form.test(node.text)),
      )
      if (other) replace(node, 'word', `'${other}'`)
    } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      replace(node, 'statement', ';')
    } else if (ts.isJsxAttribute(node) && /^on[A-Z]/.test(node.name.getText(file))) {
      replace(node, 'handler', `${node.name.getText(file)}={() => undefined}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const isName = (node: ts.StringLiteral) =>
  ts.isImportDeclaration(node.parent) ||
  ts.isJsxAttribute(node.parent) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node)

/** Message ids and codes. */
const meanings = [/^[a-z]+\.[a-zA-Z.]+$/, /^[A-Z]+(_[A-Z]+)*$/]
/** States, events and actions of a machine. */
const sentence = /^[a-z]+( [a-z]+)*$/

function wordsOf(file: ts.SourceFile): string[] {
  const words = new Set<string>()
  function visit(node: ts.Node): void {
    if (ts.isStringLiteral(node) && !isName(node)) words.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...words]
}
