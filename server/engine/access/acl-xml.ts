import { S3Error } from '../protocol/errors.ts'
import { childText, element, parseXml, type XmlNode } from '../protocol/xml.ts'
import { type Acl, type Grant, type Grantee, groupOf, groupUri, isPermission } from './acl.ts'

const MOST_GRANTS = 100

/** The user data that ACLs need. */
export type Users = { exists(uid: string): boolean; displayName(uid: string): string }

const invalid = (message: string, name: string, value: string): never => {
  throw new S3Error('InvalidArgument', message, { ArgumentName: name, ArgumentValue: value })
}

/**
 * A grantee as `id`, `uri` or `emailAddress`.
 * @throws S3Error InvalidArgument for an unknown user or group; UnresolvableGrantByEmailAddress: users have no address here
 */
export const granteeOf = (users: Users, kind: string, value: string): Grantee => {
  if (kind === 'id') {
    return users.exists(value) ? { id: value } : invalid('Invalid id', 'CanonicalUser/ID', value)
  }
  if (kind === 'uri') {
    const group = groupOf(value)
    return group ? { group } : invalid('Invalid group uri', 'Group/URI', value)
  }
  if (kind === 'emailAddress') throw new S3Error('UnresolvableGrantByEmailAddress')
  return invalid('Argument format not recognized', 'x-amz-grant', kind)
}

const granteeTypes = ['CanonicalUser', 'Group', 'AmazonCustomerByEmail']

const grantOf = (users: Users, node: XmlNode): Grant => {
  const grantee = node.children.find(child => child.name === 'Grantee')
  const permission = childText(node, 'Permission')?.trim()
  const known = grantee?.type === undefined || granteeTypes.includes(grantee.type)
  if (!grantee || !known || !isPermission(permission)) throw new S3Error('MalformedACLError')
  const kinds = { ID: 'id', URI: 'uri', EmailAddress: 'emailAddress' }
  for (const [name, kind] of Object.entries(kinds)) {
    const value = childText(grantee, name)?.trim()
    if (value !== undefined) return { to: granteeOf(users, kind, value), permission }
  }
  throw new S3Error('MalformedACLError')
}

/**
 * Parses an AccessControlPolicy. It cannot change the owner.
 * @throws S3Error MalformedXML, MalformedACLError, InvalidArgument; AccessDenied for another owner
 */
export const parseAclXml = (users: Users, body: string, owner: string): Acl => {
  const root = parseXml(body)
  const list = root.children.find(child => child.name === 'AccessControlList')
  const named = root.children.find(child => child.name === 'Owner')
  const id = named && childText(named, 'ID')?.trim()
  if (root.name !== 'AccessControlPolicy' || !list || !id) throw new S3Error('MalformedACLError')
  if (!users.exists(id)) return invalid('Invalid id', 'CanonicalUser/ID', id)
  if (id !== owner) throw new S3Error('AccessDenied')
  const grants = list.children.filter(child => child.name === 'Grant')
  if (grants.length > MOST_GRANTS) throw new S3Error('MalformedACLError')
  return { owner, grants: grants.map(grant => grantOf(users, grant)) }
}

const granteeXml = (users: Users, to: Grantee): string => {
  const type = 'id' in to ? 'CanonicalUser' : 'Group'
  const inner =
    'id' in to
      ? element('ID', to.id) + element('DisplayName', users.displayName(to.id))
      : element('URI', groupUri(to.group))
  return `<Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}">${inner}</Grantee>`
}

/** The content of an AccessControlPolicy; the owner's grants come first, as in S3. */
export const aclXml = (users: Users, { owner, grants }: Acl): string =>
  `<Owner>${element('ID', owner)}${element('DisplayName', users.displayName(owner))}</Owner><AccessControlList>${[
    ...grants.filter(({ to }) => 'id' in to && to.id === owner),
    ...grants.filter(({ to }) => !('id' in to && to.id === owner)),
  ]
    .map(
      ({ to, permission }) => `<Grant>${granteeXml(users, to)}${element('Permission', permission)}</Grant>`,
    )
    .join('')}</AccessControlList>`
