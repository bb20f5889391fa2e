import type { Account, SubUser } from '../../openapi/schema.ts'
import type { Api } from '../support/api.ts'
import type { Thing } from './rights-held.ts'

type Role = 'sub-user' | 'owner'

/** Who takes rights away at the process that may be killed, and whose, of what. */
export type Taking = {
  owner: Api
  admin: Api
  /** A second session of the person. */
  self: Api
  person: { id: string; role: Role }
  accountId: string
  bucket: string
  key: string
  client: string
  /** An address that nobody has. */
  free: string
}

export type RightsWay = {
  roles: readonly Role[]
  leaves: readonly Thing[]
  /** Resolves with the unix ms from which on the rights end; undefined: now. */
  take(by: Taking): Promise<number | undefined>
}

const inASecond = () => Math.floor(Date.now() / 1000) + 1

async function change({ owner, person }: Taking, body: Partial<SubUser>): Promise<undefined> {
  await owner.call('PUT', '/user-management', { id: person.id, ...body })
}

async function changeAccount({ admin, accountId }: Taking, body: Partial<Account>): Promise<undefined> {
  await admin.call('PUT', '/user/account', { id: accountId, ...body })
}

/** What a person keeps who may still sign in, but whose key has gone. */
const withoutKey = ['session', 'API client', 'link', 'download by link', 'archive', 'job'] as const

export const rightsWays: Record<string, RightsWay> = {
  'a deleted sub-user': {
    ...{ roles: ['sub-user'], leaves: [] },
    async take({ owner, person }) {
      await owner.call('DELETE', '/user-management', { id: person.id })
      return undefined
    },
  },
  'an expired sub-user': {
    ...{ roles: ['sub-user'], leaves: [] },
    async take(by) {
      const expire_date = inASecond()
      await change(by, { expire_date })
      return expire_date * 1000
    },
  },
  'a level without reading': {
    ...{ roles: ['sub-user'], leaves: ['session', 'API client'] },
    take: by => change(by, { permission: 'write' }),
  },
  'another folder': {
    ...{ roles: ['sub-user'], leaves: ['session', 'API client'] },
    take: by => change(by, { scope: [{ bucket: by.bucket, prefix: 'khác/' }] }),
  },
  'a disabled key': {
    ...{ roles: ['sub-user', 'owner'], leaves: withoutKey },
    async take({ owner, key }) {
      await owner.call('PUT', '/user/access-key', { access_key: key, enabled: false })
      return undefined
    },
  },
  'a deleted key': {
    ...{ roles: ['sub-user', 'owner'], leaves: withoutKey },
    async take({ owner, key }) {
      await owner.call('DELETE', '/user/access-key', { access_key: key })
      return undefined
    },
  },
  'a deleted API client': {
    roles: ['sub-user', 'owner'],
    leaves: ['session', 'key', 'link', 'download by key', 'download by link', 'archive'],
    async take({ self, client }) {
      await self.call('DELETE', '/user/api-client', { id: client })
      return undefined
    },
  },
  'ended sessions': {
    roles: ['sub-user', 'owner'],
    leaves: ['API client', 'key', 'link', 'download by key', 'download by link', 'job'],
    async take({ self }) {
      await self.call('POST', '/user/end-other-sessions')
      return undefined
    },
  },
  'a suspended account': {
    ...{ roles: ['sub-user', 'owner'], leaves: [] },
    take: by => changeAccount(by, { suspended: true }),
  },
  'an expired account': {
    ...{ roles: ['sub-user', 'owner'], leaves: [] },
    async take(by) {
      const expire_date = inASecond()
      await changeAccount(by, { expire_date })
      return expire_date * 1000
    },
  },
  'another owner': {
    ...{ roles: ['owner'], leaves: [] },
    async take({ admin, accountId, free }) {
      const body = { id: accountId, owner_email: free, owner_name: 'Trần Bình' }
      await admin.call('PUT', '/user/account/owner', body)
      return undefined
    },
  },
}
