import { expect, test } from 'vitest'
import { createKey, deleteKey, setKeyEnabled } from '../../server/operations/access-keys.ts'
import { createSubUser, deleteSubUsers } from '../../server/operations/sub-users.ts'
import { listKeys } from '../../server/store/access-keys.ts'
import { listSubUsers } from '../../server/store/sub-users.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { owner } from './support/console.ts'
import { ownConsole } from './support/with-console.ts'

test('a worker adds a user and a key and takes them back, on record, without any request', async () => {
  const console = await ownConsole()
  const { services } = console.kho
  const { db } = services
  const user = (await findUserByEmail(db, owner.username))!
  const visitor = {
    ...{ origin: '', hostname: '', secure: true, address: '', userAgent: '' },
    ...{ locale: 'vi' as const, namesLanguage: false, requestId: '' },
  }
  const by = { user, visitor, now: console.clock.now }

  const rights = { permission: 'read', scope: null } as const
  const terms = { fullName: 'Job', password: 'Vuon-tao#2', ...rights, phone: '', expire_date: 0 }
  const added = await createSubUser(services, by, { ...terms, email: 'job@example.com' })
  const { key } = await createKey(services, by, { name: 'nightly' })
  await setKeyEnabled(services, by, key.accessKey, false)
  await deleteKey(services, by, key.accessKey)
  await deleteSubUsers(services, by, [added.id])

  expect(await listKeys(db, user)).toEqual([])
  expect(await listSubUsers(db, user.accountId)).toEqual([])
  const records = await db.selectFrom('audit').select(['action', 'target', 'device']).orderBy('id').execute()
  expect(records).toEqual([
    { action: 'SUB_USER_CREATED', target: 'job@example.com', device: '' },
    { action: 'ACCESS_KEY_CREATED', target: key.accessKey, device: '' },
    { action: 'ACCESS_KEY_DISABLED', target: key.accessKey, device: '' },
    { action: 'ACCESS_KEY_DELETED', target: key.accessKey, device: '' },
    { action: 'SUB_USER_DELETED', target: 'job@example.com', device: '' },
  ])
})
