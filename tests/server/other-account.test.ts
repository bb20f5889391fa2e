import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { operations } from '../../openapi/schema.ts'
import { addAudit } from '../../server/store/audit.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { addPasskey, byName } from './support/passkeys.ts'
import { makePeople, type People, type Person, pin } from './support/people.ts'
import { contract, request, type Said } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'
import { ownConsole } from './support/with-console.ts'

type Id = keyof operations

/** What an account has, by what a request names it. */
type Things = {
  account: string
  session: string
  accessKey: string
  client: string
  passkey: string
  group: string
  subUser: string
  subUserGroup: string
  bucket: string
  key: string
  folder: string
  upload: string
  entry: string
  job: string
  share: string
  /** The token of an archive. */
  archive: string
}

const emails = ['eva@example.com']

/** How each operation that names something is called with what is another's. */
const personal = {
  endSession: things => ({ body: { id: things.session } }),
  changeAccessKey: things => ({ body: { access_key: things.accessKey, enabled: false } }),
  deleteAccessKey: things => ({ body: { access_key: things.accessKey } }),
  renamePasskey: things => ({ body: { id: things.passkey, name: 'Eva' } }),
  deletePasskey: things => ({ body: { id: things.passkey } }),
  deleteApiClient: things => ({ body: { id: things.client } }),
  getJob: things => ({ values: { id: things.job } }),
  downloadZip: things => ({ values: { token: things.archive } }),
  cancelJob: things => ({ values: { id: things.job } }),
  retryJob: things => ({ values: { id: things.job } }),
  changeShare: things => ({ body: { id: things.share, paused: true } }),
  deleteShare: things => ({ body: { id: things.share } }),
  undoAct: things => ({ body: { id: things.job } }),
  listJobFailures: things => ({ values: { id: things.job } }),
} satisfies Partial<Record<Id, (things: Things) => Said>>

const ofAccount = {
  changeNotificationGroup: things => ({ values: { id: things.group }, body: { name: 'Eva', emails } }),
  deleteNotificationGroup: things => ({ values: { id: things.group } }),
  sendAddressConfirmation: () => ({ body: { email: 'ke.toan@example.com' } }),
  changeSubUser: things => ({ body: { id: things.subUser, permission: 'full-control' } }),
  deleteSubUser: things => ({ body: { id: things.subUser } }),
  resetSubUser: things => ({ body: { id: things.subUser } }),
  inviteSubUser: things => ({ body: { id: things.subUser } }),
  changeManySubUsers: things => ({ body: { ids: [things.subUser], act: 'delete', preview: false } }),
  changeSubUserGroup: things => ({ values: { id: things.subUserGroup } }),
  deleteSubUserGroup: things => ({ values: { id: things.subUserGroup } }),
  inviteOwner: things => ({ body: { id: things.account } }),
  resetOwner: things => ({ body: { id: things.account } }),
  replaceOwner: things => ({ body: { id: things.account } }),
  changeAccount: things => ({ body: { id: things.account, suspended: true } }),
} satisfies Partial<Record<Id, (things: Things) => Said>>

/** Numbers of an account, which are the super admin's too. */
const numbers = {
  getDashboardAccount: things => ({ values: { id: things.account } }),
  getQuotaUser: things => ({ values: { account: things.account } }),
  listTrafficYears: things => ({ values: { account: things.account } }),
  listTrafficMonths: things => ({ values: { account: things.account, year: '2026' } }),
  summarizeTraffic: things => ({ body: { account: things.account, year: 2026 } }),
  countRequests: things => ({ values: { account: things.account, year: '2026', month: '0' } }),
  listTrafficHours: things => ({ values: { account: things.account, day: '2026-11-01' } }),
  getGrowth: things => ({ values: { account: things.account } }),
  exportTraffic: things => ({
    values: { account: things.account, from: '2026-01-01', to: '2026-12-31' },
  }),
} satisfies Partial<Record<Id, (things: Things) => Said>>

/** A policy that lets everybody do everything. */
const policyOf = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: `arn:aws:s3:::${bucket}/*` },
  })

