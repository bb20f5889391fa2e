import type { Permission, SubUser } from '../../../openapi/schema.ts'
import { type Api, signInApi } from '../../support/api.ts'
import { owner } from '../../support/console.ts'

export const firstPassword = 'Lan-dau-2026'

let made = 0
const nextEmail = (name: string) => `${name}-${++made}@example.com`

/** Makes a customer of a console: an account of its own, whose owner has not changed the first password yet. */
export async function makeCustomer(url: string, ownerName: string): Promise<{ email: string }> {
  const email = nextEmail('owner')
  const admin = await signInApi(url, owner.email, owner.password)
  await admin.call('POST', '/user/create', {
    ...{ name: `Công ty ${made}`, contract_code: `HD-${made}`, site: 'us-east-1' },
    ...{ quota: null, expire_date: 0, enable_bucket_notification: false },
    ...{ owner_name: ownerName, owner_email: email, password: firstPassword },
  })
  return { email }
}

/** Makes such a customer, whose owner has the first user's password and PIN, and is signed in. */
export async function makeOwner(
  url: string,
  name = 'Nguyễn Văn An',
): Promise<{ email: string; password: string; api: Api }> {
  const { email } = await makeCustomer(url, name)
  return { email, password: owner.password, api: await pastFirstVisit(url, email) }
}

/** Makes a sub-user of the owner `by`, with the first user's password and PIN. */
export async function makeSubUser(url: string, by: Api, permission: Permission): Promise<SubUser> {
  const made = await by.call<SubUser>('POST', '/user-management', {
    fullName: `Người dùng ${permission}`,
    email: nextEmail(permission),
    permission,
    password: firstPassword,
    phone: '',
    expire_date: 0,
  })
  await pastFirstVisit(url, made.email)
  return made
}

async function pastFirstVisit(url: string, email: string): Promise<Api> {
  const api = await signInApi(url, email, firstPassword)
  const change = { current_password: firstPassword, new_password: owner.password }
  await api.call('PUT', '/user/change-password', change)
  await api.call('PUT', '/user/init-pin', { pin: owner.pin })
  return api
}
