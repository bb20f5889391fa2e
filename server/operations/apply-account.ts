import { isDeepStrictEqual } from 'node:util'
import { canonicalEmail } from '../../domain/email-address.ts'
import { tidied } from '../../domain/scope.ts'
import type { AccountDescription, AccountStep } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { listKeys } from '../store/access-keys.ts'
import { customersOfContract } from '../store/customers.ts'
import { listSubUsers } from '../store/sub-users.ts'
import { findOwner, findUser, type User } from '../store/users.ts'
import { createKey } from './access-keys.ts'
import { changeAccount, createAccount } from './accounts.ts'
import { createBucket } from './buckets.ts'
import type { Services } from './services.ts'
import { changeSubUser, createSubUser } from './sub-users.ts'

type Log = { error(what: object, message: string): void }
type Needed = Parameters<typeof createAccount>[0] &
  Pick<Services, 'grants' | 'locks' | 'access' | 'now' | 'log'>

type About = Pick<AccountStep, 'kind' | 'name' | 'user'>
type Done = Pick<AccountStep, 'state' | 'access_key' | 'secret_key'>
type DescribedUser = NonNullable<AccountDescription['sub_users']>[number]
type DescribedKeys = AccountDescription['owner']['keys']

export function applyAccountOperation(services: Needed) {
  return {
    async applyAccount({ body, by, disconnected: signal, readmit }) {
      const steps: AccountStep[] = []
      await applyAccount(services, by, body, { signal, readmit, report: step => void steps.push(step) })
      return { steps }
    },
  } satisfies Partial<Handlers>
}

/**
 * Makes a customer's account as described. `report` is called with each step at its end; a failed one is the last. After
 * `signal` has aborted no step begins, nor once `readmit` returns null: the caller may not go on. Returns whether all is
 * as described. NOT_SUPPORTED, STORAGE_UNAVAILABLE.
 */
export async function applyAccount(
  deps: Needed,
  by: ByVisitor,
  description: AccountDescription,
  options: {
    signal: AbortSignal
    readmit: () => Promise<object | null>
    report: (step: AccountStep) => void
  },
): Promise<boolean> {
  const { signal, readmit, report } = options
  if (!deps.admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  const { account, owner, buckets = [], sub_users: subUsers = [] } = description
  const contract = account.contract_code.trim()

  return deps.locks.hold(`apply ${contract}`, async lock => {
    let about: About = { kind: 'account', name: contract }
    async function step<Result extends { done: Done }>(
      next: About,
      work: () => Promise<Result>,
    ): Promise<Result> {
      signal.throwIfAborted()
      about = next
      await lock.check()
      if ((await readmit()) === null) throw new Problem('UNAUTHORIZED')
      const result = await work()
      report({ ...next, ...result.done })
      return result
    }
    const inPlaceOf = (user: User): ByVisitor => ({
      user,
      visitor: by.visitor,
      now: deps.now(),
      operator: by.user.email,
    })
    async function applyKeys(userId: string, user: string, keys: DescribedKeys = []): Promise<void> {
      for (const name of keys.map(key => key.name.trim())) {
        await step({ kind: 'key', name, user }, async () =>
          applyKey(deps, inPlaceOf(await found(findUser(deps.db, userId))), name),
        )
      }
    }

    try {
      const { boss } = await step(about, async () => {
        const { id, done } = await applyTerms(deps, { ...by, now: deps.now() }, description)
        return { boss: await found(findOwner(deps.db, id)), done }
      })
      await applyKeys(boss.id, boss.email, owner.keys)
      for (const { name } of buckets)
        await step({ kind: 'bucket', name }, () => applyBucket(deps, inPlaceOf(boss), name))
      for (const described of subUsers) {
        const email = canonicalEmail(described.email)
        const { id } = await step({ kind: 'sub-user', name: email }, () =>
          applySubUser(deps, inPlaceOf(boss), described),
        )
        await applyKeys(id, email, described.keys)
      }
      return true
    } catch (error) {
      if (signal.aborted) throw error
      report({ ...about, ...failureOf(error as Error, deps.log) })
      return false
    }
  })
}

/** What is reported of a failure; an unexpected one is logged. */
export function failureOf(error: Error, log: Log): Pick<AccountStep, 'state' | 'code' | 'detail'> {
  const problem = problemOf(error)
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem }, 'An account could not be applied.')
  const fields = (problem.fields ?? []).map(({ field, message }) => `${field}: ${message}`)
  return { state: 'failed', code: problem.code, detail: [problem.message, ...fields].join(' ') }
}

