import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete'
import { ensureSyntaxTree } from '@codemirror/language'
import type { SyntaxNode } from '@lezer/common'
import { policyActions } from '../../../../domain/policy/actions.ts'
import { conditionOperators } from '../../../../domain/policy/condition.ts'
import { stringOf } from './issue-places.ts'

export const conditionKeys = [
  ...[
    'aws:SourceIp',
    'aws:SecureTransport',
    'aws:Referer',
    'aws:UserAgent',
    'aws:CurrentTime',
    'aws:EpochTime',
  ],
  ...['aws:username', 'aws:userid', 'aws:PrincipalArn', 'aws:PrincipalAccount', 'aws:PrincipalType'],
  ...['s3:prefix', 's3:delimiter', 's3:max-keys', 's3:VersionId', 's3:authType', 's3:signatureversion'],
  ...['s3:x-amz-acl', 's3:x-amz-copy-source', 's3:x-amz-storage-class', 's3:x-amz-server-side-encryption'],
  ...['s3:object-lock-mode', 's3:object-lock-remaining-retention-days', 's3:object-lock-legal-hold'],
]

const statementKeys = [
  ...[
    'Sid',
    'Effect',
    'Principal',
    'NotPrincipal',
    'Action',
    'NotAction',
    'Resource',
    'NotResource',
    'Condition',
  ],
]

/** Names for the policy of one bucket. `principals`: ARNs, and who they belong to. */
export type Names = { bucket: string; principals: { arn: string; whose: string }[] }

const plain = (labels: readonly string[]): Completion[] => labels.map(label => ({ label }))

function keysIn(path: readonly string[]): Completion[] {
  const [first, second, third] = path
  if (first === undefined) return plain(['Version', 'Id', 'Statement'])
  if (first !== 'Statement') return []
  if (second === undefined) return plain(statementKeys)
  if (second === 'Principal' || second === 'NotPrincipal') return plain(['AWS', 'CanonicalUser'])
  if (second !== 'Condition') return []
  return plain(third === undefined ? conditionOperators : conditionKeys)
}

/** The values of the property at `path`. */
function valuesAt(path: readonly string[], { bucket, principals }: Names): Completion[] {
  const [first, second, third] = path
  if (first === 'Version') return plain(['2012-10-17'])
  if (second === 'Effect') return plain(['Allow', 'Deny'])
  if (second === 'Action' || second === 'NotAction') return plain([...policyActions, 's3:*'])
  if (second === 'Resource' || second === 'NotResource')
    return plain([`arn:aws:s3:::${bucket}/*`, `arn:aws:s3:::${bucket}`])
  if (second === 'Principal' || second === 'NotPrincipal')
    return [{ label: '*' }, ...principals.map(({ arn, whose }) => ({ label: arn, detail: whose }))]
  return second === 'Condition' && third === 'Bool' ? plain(['true', 'false']) : []
}

/** The names of the properties that contain `node`, from the outside. */
function pathOf(text: string, node: SyntaxNode | null): string[] {
  const path: string[] = []
  for (let each = node; each; each = each.parent) {
    const name = each.name === 'Property' ? stringOf(text, each.getChild('PropertyName')) : undefined
    if (name !== undefined) path.unshift(name)
  }
  return path
}

/** Completes the words of the policy grammar, inside quotation marks. */
export function policyCompletion(names: () => Names): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString()
    // The tree that the editor has may end before the cursor: it parses a part at a time.
    const node = ensureSyntaxTree(context.state, text.length, Infinity)?.resolveInner(context.pos, -1)
    const isKey = node?.name === 'PropertyName'
    if (!isKey && node?.name !== 'String') return null
    const path = pathOf(text, isKey ? (node.parent?.parent ?? null) : node)
    const options = isKey ? keysIn(path) : valuesAt(path, names())
    const colon = isKey && !/^"?\s*:/.test(text.slice(node.to - 1)) ? ': ' : ''
    const opened = text[node.from] === '"'
    return {
      from: node.from + (opened ? 1 : 0),
      options: options.map(each => ({
        ...each,
        apply(view) {
          const insert = JSON.stringify(each.label) + colon
          view.dispatch({
            ...insertCompletionText(view.state, insert, node.from, node.to),
            annotations: pickedCompletion.of(each),
          })
        },
      })),
    }
  }
}
