import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeServer } from '../../server/http/servers.ts'
import { newKeyPair } from '../../server/s3/keys.ts'
import { listBuckets } from '../../server/storage/buckets.ts'
import { makeClient, retire } from '../../server/storage/client.ts'
import { makeAccountAccess } from '../../server/storage-admin/account-access.ts'
import { createAccount } from '../../server/store/accounts.ts'
import { bumpDesiredVersion } from '../../server/store/storage-users.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { makeVault } from '../../server/vault/vault.ts'
import { owner, region } from './support/console.ts'
import { memoryStorage } from './support/memory-storage.ts'
import { sqliteStores } from './support/stores.ts'
import { ownConsole } from './support/with-console.ts'

test('an account key that another process has changed is used from the next call on', async () => {
  const console = await ownConsole()
  const { access, db, vault, sync } = console.kho.services
  const user = (await findUserByEmail(db, owner.username))!
  const before = await access.clientForUser(user)
  expect(await access.clientForUser(user)).toBe(before)
  const { accessKey, secretKey } = newKeyPair()
  const key = {
    access_key: accessKey,
    secret_key: vault.seal(secretKey, 'account_keys.secret_key', user.accountId),
  }
  await db.updateTable('account_keys').set(key).where('account_id', '=', user.accountId).execute()
  await bumpDesiredVersion(db, user.accountId)
  await sync.apply(user.accountId)
  const after = await access.clientForUser(user)
  expect(after.keys).toEqual({ accessKey, secretKey })
  expect(await listBuckets(after.client)).toEqual([])
  await expect(listBuckets(before.client)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
})

test('a client that nobody keeps closes its connections when its last call has ended [V1.4.3]', async () => {
  const asked: ServerResponse[] = []
  const s3 = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => closeServer(s3))
  await once(s3, 'listening')
  const endpoint = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`
  const client = makeClient({ endpoint, region, keys: newKeyPair() })
  const destroy = vi.spyOn(client, 'destroy')
  const calls = [listBuckets(client), listBuckets(client)]
  await expect.poll(() => asked.length).toBe(2)
  retire(client)
  const answer = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/xml')
    response.end('<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>')
  }
  answer(asked[0]!)
  await Promise.race(calls)
  expect(destroy).not.toHaveBeenCalled()
  answer(asked[1]!)
  expect(await Promise.all(calls)).toEqual([[], []])
  expect(destroy).toHaveBeenCalledOnce()
})

test('where there is one client too many, the least recently used is closed; its account is not verified again', async () => {
  const stores = sqliteStores()
  const db = await stores.open()
  onTestFinished(async () => {
    await db.destroy()
    stores.stop()
  })
  const role = {
    passwordHash: 'hash',
    isSupperAdmin: false,
    permission: 'full-control',
    requireChangePass: false,
  } as const
  const addAccount = async (name: string) => {
    const user = { ...role, email: `${name}@example.com`, name, isAdmin: true, isSubUser: false }
    return (await createAccount(db, { name, now: 0 }, user))!.accountId
  }
  const accounts = [await addAccount('an'), await addAccount('binh'), await addAccount('chi')] as const
  const asked: string[] = []
  const nameOf = (id: string) => 'abc'[accounts.indexOf(id)]
  const access = makeAccountAccess({
    db,
    vault: makeVault('secret'),
    admin: memoryStorage().admin,
    storageKind: 'embedded',
    sync: {
      apply: async id => void asked.push(`apply ${nameOf(id)}`),
      verify: async id => void asked.push(`verify ${nameOf(id)}`),
      remove: async () => undefined,
    },
    endpoint: 'http://127.0.0.1:1',
    region,
    now: () => 0,
    most: 2,
  })
  onTestFinished(() => access.close())
  const clientOf = async (of: 0 | 1 | 2) =>
    (await access.clientForAccount({ accountId: accounts[of] })).client
  const clients = [await clientOf(0), await clientOf(1)] as const
  const closed = clients.map(client => vi.spyOn(client, 'destroy'))
  const calls = () => closed.map(spy => spy.mock.calls.length)
  expect([await clientOf(0), calls()]).toEqual([clients[0], [0, 0]])
  await clientOf(2)
  await expect.poll(calls).toEqual([0, 1])
  expect(await clientOf(0)).toBe(clients[0])
  expect(await clientOf(1)).not.toBe(clients[1])
  expect(asked).toEqual(['verify a', 'verify b', 'verify c', 'apply b'])
})

test('an account whose verification failed is verified before its next client', async () => {
  const stores = sqliteStores()
  const db = await stores.open()
  onTestFinished(async () => {
    await db.destroy()
    stores.stop()
  })
  const user = {
    email: 'an@example.com',
    name: 'An',
    passwordHash: 'hash',
    permission: 'full-control',
  } as const
  const role = { isAdmin: true, isSupperAdmin: false, isSubUser: false, requireChangePass: false }
  const made = await createAccount(db, { name: 'an', now: 0 }, { ...user, ...role })
  let tries = 0
  const access = makeAccountAccess({
    db,
    vault: makeVault('secret'),
    admin: memoryStorage().admin,
    storageKind: 'embedded',
    sync: {
      apply: async () => expect.fail('It is not verified.'),
      verify: async () => {
        tries += 1
        if (tries === 1) throw new Error('The storage is away.')
      },
      remove: async () => undefined,
    },
    endpoint: 'http://127.0.0.1:1',
    region,
    now: () => 0,
  })
  onTestFinished(() => access.close())
  const of = { accountId: made!.accountId }
  await expect(access.clientForAccount(of)).rejects.toThrow('The storage is away.')
  await access.clientForAccount(of)
  expect(tries).toBe(2)
})
