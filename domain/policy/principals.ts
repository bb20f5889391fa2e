import { at, malformed } from './malformed.ts'

/** The owner of the key that signs a request. `subUser`: null for the account's own key. */
export type Identity = { uid: string; subUser: string | null }

/** Principals of a statement: everybody, accounts, and sub-users as `uid:name`. */
export type Principals = { everybody: boolean; accounts: Set<string>; subUsers: Set<string> }

const each = (value: unknown, read: (name: string) => void): void => {
  const names = Array.isArray(value) ? value : [value]
  if (names.length === 0) malformed('texts', 'Principal')
  for (const [index, name] of names.entries()) {
    at(Array.isArray(value) ? [index] : [], () =>
      typeof name === 'string' ? read(name) : malformed('texts', 'Principal'),
    )
  }
}

/** The ARN of an account, or of its sub-user, in a policy; Ceph RGW and the embedded engine read this form. */
export const principalArn = ({ uid, subUser }: Identity): string =>
  `arn:aws:iam:::user/${subUser === null ? uid : `${uid}:${subUser}`}`

/**
 * `arn:aws:iam::UID:root`, `arn:aws:iam::UID:user/SUB-USER`, a bare UID, or Ceph RGW's `arn:aws:iam:::user/UID` and
 * `arn:aws:iam:::user/UID:SUB-USER`.
 */
const addArn = (principals: Principals, text: string): void => {
  if (text === '*') {
    principals.everybody = true
    return
  }
  const bare = /^[^\s:/*]+$/.exec(text)
  const root = /^arn:aws:iam::([^\s:/*]+):root$/.exec(text)
  const account = bare?.[0] ?? root?.[1] ?? /^arn:aws:iam:::user\/([^\s:/*]+)$/.exec(text)?.[1]
  const subUser =
    /^arn:aws:iam::([^\s:/*]+):user\/([^\s:/*]+)$/.exec(text) ??
    /^arn:aws:iam:::user\/([^\s:/*]+):([^\s:/*]+)$/.exec(text)
  if (account !== undefined) principals.accounts.add(account)
  else if (subUser) principals.subUsers.add(`${subUser[1]}:${subUser[2]}`)
  else malformed('principal', text)
}

/**
 * Parses `Principal` or `NotPrincipal`. Services and federated users do not exist here, and match nobody.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/security_iam_service-with-iam.html
 * @throws MalformedPolicy
 */
export const parsePrincipals = (value: unknown): Principals => {
  const principals: Principals = { everybody: false, accounts: new Set(), subUsers: new Set() }
  if (value === '*') return { ...principals, everybody: true }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return malformed('principal', typeof value === 'string' ? value : '')
  for (const [kind, names] of Object.entries(value)) {
    at([kind], () => {
      if (kind === 'AWS') each(names, name => addArn(principals, name))
      else if (kind === 'CanonicalUser') each(names, name => principals.accounts.add(name))
      else if (kind === 'Service' || kind === 'Federated') each(names, () => undefined)
      else malformed('principal-kind', kind)
    })
  }
  return principals
}

/** Whether `principals` include the principal (null: anybody). An account includes its sub-users. */
export const includesPrincipal = (principals: Principals, principal: Identity | null): boolean =>
  (principal !== null && principals.accounts.has(principal.uid)) || namesPrincipal(principals, principal)

/** Like `includesPrincipal`, but an account does not include its sub-users. */
export const namesPrincipal = (principals: Principals, principal: Identity | null): boolean => {
  if (principals.everybody || !principal) return principals.everybody
  const { uid, subUser } = principal
  return subUser === null ? principals.accounts.has(uid) : principals.subUsers.has(`${uid}:${subUser}`)
}
