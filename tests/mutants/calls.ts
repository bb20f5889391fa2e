import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The names of the functions around an offset of a source text, the innermost first. */
export function namesAround(path: string, source: string, offset: number): string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (offset < node.pos || offset >= node.end) return
    if (ts.isFunctionLike(node)) {
      const { parent } = node
      const named = node.name ?? ('name' in parent ? (parent.name as ts.Node | undefined) : undefined)
      if (named && (ts.isIdentifier(named) || ts.isStringLiteral(named))) names.unshift(named.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** What every server runs nearly every file of tests runs: what these leave meets the whole of `npm test` anyway. */
const most = 30

const wordsOf = (path: string) => path.split(/[^a-z0-9]+/)

/**
 * Which files of tests in Node run a function of the product, as `record-calls.ts` has written them: first those that are
 * named like it, then those that run little else.
 */
export function readCalls(path: string): (file: string, source: string, offset: number) => string[] {
  const tests = new Map<string, Set<string>>()
  const sizes = new Map<string, number>()
  const add = (key: string, test: string) => tests.set(key, (tests.get(key) ?? new Set()).add(test))
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { test, calls } = JSON.parse(line) as { test: string; calls: string[] }
    sizes.set(test, calls.length)
    for (const call of calls) {
      add(call, test)
      add(call.split(' ')[0]!, test)
    }
  }
  return (file, source, offset) => {
    const keys = [...namesAround(file, source, offset).map(name => `${file} ${name}`), file]
    const found = [...(tests.get(keys.find(key => tests.has(key)) ?? '') ?? [])]
    const words = new Set(wordsOf(file.replace(/^\w+/, '')))
    const likeness = (test: string) => wordsOf(test).filter(word => words.has(word)).length
    const order = (one: string, other: string) =>
      likeness(other) - likeness(one) || sizes.get(one)! - sizes.get(other)!
    return found.toSorted(order).slice(0, most)
  }
}
