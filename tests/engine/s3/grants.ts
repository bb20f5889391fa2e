import type { Grant } from '@aws-sdk/client-s3'

const names: Record<string, string> = { owner: 'Owner', other: 'Other' }

export const to = (id: string, Permission: Grant['Permission']): Grant => ({
  Grantee: { ID: id, DisplayName: names[id] ?? 'Other', Type: 'CanonicalUser' },
  Permission,
})

export const toGroup = (name: string, Permission: Grant['Permission']): Grant => ({
  Grantee: { URI: `http://acs.amazonaws.com/groups/${name}`, Type: 'Group' },
  Permission,
})

/** The order of an ACL means nothing. */
export const inOrder = (grants: Grant[] = []): Grant[] =>
  grants.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const nameOf = ({ Grantee, Permission }: Grant) => `${Grantee?.ID ?? ''} ${Grantee?.URI ?? ''} ${Permission}`