const inBucket = {
  createAccessKey: things => ({ body: { scope: [{ bucket: things.bucket, prefix: '' }] } }),
  deleteBucket: things => ({ body: { bucket: things.bucket, pin, confirm: true } }),
  getBucketOverview: things => ({ values: { bucket: things.bucket } }),
  getBucketCors: things => ({ values: { bucket: things.bucket } }),
  putBucketCors: things => ({ body: { bucket: things.bucket } }),
  deleteBucketCors: things => ({ body: { bucket: things.bucket } }),
  getBucketTags: things => ({ values: { bucket: things.bucket } }),
  putBucketTags: things => ({ body: { bucket: things.bucket } }),
  deleteBucketTags: things => ({ body: { bucket: things.bucket } }),
  getBucketQuota: things => ({ values: { bucket: things.bucket } }),
  putBucketQuota: things => ({ body: { bucket: things.bucket } }),
  getBucketVersioning: things => ({ values: { bucket: things.bucket } }),
  putBucketVersioning: things => ({ body: { bucket: things.bucket } }),
  getBucketObjectLock: things => ({ values: { bucket: things.bucket } }),
  putBucketObjectLock: things => ({ body: { bucket: things.bucket } }),
  getBucketLifecycle: things => ({ values: { bucket: things.bucket } }),
  putBucketLifecycle: things => ({ body: { bucket: things.bucket } }),
  deleteBucketLifecycle: things => ({ body: { bucket: things.bucket } }),
  previewBucketLifecycle: things => ({ body: { bucket: things.bucket } }),
  getBucketPolicy: things => ({ values: { bucket: things.bucket } }),
  putBucketPolicy: things => ({ body: { bucket: things.bucket, policy: policyOf(things.bucket) } }),
  deleteBucketPolicy: things => ({ body: { bucket: things.bucket } }),
  simulateBucketPolicy: things => ({ body: { bucket: things.bucket } }),
  getBucketContents: things => ({ values: { bucket: things.bucket } }),
  formatBucket: things => ({ body: { bucket: things.bucket, name: things.bucket } }),
  listUploads: things => ({ values: { bucket: things.bucket } }),
  abortUploads: things => ({ body: { bucket: things.bucket, days: 0 } }),
  getBucketStatus: things => ({ values: { bucket: things.bucket } }),
  getBucketAcl: things => ({ values: { bucket: things.bucket } }),
  listOpenFiles: things => ({ values: { bucket: things.bucket } }),
  putBucketAcl: things => ({ body: { bucket: things.bucket, acl: 'public', revision: 'x' } }),
  listObjects: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  paginateObjects: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  countObjects: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  watchObjects: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  searchObjects: things => ({ body: { query: '', bucket: things.bucket, prefix: things.folder } }),
  createFolder: things => ({ body: { bucket: things.bucket, folder: things.folder } }),
  deleteObjects: things => ({ body: { bucket: things.bucket, keys: [things.key] } }),
  deleteFolder: things => ({ body: { bucket: things.bucket, folder: things.folder } }),
  deleteSelection: things => ({ body: { bucket: things.bucket, keys: [things.key, things.folder] } }),
  copyObjects: things => ({
    body: { bucket: things.bucket, keys: [things.key], target_bucket: things.bucket, target_folder: 'x/' },
  }),
  moveObjects: things => ({
    body: { bucket: things.bucket, keys: [things.key], target_bucket: things.bucket, target_folder: 'x/' },
  }),
  renameObject: things => ({ body: { bucket: things.bucket, key: things.key, name: 'x' } }),
  createShare: things => ({ body: { bucket: things.bucket, path: things.key } }),
  generateUrl: things => ({ body: { bucket: things.bucket, path: things.key, expires_in: 60 } }),
  listDeletedObjects: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  restoreDeletedObjects: things => ({ body: { bucket: things.bucket, keys: [things.key] } }),
  listObjectVersions: things => ({ values: { bucket: things.bucket, prefix: things.folder } }),
  deleteObjectVersion: things => ({ body: { bucket: things.bucket, path: things.key } }),
  restoreObjectVersion: things => ({ body: { bucket: things.bucket, path: things.key } }),
  getObjectTags: things => ({ values: { bucket: things.bucket, path: things.key } }),
  putObjectTags: things => ({ body: { bucket: things.bucket, path: things.key } }),
  deleteObjectTags: things => ({ body: { bucket: things.bucket, path: things.key } }),
  getObjectRetention: things => ({ values: { bucket: things.bucket, path: things.key } }),
  putObjectRetention: things => ({ body: { bucket: things.bucket, path: things.key } }),
  getObjectLegalHold: things => ({ values: { bucket: things.bucket, path: things.key } }),
  putObjectLegalHold: things => ({ body: { bucket: things.bucket, path: things.key } }),
  createZip: things => ({ body: { bucket: things.bucket, keys: [things.key], folders: [things.folder] } }),
  getObjectAcl: things => ({ values: { bucket: things.bucket, path: things.key } }),
  putObjectAcl: things => ({ body: { bucket: things.bucket, path: things.key } }),
  readObjectAcls: things => ({ body: { bucket: things.bucket, keys: [things.key] } }),
  putObjectAcls: things => ({ body: { bucket: things.bucket, keys: [things.key], acl: 'private' } }),
  getObjectDetails: things => ({ values: { bucket: things.bucket, path: things.key } }),
  changeObjectDetails: things => ({ body: { bucket: things.bucket, path: things.key } }),
  getDownloadUrl: things => ({ body: { bucket: things.bucket, key: things.key } }),
  getPutUrls: things => ({ body: { bucket: things.bucket, files: [{ key: things.key, size: 4 }] } }),
  putBatch: things => ({
    values: { bucket: things.bucket },
    body: { files: [{ key: things.key, size: 4 }] },
  }),
  startUpload: things => ({ body: { bucket: things.bucket, key: things.key, size: 4 } }),
  getUploadUrl: things => ({
    body: { bucket: things.bucket, key: things.key, upload_id: things.upload, part_numbers: [2] },
  }),
  listUploadParts: things => ({
    values: { bucket: things.bucket, key: things.key, upload_id: things.upload },
  }),
  completeUpload: things => ({
    body: {
      ...{ bucket: things.bucket, key: things.key, upload_id: things.upload },
      parts: [{ part_number: 1, etag: '"8d777f385d3dfec8815d20f7496026dc"' }],
    },
  }),
  abortUpload: things => ({
    body: { bucket: things.bucket, key: things.key, upload_id: things.upload },
  }),
} satisfies Partial<Record<Id, (things: Things) => Said>>

