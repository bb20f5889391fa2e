import type { Permission, SubUser } from '../../../openapi/schema.ts'
import { type Api, signInApi } from '../../support/api.ts'
import { owner } from '../../support/console.ts'

const firstPassword = 'Lan-dau-2026'

/** Makes a sub-user by the owner's hand, who has changed the first password to the owner's and set the owner's pin. */
export async function makeSubUser(url: string, by: Api, permission: Permission): Promise<SubUser> {
  const made = await by.call<SubUser>('POST', '/user-management', {
    fullName: `Người dùng ${permission}`,
    email: `${permission}@example.com`,
    permission,
    password: firstPassword,
    phone: '',
    expire_date: 0,
  })
  const api = await signInApi(url, made.email, firstPassword)
  await api.call('PUT', '/user/change-password', {
    current_password: firstPassword,
    new_password: owner.password,
  })
  await api.call('PUT', '/user/init-pin', { pin: owner.pin })
  return made
}
