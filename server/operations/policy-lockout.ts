import { randomUUID } from 'node:crypto'
import { isObjectAction } from '../../domain/policy/actions.ts'
import type { Facts } from '../../domain/policy/condition.ts'
import { evaluatePolicy, type Policy } from '../../domain/policy/policy.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { Visitor } from '../audit/actor.ts'
import { identityFacts } from '../engine/request/facts.ts'
import type { FieldIssue } from '../errors/problem.ts'
import type { User } from '../store/users.ts'

const managing = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
const using = ['s3:ListBucket', 's3:GetObject']
/** Actions that undo a policy. */
const undoing = ['s3:PutBucketPolicy', 's3:DeleteBucketPolicy']

type Identity = { uid: string; subUser: string | null }

/**
 * `denied`: statements, as fields of the request, and what each denies. `forGood`: no key of the account could undo it.
 */
type Lockout = { denied: FieldIssue[]; forGood: boolean }

/**
 * Whether the policy denies its author, or the account, to manage the policy, to list the bucket or to read any file in
 * it, from the networks of the console and of the author's browser.
 */
export function lockoutOf(
  deps: {
    storageKind: StorageKind
    storageEndpoint: string
    endpoints(visitor: Visitor): { get: string }
  },
  { user, visitor, now }: { user: User; visitor: Visitor; now: number },
  bucket: string,
  policy: Policy,
): Lockout | undefined {
  const account: Identity = { uid: user.storageUid, subUser: null }
  const author = user.isSubUser ? { ...account, subUser: user.id } : account
  const undone = !differsFromS3(deps.storageKind, 'policy-lockout')
  const browser = ofBrowser(deps.endpoints(visitor).get, visitor.address)
  const server = ofServer(deps.storageEndpoint)
  // The embedded engine treats the console's own requests as HTTPS if clients use it.
  const networks = [deps.storageKind === 'embedded' ? { ...server, secure: browser.secure } : server, browser]
  const denied = new Map<number, Set<string>>()
  let forGood = false
  const key = randomUUID()
  for (const principal of [account, author]) {
    for (const network of networks) {
      for (const action of [...managing, ...using]) {
        if (principal === account && undone && managing.includes(action)) continue
        const verdict = evaluatePolicy(policy, {
          ...{ principal, byName: false, action, bucket, key: isObjectAction(action) ? key : undefined },
          facts: factsFor(principal, { ...network, now }),
        })
        if (verdict?.allows !== false) continue
        denied.set(verdict.statement, (denied.get(verdict.statement) ?? new Set()).add(action))
        forGood ||= principal === account && undoing.includes(action)
      }
    }
  }
  if (denied.size === 0) return undefined
  const fields = [...denied].map(([statement, actions]) => ({
    field: `policy/Statement/${statement}`,
    message: [...actions].join(', '),
  }))
  return { denied: fields, forGood }
}

/** Whether the policy denies the account `uid` to change or delete it, from the network of the console. `now`: ms. */
export function deniesUndoing(
  policy: Policy,
  { uid, bucket, endpoint, now }: { uid: string; bucket: string; endpoint: string; now: number },
): boolean {
  const principal = { uid, subUser: null }
  const facts = factsFor(principal, { ...ofServer(endpoint), now })
  return undoing.some(
    action =>
      evaluatePolicy(policy, { principal, byName: false, action, bucket, key: undefined, facts })?.allows ===
      false,
  )
}

/** Network origin of a request. `address` undefined: unknown, so in no range. */
type NetworkContext = { secure: boolean; address: string | undefined }

function ofServer(endpoint: string): NetworkContext {
  const { protocol, hostname } = new URL(endpoint)
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return { secure: protocol === 'https:', address: loopback ? '127.0.0.1' : undefined }
}

const ofBrowser = (endpoint: string, address: string): NetworkContext => ({
  secure: endpoint.startsWith('https:'),
  address,
})

/** The condition keys of a plain request: signed by the principal, without options. `now`: ms. */
export function factsFor(
  principal: Identity | null,
  network: NetworkContext & { now: number },
  more: Record<string, string> = {},
): Facts {
  const known: Record<string, string | undefined> = {
    'aws:sourceip': network.address,
    'aws:securetransport': String(network.secure),
    'aws:currenttime': new Date(network.now).toISOString(),
    'aws:epochtime': String(Math.floor(network.now / 1000)),
    's3:authtype': principal ? 'REST-HEADER' : undefined,
    's3:signatureversion': principal ? 'AWS4-HMAC-SHA256' : undefined,
    ...more,
  }
  return key => {
    const value = Object.hasOwn(identityFacts, key) ? identityFacts[key]!(principal) : known[key]
    return value === undefined ? undefined : [value]
  }
}