/** Operations that name nothing that another could have; what they touch is the caller's own. */
const harmless: Id[] = [
  ...(['login', 'verifyTwoStep', 'refreshToken', 'beginPasskeySignIn', 'signInByPasskey'] as const),
  ...(['beginPasskeyConfirmation', 'confirmByPasskey', 'beginSsoConfirmation', 'confirmBySso'] as const),
  ...(['listPasskeys', 'beginPasskey', 'addPasskey'] as const),
  ...(['beginSso', 'completeSso', 'linkSso', 'explainSso', 'getSsoSignOut', 'ssoSignedOut'] as const),
  ...(['requestResetPassword', 'checkResetPassword', 'resetPassword'] as const),
  ...(['logout', 'getCurrentUser', 'checkRequireChangePassword', 'changePassword'] as const),
  ...(['checkPinExists', 'initPin', 'changePin', 'requestResetPin', 'resetPin'] as const),
  ...(['beginTwoStep', 'confirmTwoStep', 'endTwoStep', 'renewRecoveryCodes'] as const),
  ...(['getMethodSecurity', 'changeMethodPin', 'changeAccountSignIn', 'confirmIdentity'] as const),
  ...(['endOtherSessions', 'getProfile', 'changeProfile', 'createApiClient'] as const),
  ...(['requestEmailChange', 'checkEmailChange', 'changeEmail'] as const),
  ...(['checkEmailUndo', 'undoEmailChange'] as const),
  ...(['checkAddressConfirmation', 'confirmAddress', 'checkUnsubscription', 'unsubscribe'] as const),
  ...([
    'listProvinces',
    'listDistricts',
    'listWards',
    'listSites',
    'getHealth',
    'getLiveness',
    'getReadiness',
  ] as const),
  ...(['createNotificationGroup', 'createSubUser', 'createUser', 'createAccount'] as const),
  ...(['createSubUserGroup', 'importSubUsers'] as const),
  ...(['summarizeAccounts', 'listWorkers', 'exportAccounts'] as const),
]

/** Lists, and what has a test of its own below. */
const listed: Id[] = [
  ...(['listSessions', 'listAccessKeys', 'listApiClients', 'listNotificationGroups', 'listAlerts'] as const),
  'listSubUserGroups',
  ...(['listSubUsers', 'listAccounts', 'listAudit', 'exportAudit', 'listBuckets', 'createBucket'] as const),
  'listShares',
  ...(['listJobs', 'watchJobs', 'exportSubUsers'] as const),
]