/** The account with its own settings and its owner. */
async function applyTerms(
  deps: Needed,
  by: ByVisitor,
  { account, owner }: AccountDescription,
): Promise<{ id: string; done: Done }> {
  const contract = account.contract_code.trim()
  const [held, ...more] = await customersOfContract(deps.db, contract)
  if (more.length > 0) throw invalid('account.contract_code', 'several accounts have it')
  if (held?.id === by.user.accountId)
    throw invalid('account.contract_code', "the super admin's own account has it")
  if (held && held.owner_email !== canonicalEmail(owner.email))
    throw invalid('owner.email', 'the account has another owner')
  const { contract_code, ...terms } = account
  const before =
    held ??
    (await createAccount(deps, by, {
      ...{ contract_code, name: account.name, site: deps.region, quota: account.quota },
      expire_date: account.expire_date ?? 0,
      enable_bucket_notification: account.enable_bucket_notification ?? false,
      ...{ owner_name: owner.name, owner_email: owner.email },
      ...(owner.password !== undefined && { password: owner.password }),
    }))
  const change = differences(before, { ...terms, name: account.name.trim() })
  if (change) await changeAccount(deps, by, before.id, change)
  return { id: before.id, done: { state: !held ? 'created' : change ? 'changed' : 'unchanged' } }
}

async function applyBucket(deps: Needed, by: By, bucket: string): Promise<{ done: Done }> {
  try {
    await createBucket(deps, by, { bucket })
    return { done: { state: 'created' } }
  } catch (error) {
    if (error instanceof Problem && error.code === 'BUCKET_IS_YOURS') return { done: { state: 'unchanged' } }
    throw error
  }
}

async function applySubUser(
  deps: Needed,
  by: ByVisitor,
  described: DescribedUser,
): Promise<{ id: string; done: Done }> {
  const email = canonicalEmail(described.email)
  const scope = described.scope && tidied(described.scope)
  const { permission, expire_date: expireDate } = described
  const all = await listSubUsers(deps.db, by.user.accountId)
  const before = all.find(user => user.email === email)
  if (!before) {
    const { name: fullName, phone = '', keys: _, ...terms } = described
    const { id } = await createSubUser(deps, by, { ...terms, fullName, phone, expire_date: expireDate ?? 0 })
    return { id, done: { state: 'created' } }
  }
  const change = differences(before, { permission, scope, expireDate })
  if (change) await changeSubUser(deps, by, before.id, change)
  return { id: before.id, done: { state: change ? 'changed' : 'unchanged' } }
}

async function applyKey(deps: Needed, by: By, name: string): Promise<{ done: Done }> {
  const { id, accountId } = by.user
  // As for a sub-user: an owner's list has the sub-users' keys too.
  const keys = await listKeys(deps.db, { id, accountId, isSubUser: true })
  const held = keys.find(key => key.name === name)
  if (held) return { done: { state: 'unchanged', access_key: held.accessKey } }
  const { key, secretKey } = await createKey(deps, by, { name })
  return { done: { state: 'created', access_key: key.accessKey, secret_key: secretKey } }
}

async function found(user: Promise<User | null>): Promise<User> {
  const held = await user
  if (!held) throw new Problem('USER_NOT_FOUND')
  return held
}

/** What of `wanted` is given and differs; null: nothing. */
function differences<Wanted extends object>(before: object, wanted: Wanted): Partial<Wanted> | null {
  const names = (Object.keys(wanted) as (keyof Wanted & string)[]).filter(
    name =>
      wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], before[name as keyof typeof before]),
  )
  if (names.length === 0) return null
  return Object.fromEntries(names.map(name => [name, wanted[name]])) as Partial<Wanted>
}
