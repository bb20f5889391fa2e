import type { Facts } from '../../../domain/policy/condition.ts'
import { headerKeys } from '../../../domain/policy/condition-keys.ts'
import type { Identity } from '../../../domain/policy/principals.ts'
import { AES256, ENCRYPTION } from '../protocol/encryption.ts'
import type { Tag } from '../protocol/tags.ts'
import { hasSignatureV2 } from '../signature/verify-v2.ts'
import { makesEncrypted } from '../store/uploads.ts'
import type { Asked } from './context.ts'

const DAY_MS = 24 * 3600_000

const tagValue = (tags: readonly Tag[], name: string): string | undefined =>
  tags.find(({ key }) => key.toLowerCase() === name)?.value

const header = ({ headers }: Pick<Asked, 'headers'>, name: string): string | undefined => {
  const value = headers[name]
  return value === undefined ? undefined : String(value)
}

/** The tags that the request sets: in its body, once the operation has read it, or in `x-amz-tagging`. */
const requestTags = (context: Asked): readonly Tag[] => {
  if (context.requestTags) return context.requestTags
  const sent = new URLSearchParams(header(context, 'x-amz-tagging'))
  return [...sent].map(([key, value]) => ({ key, value }))
}

export const arnOf = ({ uid, subUser }: Identity): string =>
  subUser === null ? `arn:aws:iam::${uid}:root` : `arn:aws:iam::${uid}:user/${subUser}`

/** The condition keys that depend only on the signing key. */
export const identityFacts: Record<string, (principal: Identity | null) => string | undefined> = {
  'aws:username': principal => principal?.subUser ?? principal?.uid,
  'aws:userid': principal => (principal?.subUser ? `${principal.uid}:${principal.subUser}` : principal?.uid),
  'aws:principalarn': principal => (principal ? arnOf(principal) : undefined),
  'aws:principalaccount': principal => principal?.uid,
  'aws:principaltype': principal =>
    principal ? (principal.subUser === null ? 'Account' : 'User') : 'Anonymous',
}

type Reader = (
  context: Asked,
  resource: { bucketOwner: string; versionId: string | undefined },
) => string | undefined

const readers: Record<string, Reader> = {
  'aws:sourceip': ({ sender }) => sender.address,
  'aws:securetransport': ({ sender }) => String(sender.secure),
  'aws:referer': context => header(context, 'referer'),
  'aws:useragent': context => header(context, 'user-agent'),
  'aws:currenttime': ({ engine }) => new Date(engine.now()).toISOString(),
  'aws:epochtime': ({ engine }) => String(Math.floor(engine.now() / 1000)),
  'aws:resourceaccount': (_, { bucketOwner }) => bucketOwner,
  's3:resourceaccount': (_, { bucketOwner }) => bucketOwner,
  'aws:requestedregion': ({ engine }) => engine.region,
  's3:prefix': ({ query }) => query.get('prefix'),
  's3:delimiter': ({ query }) => query.get('delimiter'),
  's3:max-keys': ({ query }) => query.get('max-keys'),
  's3:versionid': (_, { versionId }) => versionId,
  's3:authtype': ({ principal, query }) =>
    principal
      ? query.has('X-Amz-Signature') || hasSignatureV2(query)
        ? 'REST-QUERY-STRING'
        : 'REST-HEADER'
      : undefined,
  's3:signatureversion': ({ principal, query }) =>
    principal ? (hasSignatureV2(query) ? 'AWS' : 'AWS4-HMAC-SHA256') : undefined,
  's3:if-match': context => header(context, 'if-match'),
  's3:if-none-match': context => header(context, 'if-none-match'),
  's3:object-lock-mode': context => header(context, 'x-amz-object-lock-mode'),
  's3:object-lock-legal-hold': context => header(context, 'x-amz-object-lock-legal-hold'),
  's3:object-lock-retain-until-date': context => header(context, 'x-amz-object-lock-retain-until-date'),
  's3:object-lock-remaining-retention-days': context => {
    const until = Date.parse(header(context, 'x-amz-object-lock-retain-until-date') ?? '')
    return Number.isNaN(until) ? undefined : String(Math.ceil((until - context.engine.now()) / DAY_MS))
  },
  // Only the request that starts an upload has the header; a policy that requires it applies to the parts too.
  's3:x-amz-server-side-encryption': context => {
    const upload = context.query.get('uploadId')
    if (upload === undefined) return header(context, ENCRYPTION)
    return makesEncrypted(context.engine, upload) ? AES256 : undefined
  },
  's3:x-amz-copy-source': context => header(context, 'x-amz-copy-source')?.replace(/^\//, ''),
}

const ofKey = (
  context: Asked,
  key: string,
  resource: { bucketOwner: string; versionId: string | undefined; tags: () => readonly Tag[] },
): string | undefined => {
  if (Object.hasOwn(readers, key)) return readers[key]!(context, resource)
  if (Object.hasOwn(identityFacts, key)) return identityFacts[key]!(context.principal)
  const [prefix, ...rest] = key.split('/')
  const name = rest.join('/')
  if (prefix === 's3:existingobjecttag') return tagValue(resource.tags(), name)
  if (prefix === 's3:requestobjecttag') return tagValue(requestTags(context), name)
  const named = key.startsWith('s3:x-amz-') ? key.slice('s3:x-amz-'.length) : ''
  return headerKeys.has(named) ? header(context, `x-amz-${named}`) : undefined
}

/** The values of condition keys in a request, computed when a policy reads them. */
export const factsOf = (
  context: Asked,
  resource: { bucketOwner: string; versionId: string | undefined; tags: () => readonly Tag[] },
): Facts => {
  return key => {
    if (key === 's3:requestobjecttagkeys') return requestTags(context).map(({ key }) => key)
    const value = ofKey(context, key, resource)
    return value === undefined ? undefined : [value]
  }
}