/** What tests/server/events.test.ts tries, and people.test.ts. */
const elsewhere: Id[] = [
  'applyAccount',
  ...(['listTopics', 'createTopic', 'getTopic', 'changeTopic', 'deleteTopic', 'testTopic'] as const),
  ...(['revealTopicSecret', 'rotateTopicSecret'] as const),
  ...(['listDeliveries', 'getDelivery', 'resendDeliveries'] as const),
  ...(['listBucketNotifications', 'setBucketNotification'] as const),
  ...(['getBucketNotification', 'deleteBucketNotification'] as const),
]

test('every operation that can name what is another’s is tried [V8.2.2, V8.4.1]', () => {
  const tried = [
    ...Object.keys(personal),
    ...Object.keys(ofAccount),
    ...Object.keys(inBucket),
    ...Object.keys(numbers),
  ]
  expect([...tried, ...harmless, ...listed, ...elsewhere].sort()).toEqual(
    contract.operations.map(({ id }) => id).sort(),
  )
})

test('where all would share one key there is one account', async () => {
  const console = await ownConsole({
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'word' },
  })
  const superAdmin = await console.signedIn()
  const body = { quota: null }
  expect(problem(await request(superAdmin, 'createAccount', { body }))).toEqual({
    status: 501,
    code: 'NOT_SUPPORTED',
  })
  const accounts = await console.kho.services.db.selectFrom('accounts').select('id').execute()
  expect(accounts.length).toBe(1)
})

/** Names of things that nobody has. */
function nothing(things: Things): Things {
  return {
    ...{ account: randomUUID(), session: randomUUID(), accessKey: 'KHOXXXXXXXXXXXXXXXXX' },
    ...{
      client: randomUUID(),
      passkey: randomUUID(),
      group: randomUUID(),
      subUser: randomUUID(),
      subUserGroup: randomUUID(),
      entry: '0'.repeat(28),
    },
    ...{ job: randomUUID(), share: randomUUID() },
    archive: 'A'.repeat(43),
    ...{ bucket: 'khong-co', key: 'khong/co.txt', folder: 'khong/', upload: 'nothing' },
    ...(things.accessKey.length !== 20 && { accessKey: 'X'.repeat(things.accessKey.length) }),
  }
}

