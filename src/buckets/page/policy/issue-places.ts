import { jsonLanguage } from '@codemirror/lang-json'
import type { SyntaxNode, Tree } from '@lezer/common'
import { reservedSids } from '../../../../domain/policy/grants.ts'
import type { PolicyIssue, PolicyPath } from '../../../../domain/policy/malformed.ts'
import { policyIssues } from '../../../../domain/policy/policy.ts'

/** An issue and its place in the text: offsets, and the line from 1. */
export type PlacedIssue = Pick<PolicyIssue, 'fault' | 'value'> & { from: number; to: number; line: number }

const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])
const isValue = ({ name }: SyntaxNode): boolean => values.has(name)

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** The text of a string or a property's name; undefined if it is incomplete. */
export function stringOf(text: string, node: SyntaxNode | null): string | undefined {
  if (!node) return undefined
  try {
    return String(JSON.parse(text.slice(node.from, node.to)))
  } catch {
    return undefined
  }
}

/** The deepest node along `path`; for a property, its name if `toName` is set. */
function nodeAt(text: string, tree: Tree, path: PolicyPath, toName: boolean): SyntaxNode {
  let node = childrenOf(tree.topNode).find(isValue) ?? tree.topNode
  for (const [depth, part] of path.entries()) {
    const inside = childrenOf(node)
    if (typeof part === 'number') {
      const item = inside.filter(isValue)[part]
      if (!item) return node
      node = item
      continue
    }
    const property = inside.find(each => stringOf(text, each.getChild('PropertyName')) === part)
    if (!property) return node
    if (toName && depth === path.length - 1) return property.getChild('PropertyName') ?? property
    node = childrenOf(property).find(isValue) ?? property
  }
  return node
}

/** The position of a policy's last statement in its text; null: it has none. */
export function lastStatement(text: string): { from: number; to: number } | null {
  const tree = jsonLanguage.parser.parse(text)
  const list = nodeAt(text, tree, ['Statement'], false)
  const last = childrenOf(list).filter(isValue).at(-1)
  return list.name === 'Array' && last ? { from: last.from, to: last.to } : null
}

function firstError(tree: Tree): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined
  tree.iterate({
    enter(node) {
      if (!found && node.type.isError) found = { from: node.from, to: node.to }
      return !found
    },
  })
  return found
}

/** The issues in the text of a policy, with their positions. An empty text has none: it stands for no policy. */
export function placedIssues(text: string, bucket: string): PlacedIssue[] {
  if (text.trim() === '') return []
  const tree = jsonLanguage.parser.parse(text)
  return [...policyIssues(text, bucket), ...reservedSids(text)].map(({ fault, value, path }) => {
    const node =
      fault === 'json'
        ? (firstError(tree) ?? { from: 0, to: 0 })
        : nodeAt(text, tree, path, fault === 'unknown-element')
    const whole =
      'name' in node && (node.name === 'Object' || node.name === 'Array' || node.name === 'JsonText')
    const from = Math.min(node.from, text.length)
    const to = Math.max(whole ? from + 1 : node.to, Math.min(from + 1, text.length))
    return { fault, value, from, to: Math.min(to, text.length), line: text.slice(0, from).split('\n').length }
  })
}
