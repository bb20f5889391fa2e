import { canonicalEmail } from '../../domain/email-address.ts'
import type { Account, AccountStep } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { changeAccount, createAccount, pageOfAccounts } from '../operations/accounts.ts'
import { applyAccount } from '../operations/apply-account.ts'
import { inviteAgain } from '../operations/invitations.ts'
import { usedOf } from '../operations/quota.ts'
import { replaceOwner } from '../operations/replace-owner.ts'
import { resetSignIn } from '../operations/reset-sign-in.ts'
import type { Services } from '../operations/services.ts'
import { usageOfUsers } from '../operations/usage.ts'
import type { Customer } from '../store/customers.ts'
import type { User } from '../store/users.ts'

const normalPageSize = 50

export function accountHandlers(
  services: Pick<
    Services,
    | 'db'
    | 'vault'
    | 'now'
    | 'log'
    | 'region'
    | 'access'
    | 'admin'
    | 'sync'
    | 'grants'
    | 'locks'
    | 'sweeper'
    | 'hashSecret'
    | 'linkOrigin'
  >,
): Pick<
  Handlers,
  | 'listAccounts'
  | 'createAccount'
  | 'changeAccount'
  | 'applyAccount'
  | 'inviteOwner'
  | 'resetOwner'
  | 'replaceOwner'
> {
  async function bodies(customers: Customer[], asking: User): Promise<Account[]> {
    const usage = await usageOfUsers(
      services,
      customers.map(each => each.storageUid),
    )
    return customers.map(each => {
      const held = usage.get(each.storageUid)
      return { ...bodyOf(each, held ? usedOf(held) : null, asking), site: each.site || services.region }
    })
  }

  async function body(customer: Customer, asking: User): Promise<Account> {
    const [account] = await bodies([customer], asking)
    return account!
  }

  return {
    async listAccounts({ query, session: { user } }) {
      const { accounts, total, last } = await pageOfAccounts(services.db, {
        search: query.search ?? '',
        after: query.next_token === undefined ? null : placeOf(query.next_token),
        size: query.page_size ?? normalPageSize,
      })
      return { accounts: await bodies(accounts, user), total, next_token: last && tokenOf(last) }
    },

    async createAccount({ body: terms, visitor, session: { user }, by }) {
      const customer = await createAccount(
        services,
        by,
        {
          name: terms.name.trim(),
          contractCode: terms.contract_code.trim(),
          site: terms.site,
          quota: terms.quota,
          expireDate: terms.expire_date,
          enableBucketNotification: terms.enable_bucket_notification,
          owner: {
            email: canonicalEmail(terms.owner_email),
            name: terms.owner_name.trim(),
            password: terms.password ?? null,
          },
        },
        services.linkOrigin(visitor),
      )
      return body(customer, user)
    },

    async changeAccount({ body: terms, session: { user }, by }) {
      const customer = await changeAccount(services, by, terms.id, {
        ...(terms.name !== undefined && { name: terms.name.trim() }),
        ...(terms.contract_code !== undefined && { contractCode: terms.contract_code.trim() }),
        ...(terms.site !== undefined && { site: terms.site }),
        ...(terms.quota !== undefined && { quota: terms.quota }),
        ...(terms.expire_date !== undefined && { expireDate: terms.expire_date }),
        ...(terms.suspended !== undefined && { suspended: terms.suspended }),
        ...(terms.enable_bucket_notification !== undefined && {
          enableBucketNotification: terms.enable_bucket_notification,
        }),
      })
      return body(customer, user)
    },

    async applyAccount({ body, visitor, by, disconnected, readmit }) {
      const steps: AccountStep[] = []
      await applyAccount(services, by, body, {
        origin: services.linkOrigin(visitor),
        signal: disconnected,
        readmit,
        report: step => void steps.push(step),
      })
      return { steps }
    },

    async inviteOwner({ body: { id }, visitor, by }) {
      await inviteAgain(services, by, { ownerOf: id }, services.linkOrigin(visitor))
    },

    async resetOwner({ body: { id, parts }, by }) {
      return { password: await resetSignIn(services, by, { ownerOf: id }, parts) }
    },

    async replaceOwner({ body, visitor, by }) {
      const email = canonicalEmail(body.owner_email)
      const next = { email, name: body.owner_name.trim(), invited: body.invite ?? false }
      const origin = services.linkOrigin(visitor)
      return { password: await replaceOwner(services, by, body.id, next, origin) }
    },
  }
}

function bodyOf(customer: Customer, usage: number | null, asking: User): Account {
  return {
    id: customer.id,
    name: customer.name,
    contract_code: customer.contractCode,
    site: customer.site,
    quota: customer.quota,
    usage,
    expire_date: customer.expireDate,
    enable_bucket_notification: customer.enableBucketNotification,
    suspended: customer.suspended,
    owner_name: customer.ownerName,
    owner_email: customer.ownerEmail,
    owner_invited_until: customer.ownerInvitedUntil,
    sub_users: customer.subUsers,
    created_at: customer.createdAt,
    own: customer.id === asking.accountId,
  }
}

function tokenOf({ id, name }: { id: string; name: string }): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

function placeOf(token: string): { id: string; name: string } {
  try {
    const [name, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    if (typeof name === 'string' && typeof id === 'string') return { id, name }
  } catch (error) {
    throw new Problem('INVALID_REQUEST', {
      fields: [{ field: 'next_token', message: 'invalid' }],
      cause: error,
    })
  }
  throw invalid('next_token', 'invalid')
}