/** All that an answer tells, but for the id of its request. */
function told({ status, body }: Answer): unknown {
  if (status === 204 || body === null || typeof body !== 'object') return { status, body }
  const { request_id, ...rest } = body as { request_id?: string }
  return { status, body: rest }
}

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let people: People
  let a: { owner: Person; subUser: Person; visitor: Visitor; subVisitor: Visitor }
  let ofOwner: Things
  let ofSubUser: Things
  let attackers: Record<'owner' | 'full-control sub-user' | 'limited sub-user' | 'super admin', Person>

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
    const owner = await people.owner('an')
    const subUser = await people.subUser(owner, 'binh', 'full-control')
    const eva = await people.owner('eva')
    attackers = {
      owner: eva,
      'full-control sub-user': await people.subUser(eva, 'eve', 'full-control'),
      // The console gives nobody a scope with another account's bucket.
      'limited sub-user': await people.subUser(await people.owner('evi'), 'eden', 'full-control', {
        scope: [{ bucket: 'kho-cua-an', prefix: '' }],
      }),
      'super admin': await people.superAdmin(),
    }
    const visitor = await people.visit(owner, { confirmed: true })
    const subVisitor = await people.visit(subUser, { confirmed: true })
    a = { owner, subUser, visitor, subVisitor }
    ofOwner = { ...(await fill(visitor, subUser)), account: owner.accountId }
    ofSubUser = { ...ofOwner, ...(await ownThings(subVisitor)) }
    await made(await people.visit(eva), 'createBucket', { body: { bucket: 'kho-cua-eva' } })
  })
  beforeEach(async () => {
    await console.kho.services.db.deleteFrom('attempts').execute()
  })

  async function made<T>(who: Visitor, id: Id, said: Said): Promise<T> {
    const answer = await request(who, id, said)
    if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }

  /** A session, a key, an API client and a passkey of the visitor's. */
  async function ownThings(
    visitor: Visitor,
  ): Promise<Pick<Things, 'session' | 'accessKey' | 'client' | 'passkey'>> {
    const { sessions } = await made<{ sessions: { id: string }[] }>(visitor, 'listSessions', {})
    const { key } = await made<{ key: { access_key: string } }>(visitor, 'createAccessKey', {})
    const { client } = await made<{ client: { id: string } }>(visitor, 'createApiClient', {})
    const { passkey } = await addPasskey(byName(visitor))
    return { session: sessions[0]!.id, accessKey: key.access_key, client: client.id, passkey: passkey.id }
  }

  async function fill(visitor: Visitor, subUser: Person): Promise<Omit<Things, 'account'>> {
    const bucket = 'kho-cua-an'
    const key = 'Thư mật/hợp đồng.txt'
    const own = await ownThings(visitor)
    const group = await made<{ id: string }>(visitor, 'createNotificationGroup', {})
    const subUserGroup = await made<{ id: string }>(visitor, 'createSubUserGroup', {})
    await made(visitor, 'createBucket', { body: { bucket } })
    const files = [{ key, size: 6 }]
    const { urls } = await made<{ urls: string[] }>(visitor, 'getPutUrls', { body: { bucket, files } })
    expect((await fetch(urls[0]!, { method: 'PUT', body: 'secret' })).status).toBe(200)
    const begun = { bucket, key, size: 10 * 1024 ** 2 }
    const { upload_id } = await made<{ upload_id: string }>(visitor, 'startUpload', { body: begun })
    const part = await made<{ urls: string[] }>(visitor, 'getUploadUrl', {
      body: { bucket, key, upload_id, part_numbers: [1] },
    })
    expect((await fetch(part.urls[0]!, { method: 'PUT', body: 'part' })).status).toBe(200)
    const old = { bucket, days: 3650 }
    const job = await made<{ id: string }>(visitor, 'abortUploads', { body: old })
    const readJob = async () =>
      (await made<{ state: string }>(visitor, 'getJob', { values: { id: job.id } })).state
    while ((await readJob()) !== 'done');
    const { url } = await made<{ url: string }>(visitor, 'createZip', {
      body: { bucket, keys: [key], folders: [] },
    })
    const { share } = await made<{ share: { id: string } }>(visitor, 'createShare', {
      body: { bucket, path: key },
    })
    const entry = await console.kho.services.db
      .selectFrom('audit')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return {
      ...{
        ...own,
        group: group.id,
        subUser: subUser.id,
        subUserGroup: subUserGroup.id,
        bucket,
        key,
        folder: 'Thư mật/',
      },
      ...{ upload: upload_id, entry: entry.id, job: job.id, share: share.id },
      archive: url.split('token=')[1]!,
    }
  }

  /** All that account A has: its rows in the store, its buckets, its file with its bytes, its upload. */
  async function stateOfA(): Promise<unknown> {
    const { db } = console.kho.services
    const id = a.owner.accountId
    const users = await db
      .selectFrom('users')
      .selectAll()
      .where('account_id', '=', id)
      .orderBy('id')
      .execute()
    const ids = users.map(user => user.id)
    const ofUsers = (table: 'sessions' | 'access_keys' | 'api_clients' | 'recovery_codes' | 'pin_resets') =>
      db.selectFrom(table).selectAll().where('user_id', 'in', ids).execute()
    const ofAccount = (
      table: 'account_keys' | 'notification_groups' | 'sub_user_groups' | 'audit' | 'jobs' | 'shares',
    ) => db.selectFrom(table).selectAll().where('account_id', '=', id).execute()
    const { bucket, key, upload } = ofOwner
    const read = async (operation: Id, values: Record<string, string>) =>
      (await request(a.visitor, operation, { values })).body
    const { url } = await made<{ url: string }>(a.visitor, 'getDownloadUrl', { body: { bucket, key } })
    return {
      users,
      // The server samples sizes, and looks for alerts, by itself.
      account: (await db.selectFrom('accounts').selectAll().where('id', '=', id).execute()).map(row => ({
        ...{ ...row, sampled_day: null, sampled_bytes: null, sampled_objects: null, alerts_checked_at: null },
      })),
      // Reading all this uses a session of A.
      sessions: (await ofUsers('sessions')).map(row => ({
        ...{ ...row, last_used_at: null, address: null, user_agent: null },
      })),
      keys: await ofUsers('access_keys'),
      clients: await ofUsers('api_clients'),
      codes: [await ofUsers('recovery_codes'), await ofUsers('pin_resets')],
      accountKeys: await ofAccount('account_keys'),
      groups: await ofAccount('notification_groups'),
      subUserGroups: await ofAccount('sub_user_groups'),
      audit: await ofAccount('audit'),
      jobs: await ofAccount('jobs'),
      shares: await ofAccount('shares'),
      buckets: await read('listBuckets', {}),
      versioning: await read('getBucketVersioning', { bucket }),
      lock: await read('getBucketObjectLock', { bucket }),
      lifecycle: await read('getBucketLifecycle', { bucket }),
      files: await read('listObjects', { bucket }),
      below: await read('listObjects', { bucket, prefix: ofOwner.folder }),
      bytes: await (await fetch(url)).text(),
      parts: await read('listUploadParts', { bucket, key, upload_id: upload }),
    }
  }

  type Ask = (who: Visitor, id: Id, said: Said) => Promise<Answer>

  /** What each operation tells who names A's things, and who names what nobody has. */
  async function attack(
    person: Person,
    attacks: Record<string, (things: Things) => Said>,
    things: Things,
    ask: Ask = request,
  ): Promise<[real: Record<string, unknown>, unreal: Record<string, unknown>]> {
    const real: Record<string, unknown> = {}
    const unreal: Record<string, unknown> = {}
    for (const [id, said] of Object.entries(attacks)) {
      for (const [answers, named] of [
        [real, things],
        [unreal, nothing(things)],
      ] as const) {
        const visitor = await people.visit(person, { confirmed: true })
        answers[id] = told(await ask(visitor, id as Id, said(named)))
      }
    }
    return [real, unreal]
  }

  function codes(answers: Record<string, unknown>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => {
        const { status, body } = answer as { status: number; body: { code?: string } | null }
        return [id, body?.code ?? String(status)]
      }),
    )
  }

  const notFound = {
    ...{ endSession: 'NOT_FOUND', changeAccessKey: 'NOT_FOUND', deleteAccessKey: 'NOT_FOUND' },
    ...{ renamePasskey: 'NOT_FOUND', deletePasskey: 'NOT_FOUND', deleteApiClient: 'NOT_FOUND' },
    downloadZip: 'NOT_FOUND',
    ...{ getJob: 'NOT_FOUND', cancelJob: 'NOT_FOUND', listJobFailures: 'NOT_FOUND' },
    ...{ retryJob: 'NOT_FOUND', changeShare: 'NOT_FOUND', deleteShare: 'NOT_FOUND' },
    undoAct: 'NOT_FOUND',
  }
  const notFoundInAccount = {
    ...{ changeNotificationGroup: 'NOT_FOUND', deleteNotificationGroup: 'NOT_FOUND' },
    sendAddressConfirmation: 'NOT_FOUND',
    ...{ changeSubUser: 'USER_NOT_FOUND', deleteSubUser: 'USER_NOT_FOUND' },
    // Its line says that there is nobody.
    changeManySubUsers: '200',
    ...{ resetSubUser: 'USER_NOT_FOUND', inviteSubUser: 'USER_NOT_FOUND' },
    ...{ changeSubUserGroup: 'NOT_FOUND', deleteSubUserGroup: 'NOT_FOUND' },
  }
  const denied = Object.fromEntries(Object.keys(ofAccount).map(id => [id, 'PERMISSION_DENIED']))

  test.each([
    [
      'owner',
      {
        ...notFound,
        ...notFoundInAccount,
        changeAccount: 'PERMISSION_DENIED',
        inviteOwner: 'PERMISSION_DENIED',
        resetOwner: 'PERMISSION_DENIED',
        replaceOwner: 'PERMISSION_DENIED',
      },
    ],
    ['full-control sub-user', { ...notFound, ...denied }],
  ] as const)('to an %s of another account, what the account has is not there', async (who, expected) => {
    const before = await stateOfA()
    for (const things of [ofOwner, ofSubUser]) {
      const [real, unreal] = await attack(attackers[who], { ...personal, ...ofAccount }, things)
      expect(codes(real)).toEqual(expected)
      expect(real).toEqual(unreal)
    }
    expect(await stateOfA()).toEqual(before)
  })

  test.each(['owner', 'full-control sub-user', 'limited sub-user'] as const)(
    'to the %s of another account its numbers are closed, as are those of their own owner to a sub-user',
    async who => {
      for (const person of [attackers[who], a.subUser]) {
        const [real, unreal] = await attack(person, numbers, ofOwner)
        expect(codes(real)).toEqual(
          Object.fromEntries(Object.keys(numbers).map(id => [id, 'PERMISSION_DENIED'])),
        )
        expect(real).toEqual(unreal)
      }
    },
  )

  test('to an API client that may read, the numbers of its own account alone are open', async () => {
    const { exportTraffic } = numbers
    const eva = await people.visit(attackers.owner, { confirmed: true })
    const body = { name: 'Đọc', permission: 'read' }
    const { token } = await made<{ token: string }>(eva, 'createApiClient', { body })
    const ask: Ask = (_visitor, id, said) => {
      const program = console.visitor()
      program.headers = {}
      return request(program, id, said, { authorization: `Bearer ${token}` })
    }
    const [real, unreal] = await attack(attackers.owner, { exportTraffic }, ofOwner, ask)
    expect(codes(real)).toEqual({ exportTraffic: 'PERMISSION_DENIED' })
    expect(real).toEqual(unreal)
  })

  test('to a super admin, what is inside an account is not there either [V8.4.1]', async () => {
    const { changeAccount, inviteOwner, resetOwner, replaceOwner, ...inside } = ofAccount
    const before = await stateOfA()
    const [real, unreal] = await attack(attackers['super admin'], { ...personal, ...inside }, ofOwner)
    expect(codes(real)).toEqual({ ...notFound, ...notFoundInAccount })
    expect(real).toEqual(unreal)
    expect(await stateOfA()).toEqual(before)
  })

  test("to a sub-user, what is its owner's own is not there", async () => {
    const [real, unreal] = await attack(a.subUser, { ...personal, ...ofAccount }, ofOwner)
    expect(codes(real)).toEqual({ ...notFound, ...denied })
    expect(real).toEqual(unreal)
    const { visitor } = a
    const keys = await made<{ keys: { access_key: string; enabled: boolean }[] }>(
      visitor,
      'listAccessKeys',
      {},
    )
    expect(keys.keys.find(key => key.access_key === ofOwner.accessKey)?.enabled).toBe(true)
    const { sessions } = await made<{ sessions: { id: string }[] }>(visitor, 'listSessions', {})
    expect(sessions.map(session => session.id)).toContain(ofOwner.session)
  })

  test("an owner reaches its sub-user's keys, not the sub-user's sessions, passkeys and API clients", async () => {
    const { endSession, deleteApiClient, renamePasskey, deletePasskey } = personal
    const attacks = { endSession, deleteApiClient, renamePasskey, deletePasskey }
    const [real, unreal] = await attack(a.owner, attacks, ofSubUser)
    expect(new Set(Object.values(codes(real)))).toEqual(new Set(['NOT_FOUND']))
    expect(real).toEqual(unreal)
  })

  test.each(['owner', 'full-control sub-user', 'limited sub-user', 'super admin'] as const)(
    'to the %s of another account a bucket is closed, whatever is in it',
    async who => {
      const before = await stateOfA()
      const [real] = await attack(attackers[who], inBucket, ofOwner)
      const [other] = await attack(attackers[who], inBucket, { ...nothing(ofOwner), bucket: ofOwner.bucket })
      const { getDownloadUrl, getPutUrls, getUploadUrl, deleteObjects, deleteFolder, ...more } = codes(real)
      const { putBatch, getBucketStatus, deleteSelection, getBucketQuota, putBucketQuota, ...rest } = more
      const quota = who.endsWith('sub-user') ? 'PERMISSION_DENIED' : 'BUCKET_NOT_FOUND'
      expect([getBucketQuota, putBucketQuota]).toEqual([quota, quota])
      const unknown = { acl: null, versioning: null, object_lock: null }
      expect(real.getBucketStatus).toEqual({
        status: 200,
        body: { buckets: [{ bucket: ofOwner.bucket, ...unknown }] },
      })
      const closed = ['ACCESS_DENIED', 'BUCKET_NOT_FOUND', 'UPLOAD_NOT_FOUND']
      if (who === 'limited sub-user') closed.push('PERMISSION_DENIED')
      if (kind === 'rgw') closed.push('NOT_SUPPORTED')
      for (const [id, code] of Object.entries(rest)) {
        expect([id, closed.includes(code)]).toEqual([id, true])
      }
      expect(codes(other)).toEqual(codes(real))
      const { body: batch } = real.putBatch as { body: { files: [{ code: string }] } }
      expect([putBatch, batch.files.map(({ code }) => closed.includes(code))]).toEqual(['200', [true]])
      for (const answer of [real.getDownloadUrl, real.getPutUrls, real.getUploadUrl]) {
        const { body } = answer as { body: { url?: string; urls?: string[] } }
        const signed = body.url ?? body.urls?.[0]
        if (!signed) continue
        const method = body.url ? 'GET' : 'PUT'
        const used = await fetch(signed, { method, ...(method === 'PUT' && { body: 'evil' }) })
        expect([403, 404]).toContain(used.status)
      }
      expect(await stateOfA()).toEqual(before)
    },
  )

  test('an API client of another account comes no further than its user', async () => {
    const before = await stateOfA()
    const eva = await people.visit(attackers.owner, { confirmed: true })
    const body = { name: 'Mọi thứ', permission: 'full-control' }
    const { token } = await made<{ token: string }>(eva, 'createApiClient', { body })
    const ask: Ask = (_visitor, id, said) => {
      const program = console.visitor()
      program.headers = {}
      return request(program, id, said, { authorization: `Bearer ${token}` })
    }
    const [real] = await attack(attackers.owner, inBucket, ofOwner, ask)
    const [session] = await attack(attackers.owner, inBucket, ofOwner)
    const { deleteBucket, createAccessKey, ...others } = codes(session)
    const ofOwners = { getBucketQuota: 'PERMISSION_DENIED', putBucketQuota: 'PERMISSION_DENIED' }
    expect(codes(real)).toMatchObject({ ...others, ...ofOwners })
    expect(await stateOfA()).toEqual(before)
  })

  test.each(['owner', 'full-control sub-user', 'limited sub-user'] as const)(
    'lists of the %s of another account hold nothing of it',
    async who => {
      const visitor = await people.visit(attackers[who], { confirmed: true })
      const { db } = console.kho.services
      const record = { user: 'an@example.com', action: 'SIGN_IN' as const, address: '', device: '' }
      await addAudit(
        db,
        { account: { id: a.owner.accountId, name: 'an' }, ...record },
        console.kho.services.now(),
      )
      const lists: [Id, Said][] = [
        ...(['listSessions', 'listAccessKeys', 'listApiClients', 'listNotificationGroups'] as const).map(
          (id): [Id, Said] => [id, {}],
        ),
        ['listSubUsers', {}],
        ['listSubUserGroups', {}],
        ['exportSubUsers', {}],
        ['listBuckets', {}],
        ['listShares', {}],
        ['listJobs', {}],
        ['watchJobs', {}],
        ['listAudit', { values: { next_token: 'f'.repeat(28), page_size: '200' } }],
        ['listAudit', { values: { search: 'an@example.com' } }],
        ['exportAudit', { values: { search: 'an@example.com' } }],
      ]
      const secrets = [...Object.values(ofOwner), ...Object.values(ofSubUser)].filter(
        value => value !== ofOwner.folder,
      )
      for (const [id, said] of lists) {
        const text = JSON.stringify((await request(visitor, id, said)).body)
        const found = [...secrets, 'an@example.com', 'binh@example.com'].filter(each => text.includes(each))
        expect([id, found]).toEqual([id, []])
      }
      const accounts = await request(visitor, 'listAccounts')
      expect(accounts.body).toMatchObject({ code: 'PERMISSION_DENIED' })
    },
  )

  test('bucket name unique: Bucket exists. One that another account has given is taken, and nothing more', async () => {
    const before = await stateOfA()
    const { 'limited sub-user': limited, ...makers } = attackers
    for (const person of Object.values(makers)) {
      const visitor = await people.visit(person)
      const answer = await request(visitor, 'createBucket', { body: { bucket: ofOwner.bucket } })
      expect(answer.body).toMatchObject({ code: 'BUCKET_EXISTS' })
    }
    expect(await stateOfA()).toEqual(before)
  })
})
