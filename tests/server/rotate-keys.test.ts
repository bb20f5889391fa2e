import { expect, test } from 'vitest'
import { runRotate } from '../../server/maintenance/replace-secret.ts'
import { configOf } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage, type StorageConsole } from './support/storages.ts'

onEachStorage((kind, prepare) => {
  let on: StorageConsole
  prepare(started => {
    on = started
  })

  test('console keys are replaced beside a running server: it goes on, and the storage refuses the old ones [V11.2.2, V13.2.1]', async () => {
    const { access, admin, db } = on.console.kho.services
    const people = await makePeople(on.console)
    const owner = await people.owner('chu')
    const an = await people.subUser(owner, 'an', 'read-write')
    const owners = await people.visit(owner, { confirmed: true })
    await request(owners, 'createBucket', { body: { bucket: 'xoay-vong' } })
    const own = await request(owners, 'createAccessKey', { body: { name: 'rclone' } })
    const subUsers = await people.visit(an)
    expect((await request(subUsers, 'listBuckets', {})).status).toBe(200)
    const account = { accountId: owner.accountId }
    const sub = { id: an.id, ...account, isSubUser: true }
    const keysNow = async () => [
      (await access.clientForAccount(account)).keys,
      (await access.clientForUser(sub)).keys,
    ]
    const before = await keysNow()

    const said: string[] = []
    const env: Record<string, string> = {
      KHO_DATA_DIR: on.console.dataDir,
      KHO_S3_KIND: kind,
      ...(kind === 'rgw' && {
        KHO_S3_ENDPOINT: on.endpoint,
        KHO_S3_ADMIN_KEY: 'any',
        KHO_S3_ADMIN_SECRET: 'any',
      }),
    }
    await runRotate(configOf(env), line => said.push(line))
    expect(said[0]).toMatch(/^Console keys replaced: \d+, of \d+ accounts\.$/)

    expect((await request(owners, 'listBuckets', {})).body).toMatchObject({
      buckets: [{ name: 'xoay-vong' }],
    })
    expect((await request(subUsers, 'listBuckets', {})).status).toBe(200)
    const after = await keysNow()
    const { storage_uid } = await db
      .selectFrom('accounts')
      .select('storage_uid')
      .where('id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const stored = await admin.getUser(storage_uid)
    const { key, secret_key } = own.body as { key: { access_key: string }; secret_key: string }
    expect(stored?.keys).toHaveLength(2)
    expect(stored?.keys).toEqual(
      expect.arrayContaining([after[0], { accessKey: key.access_key, secretKey: secret_key }]),
    )
    expect(stored?.subUsers.map(({ keys }) => keys)).toEqual([[after[1]]])
    const names = new Set(before.map(({ accessKey }) => accessKey))
    expect(after.filter(({ accessKey }) => names.has(accessKey))).toEqual([])
  })
})

test('the command is refused where the storage has one key pair', async () => {
  const config = configOf({
    KHO_S3_KIND: 's3',
    KHO_S3_ENDPOINT: 'http://127.0.0.1:1',
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'secret',
  })
  await expect(runRotate(config, () => undefined)).rejects.toThrow('one key pair')
})
