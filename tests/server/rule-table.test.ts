import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient, ClientPermission, Permission } from '../../openapi/schema.ts'
import { type Answer, problem, type Visitor } from './support/console.ts'
import { makePeople, type Person } from './support/people.ts'
import { contract, request, type Said } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const levels = ['read', 'write', 'read-write', 'full-control'] as const

/**
 * Who calls: a super admin and an owner of different accounts, the owner's sub-users and API clients by level, and the
 * super admin's API client for accounts.
 */
const clients = [...levels.map(level => `client ${level}` as const), 'client accounts'] as const
const callers = ['super', 'owner', ...levels, ...clients] as const
type Caller = (typeof callers)[number]

/**
 * Who may call what, written down by hand: the promise that domain/permissions.ts is held against. `anyone` needs no
 * session; `first` is what also those may who must change the password first; `people` are all who sign in; the
 * others are levels on files, for owners and super admins, and for sub-users and API clients who have them.
 */
const table = {
  getHealth: 'anyone',
  getLiveness: 'anyone',
  getReadiness: 'anyone',
  login: 'anyone',
  beginSso: 'anyone',
  completeSso: 'anyone',
  linkSso: 'anyone',
  ssoSignedOut: 'anyone',
  verifyTwoStep: 'anyone',
  beginPasskeySignIn: 'anyone',
  signInByPasskey: 'anyone',
  refreshToken: 'anyone',
  requestResetPassword: 'anyone',
  checkResetPassword: 'anyone',
  resetPassword: 'anyone',
  getSsoSignOut: 'first',
  logout: 'first',
  getCurrentUser: 'first',
  checkRequireChangePassword: 'first',
  changePassword: 'first',
  checkPinExists: 'first',
  initPin: 'people',
  changePin: 'people',
  requestResetPin: 'people',
  resetPin: 'people',
  beginTwoStep: 'people',
  confirmTwoStep: 'people',
  endTwoStep: 'people',
  renewRecoveryCodes: 'people',
  getMethodSecurity: 'people',
  changeMethodPin: 'people',
  changeAccountSignIn: 'owners, confirmed',
  confirmIdentity: 'people',
  beginPasskeyConfirmation: 'people',
  confirmByPasskey: 'people',
  beginSsoConfirmation: 'people',
  confirmBySso: 'people',
  listPasskeys: 'people',
  beginPasskey: 'people, confirmed',
  addPasskey: 'people',
  renamePasskey: 'people',
  deletePasskey: 'people, confirmed',
  listSessions: 'people',
  endSession: 'people, confirmed',
  endOtherSessions: 'people, confirmed',
  getProfile: 'people',
  changeProfile: 'people',
  listAccessKeys: 'people, confirmed',
  createAccessKey: 'people, confirmed',
  changeAccessKey: 'people, confirmed',
  deleteAccessKey: 'people, confirmed',
  listApiClients: 'people, confirmed',
  createApiClient: 'people, confirmed',
  deleteApiClient: 'people, confirmed',
  listProvinces: 'people',
  listDistricts: 'people',
  listWards: 'people',
  listSites: 'people',
  listNotificationGroups: 'owners',
  createNotificationGroup: 'owners',
  changeNotificationGroup: 'owners',
  deleteNotificationGroup: 'owners',
  sendAddressConfirmation: 'owners',
  listAlerts: 'owners',
  listTopics: 'owners',
  createTopic: 'owners',
  getTopic: 'owners',
  changeTopic: 'owners',
  deleteTopic: 'owners',
  revealTopicSecret: 'owners, confirmed',
  rotateTopicSecret: 'owners, confirmed',
  testTopic: 'owners',
  listDeliveries: 'owners',
  getDelivery: 'owners',
  resendDeliveries: 'owners',
  listBucketNotifications: 'owners',
  setBucketNotification: 'owners',
  getBucketNotification: 'owners',
  deleteBucketNotification: 'owners',
  listSubUsers: 'owners',
  exportSubUsers: 'owners',
  createSubUser: 'owners',
  createUser: 'owners',
  changeSubUser: 'owners',
  deleteSubUser: 'owners',
  inviteSubUser: 'owners',
  resetSubUser: 'owners, confirmed',
  importSubUsers: 'owners',
  changeManySubUsers: 'owners',
  listSubUserGroups: 'owners',
  createSubUserGroup: 'owners',
  changeSubUserGroup: 'owners',
  deleteSubUserGroup: 'owners',
  requestEmailChange: 'people, confirmed',
  changeEmail: 'anyone',
  checkEmailChange: 'anyone',
  undoEmailChange: 'anyone',
  checkEmailUndo: 'anyone',
  checkAddressConfirmation: 'anyone',
  confirmAddress: 'anyone',
  checkUnsubscription: 'anyone',
  unsubscribe: 'anyone',
  listAudit: 'owners',
  exportAudit: 'owners',
  getQuotaUser: 'owners',
  countRequests: 'owners',
  summarizeTraffic: 'owners',
  listTrafficMonths: 'owners',
  listTrafficYears: 'owners',
  listTrafficHours: 'owners',
  getGrowth: 'owners',
  exportTraffic: 'owners, and clients that read',
  summarizeAccounts: 'super admin',
  listWorkers: 'super admin',
  getDashboardAccount: 'super admin',
  listAccounts: 'super admin',
  exportAccounts: 'super admin',
  createAccount: 'super admin',
  changeAccount: 'super admin',
  explainSso: 'super admin',
  applyAccount: 'a client of the super admin',
  inviteOwner: 'super admin',
  resetOwner: 'super admin, confirmed',
  replaceOwner: 'super admin, confirmed',
  listBuckets: 'any level',
  createBucket: 'full',
  getBucketStatus: 'read',
  getBucketAcl: 'read',
  listOpenFiles: 'read',
  putBucketAcl: 'full',
  deleteBucket: 'full, with the pin',
  getBucketOverview: 'read',
  getBucketCors: 'read',
  putBucketCors: 'full',
  deleteBucketCors: 'full',
  getBucketTags: 'read',
  putBucketTags: 'full',
  deleteBucketTags: 'full',
  getBucketQuota: 'owners',
  putBucketQuota: 'owners',
  getBucketVersioning: 'read',
  putBucketVersioning: 'full',
  getBucketObjectLock: 'read',
  putBucketObjectLock: 'full',
  getBucketLifecycle: 'read',
  putBucketLifecycle: 'full',
  deleteBucketLifecycle: 'full',
  previewBucketLifecycle: 'read',
  getBucketPolicy: 'read',
  putBucketPolicy: 'full',
  deleteBucketPolicy: 'full',
  simulateBucketPolicy: 'read',
  getBucketContents: 'read',
  formatBucket: 'full',
  listUploads: 'read',
  abortUploads: 'full',
  listJobs: 'any level',
  watchJobs: 'any level',
  getJob: 'any level',
  cancelJob: 'any level',
  retryJob: 'any level',
  undoAct: 'any level',
  listJobFailures: 'any level',
  listObjects: 'read',
  paginateObjects: 'read',
  countObjects: 'read',
  watchObjects: 'read',
  searchObjects: 'read',
  getDownloadUrl: 'read',
  generateUrl: 'read',
  listShares: 'read',
  createShare: 'read',
  changeShare: 'read',
  deleteShare: 'read',
  listObjectVersions: 'read',
  listDeletedObjects: 'read',
  restoreDeletedObjects: 'write',
  deleteObjectVersion: 'write',
  restoreObjectVersion: 'write',
  getObjectTags: 'read',
  putObjectTags: 'write',
  deleteObjectTags: 'write',
  getObjectRetention: 'read',
  putObjectRetention: 'full',
  getObjectLegalHold: 'read',
  putObjectLegalHold: 'full',
  createZip: 'read',
  downloadZip: 'read',
  getObjectAcl: 'read',
  putObjectAcl: 'full',
  readObjectAcls: 'read',
  putObjectAcls: 'full',
  getObjectDetails: 'read',
  changeObjectDetails: 'write',
  createFolder: 'write',
  deleteObjects: 'write',
  deleteFolder: 'write',
  deleteSelection: 'write',
  copyObjects: 'read and write',
  moveObjects: 'read and write',
  renameObject: 'read and write',
  getPutUrls: 'write',
  putBatch: 'write',
  startUpload: 'write',
  getUploadUrl: 'write',
  listUploadParts: 'write',
  completeUpload: 'write',
  abortUpload: 'write',
} as const satisfies Record<string, string>
type Id = keyof typeof table
type Row = (typeof table)[Id]
type Outcomes = Partial<Record<Id, string>>

const all = Object.keys(table) as Id[]
const closed = all.filter(id => table[id] !== 'anyone')

const owners = ['super', 'owner'] as const
const people = [...owners, ...levels]
const readers = ['read', 'read-write', 'full-control'] as const
const writers = ['write', 'read-write', 'full-control'] as const
const withClients = (those: readonly Permission[]): Caller[] => [
  ...owners,
  ...those,
  ...those.map(level => `client ${level}` as const),
]
const allowed: Record<Row, readonly Caller[]> = {
  anyone: callers,
  first: people,
  people,
  'people, confirmed': people,
  owners,
  'owners, confirmed': owners,
  'owners, and clients that read': [...owners, 'client read', 'client read-write', 'client full-control'],
  'super admin': ['super', 'client accounts'],
  'super admin, confirmed': ['super'],
  'a client of the super admin': ['client accounts'],
  'any level': withClients(levels),
  read: withClients(readers),
  write: withClients(writers),
  'read and write': withClients(['read-write', 'full-control']),
  full: withClients(['full-control']),
  'full, with the pin': [...owners, 'full-control'],
}

const mayBe = (id: Id, caller: Caller) => allowed[table[id]].includes(caller)

const bucket = 'anh-gia-dinh'
const nobody = '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11'
/** What stands in the paths and queries of those that need it. */
const values: Partial<Record<Id, Record<string, string>>> = {
  ssoSignedOut: { provider: 'corp' },
  listTrafficMonths: { year: '2026' },
  countRequests: { year: '2026', month: '11' },
  listTrafficHours: { day: '2026-11-01' },
  exportTraffic: { from: '2026-11-01', to: '2026-11-30' },
  getDashboardAccount: { id: nobody },
  listDistricts: { id: '01' },
  listWards: { id: '002' },
  changeNotificationGroup: { id: nobody },
  deleteNotificationGroup: { id: nobody },
  changeSubUserGroup: { id: nobody },
  deleteSubUserGroup: { id: nobody },
  getTopic: { name: 'don-hang' },
  listDeliveries: { name: 'don-hang' },
  getDelivery: { name: 'don-hang', id: 'msg_x' },
  getBucketNotification: { bucket, name: 'don-hang-1f3a' },
  getBucketOverview: { bucket },
  listUploads: { bucket },
  getBucketCors: { bucket },
  getBucketTags: { bucket },
  getBucketQuota: { bucket },
  getBucketVersioning: { bucket },
  getBucketObjectLock: { bucket },
  getBucketLifecycle: { bucket },
  getBucketPolicy: { bucket },
  getBucketContents: { bucket },
  getJob: { id: nobody },
  cancelJob: { id: nobody },
  retryJob: { id: nobody },
  undoAct: { id: nobody },
  listJobFailures: { id: nobody },
  getBucketStatus: { bucket },
  getBucketAcl: { bucket },
  listObjectVersions: { bucket },
  listDeletedObjects: { bucket },
  getObjectTags: { bucket, path: 'a' },
  getObjectRetention: { bucket, path: 'a' },
  getObjectLegalHold: { bucket, path: 'a' },
  downloadZip: { token: 'A'.repeat(43) },
  getObjectAcl: { bucket, path: 'a' },
  getObjectDetails: { bucket, path: 'a' },
  listOpenFiles: { bucket },
  listObjects: { bucket },
  paginateObjects: { bucket },
  countObjects: { bucket },
  watchObjects: { bucket },
  putBatch: { bucket },
  listUploadParts: { bucket, key: 'a', upload_id: '2~abc' },
}

const console = sharedConsole()
const makers = shared(() => makePeople(console))
let persons: Record<'super' | 'owner' | Permission, Person>
let tokens: Record<ClientPermission, string>

beforeAll(async () => {
  const owner = await makers.owner('khach')
  persons = {
    super: await makers.superAdmin(),
    owner,
    read: await makers.subUser(owner, 'read', 'read'),
    write: await makers.subUser(owner, 'write', 'write'),
    'read-write': await makers.subUser(owner, 'read-write', 'read-write'),
    'full-control': await makers.subUser(owner, 'full-control', 'full-control'),
  }
  await console.kho.services.db.updateTable('accounts').set({ enable_bucket_notification: 1 }).execute()
  const visitor = await makers.visit(owner, { confirmed: true })
  expect((await request(visitor, 'createBucket')).status).toBe(201)
  tokens = {} as typeof tokens
  for (const level of levels) tokens[level] = await client(persons.owner, level)
  tokens.accounts = await client(persons.super, 'accounts')
})

/** Makes an API client of the person and gives its token. */
async function client(person: Person, permission: ClientPermission, expireDate = 0): Promise<string> {
  const visitor = await makers.visit(person, { confirmed: true })
  const body = { name: permission, permission, expire_date: expireDate }
  const answer = await request(visitor, 'createApiClient', { body })
  expect(answer.status).toBe(201)
  return (answer.body as { client: ApiClient; token: string }).token
}

function strangerWithCookie(): Visitor {
  const visitor = console.visitor()
  visitor.cookie = 'kho_access=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  return visitor
}

/** A program: it has no cookie, and no page that it comes from. */
function programOf(): Visitor {
  const visitor = console.visitor()
  visitor.headers = {}
  return visitor
}

function withToken(token: string, id: Id, said: Said): Promise<Answer> {
  return request(programOf(), id, said, { authorization: `Bearer ${token}` })
}

/** An API client is made with no more than its user may. */
function ownLevel(caller: Caller): { permission: Permission } {
  return { permission: levels.find(level => level === caller) ?? 'read' }
}

async function call(caller: Caller, id: Id, { confirmed = true } = {}): Promise<Answer> {
  const said = { values: values[id] ?? {}, ...(id === 'createApiClient' && { body: ownLevel(caller) }) }
  if (caller.startsWith('client ')) return withToken(tokens[caller.slice(7) as ClientPermission], id, said)
  return request(await makers.visit(persons[caller as keyof typeof persons], { confirmed }), id, said)
}

/** What the gate said: that the caller may not, why, or that the operation had its turn. */
function outcome(answer: Answer): string {
  if (answer.status >= 500) return `${answer.status} ${problem(answer).code}`
  if (answer.status < 400) return 'allowed'
  const { code, fields } = problem(answer)
  if (code === 'INVALID_REQUEST') return `not a valid request: ${JSON.stringify(fields)}`
  const left = ['PASSWORD_CHANGE_REQUIRED', 'TWO_STEP_SET_UP_REQUIRED', 'CONFIRMATION_REQUIRED']
  const refusals = ['UNAUTHORIZED', 'PERMISSION_DENIED', ...left]
  return refusals.includes(code) ? code : 'allowed'
}

test('every operation of the contract has a row [V6.3.4, V8.2.1]', () => {
  expect(Object.keys(table).sort()).toEqual(contract.operations.map(({ id }) => id).sort())
})

/** What each operation says to a caller, by its id. */
async function outcomes(ask: (id: Id) => Promise<Answer>, ids: readonly Id[] = all): Promise<Outcomes> {
  const said: Outcomes = {}
  for (const id of ids) said[id] = outcome(await ask(id))
  return said
}

function expected(of: (row: Row, id: Id) => string, ids: readonly Id[] = all): Outcomes {
  return Object.fromEntries(ids.map(id => [id, of(table[id], id)]))
}

// Without its token it answers as the gate does.
const gated = all.filter(id => id !== 'refreshToken')

test.each(callers)('%s: what the table says [V8.2.1, V8.3.1]', async caller => {
  expect(await outcomes(id => call(caller, id), gated)).toEqual(
    expected(row => (allowed[row].includes(caller) ? 'allowed' : 'PERMISSION_DENIED'), gated),
  )
})

/** Three operations in `npm test`, and all of them in a group: one gate before all refuses who has no session. */
function atTheGate(tests: (ids: readonly Id[]) => void): void {
  describe('of three operations', () => tests(['getCurrentUser', 'createBucket', 'listObjects']))
  describe('of all operations', { tags: ['hostile'] }, () => tests(closed))
}

async function refusesAll(ids: readonly Id[], visitor: () => Visitor, headers = {}): Promise<void> {
  const ask = (id: Id) => request(visitor(), id, { values: values[id] ?? {} }, headers)
  expect(await outcomes(ask, ids)).toEqual(expected(() => 'UNAUTHORIZED', ids))
}

test('without a session: only what is open to anyone', () => refusesAll(closed, () => console.visitor()))

atTheGate(ids => {
  test('with a token of no session: only what is open to anyone', () => refusesAll(ids, strangerWithCookie))

  test('with a token of no API client: only what is open to anyone', () =>
    refusesAll(ids, programOf, { authorization: 'Bearer kho_AAAAAAAAAAAAAAAAAAAAAAAAAAA' }))
})

test('without a session the body is not looked at [V7.2.1]', async () => {
  for (const { id, method, path, body } of contract.operations) {
    if (table[id] === 'anyone') continue
    const answer = await console.visitor().call(method, path, body ? {} : undefined)
    expect([id, outcome(answer)]).toEqual([id, 'UNAUTHORIZED'])
  }
})

test('who must change the password first may do that, and what the first screens ask [V2.3.1]', async () => {
  const first = await makers.subUser(persons.owner, 'new', 'full-control', { requireChangePass: true })
  const ask = async (id: Id) => {
    await console.kho.services.db
      .updateTable('users')
      .set({ require_change_pass: 1 })
      .where('id', '=', first.id)
      .execute()
    return request(await makers.visit(first, { confirmed: true }), id, { values: values[id] ?? {} })
  }
  expect(await outcomes(ask, closed)).toEqual(
    expected(row => (row === 'first' ? 'allowed' : 'PASSWORD_CHANGE_REQUIRED'), closed),
  )
})

test('who must have a second step first may set one up, and a PIN [V2.3.1]', async () => {
  const first = await makers.owner('required')
  await console.kho.services.db
    .updateTable('accounts')
    .set({ require_two_step: 1 })
    .where('id', '=', first.accountId)
    .execute()
  const ask = async (id: Id) =>
    request(await makers.visit(first, { confirmed: true }), id, { values: values[id] ?? {} })
  const open: readonly Id[] = [
    'initPin',
    'beginTwoStep',
    'confirmTwoStep',
    'getMethodSecurity',
    'confirmIdentity',
    'beginSsoConfirmation',
    'confirmBySso',
    'beginPasskey',
    'addPasskey',
  ]
  expect(await outcomes(ask, closed)).toEqual(
    expected(
      (row, id) => (row === 'first' || open.includes(id) ? 'allowed' : 'TWO_STEP_SET_UP_REQUIRED'),
      closed,
    ),
  )
})

test.each(people)('%s: what is protected asks for confirmation first [V7.5.1]', async caller => {
  const guarded = all.filter(id => table[id].endsWith(', confirmed') && mayBe(id, caller))
  const ask = (id: Id) => call(caller, id, { confirmed: false })
  expect(await outcomes(ask, guarded)).toEqual(expected(() => 'CONFIRMATION_REQUIRED', guarded))
})

test('a confirmation lasts five minutes, and for its own session', async () => {
  const person = await makers.subUser(persons.owner, 'confirms', 'read')
  const visitor = await makers.visit(person)
  const other = await makers.visit(person)
  expect((await request(visitor, 'confirmIdentity')).body).toEqual({ expires_in: 300 })
  expect(outcome(await request(visitor, 'listAccessKeys'))).toBe('allowed')
  expect(outcome(await request(other, 'listAccessKeys'))).toBe('CONFIRMATION_REQUIRED')
  console.clock.now += 299_000
  expect(outcome(await request(visitor, 'listAccessKeys'))).toBe('allowed')
  console.clock.now += 2000
  expect(outcome(await request(visitor, 'listAccessKeys'))).toBe('CONFIRMATION_REQUIRED')
})

describe('those whose time is over have no session, and their API clients none either', () => {
  const expireUser = (person: Person, at: number) =>
    console.kho.services.db
      .updateTable('users')
      .set({ expire_date: at })
      .where('id', '=', person.id)
      .execute()
  const setAccount = (person: Person, columns: { expire_date?: number; suspended?: number }) =>
    console.kho.services.db.updateTable('accounts').set(columns).where('id', '=', person.accountId).execute()

  const ends: [string, (subUser: Person) => Promise<unknown>][] = [
    ['a sub-user that expires', subUser => expireUser(subUser, Math.floor(console.clock.now / 1000))],
    ['a sub-user of an account that expires', one => setAccount(one, { expire_date: 1 })],
    ['a sub-user of a suspended account', one => setAccount(one, { suspended: 1 })],
    [
      'a deleted sub-user',
      one => console.kho.services.db.deleteFrom('users').where('id', '=', one.id).execute(),
    ],
  ]

  atTheGate(ids =>
    test.each(ends)('%s', async (name, end) => {
      const slug = `${name.replaceAll(' ', '-')}-${ids.length}`
      const account = await makers.owner(`owner-of-${slug}`)
      const subUser = await makers.subUser(account, slug, 'full-control')
      const visitor = await makers.visit(subUser, { confirmed: true })
      const token = await client(subUser, 'full-control')
      expect(outcome(await request(visitor, 'getCurrentUser'))).toBe('allowed')
      expect(outcome(await withToken(token, 'listBuckets', {}))).toBe('allowed')
      await end(subUser)
      await refusesAll(ids, () => visitor)
      await refusesAll(ids, programOf, { authorization: `Bearer ${token}` })
    }),
  )

  test('an API client that expires', async () => {
    const token = await client(persons.owner, 'read', Math.floor(console.clock.now / 1000) + 60)
    expect(outcome(await withToken(token, 'listBuckets', {}))).toBe('allowed')
    console.clock.now += 60_000
    expect(outcome(await withToken(token, 'listBuckets', {}))).toBe('UNAUTHORIZED')
  })
})

test('an API client may do no more than its user, from the moment that the user may less', async () => {
  const subUser = await makers.subUser(persons.owner, 'demoted', 'full-control')
  const token = await client(subUser, 'full-control')
  const body = { bucket: 'thu-quyen' }
  expect(outcome(await withToken(token, 'createBucket', { body }))).toBe('allowed')
  await request(await makers.visit(persons.owner), 'changeSubUser', {
    body: { id: subUser.id, permission: 'read' },
  })
  expect(outcome(await withToken(token, 'createBucket', { body }))).toBe('PERMISSION_DENIED')
  expect(outcome(await withToken(token, 'startUpload', {}))).toBe('PERMISSION_DENIED')
  expect(outcome(await withToken(token, 'listObjects', { values: { bucket } }))).toBe('allowed')
})

describe('a sub-user with full control who is limited to folders', () => {
  const named = ['listBuckets', 'downloadZip', 'listShares', 'changeShare', 'deleteShare'] as const
  /** What it may call for those: files, and no setting of a bucket. */
  const anywhere = [...named, 'listJobs', 'watchJobs', 'getJob', 'cancelJob', 'retryJob', 'undoAct'] as const
  const inFolders: readonly Id[] = [
    ...anywhere,
    ...([
      'getBucketStatus',
      'generateUrl',
      'createShare',
      'listObjects',
      'paginateObjects',
      'countObjects',
      'watchObjects',
      'searchObjects',
      'getDownloadUrl',
      'createFolder',
      'listObjectVersions',
      'listDeletedObjects',
      'restoreDeletedObjects',
      'deleteObjectVersion',
      'restoreObjectVersion',
      'getObjectTags',
      'putObjectTags',
      'deleteObjectTags',
      'getObjectRetention',
      'putObjectRetention',
      'getObjectLegalHold',
      'putObjectLegalHold',
      'createZip',
      'getObjectAcl',
      'putObjectAcl',
      'readObjectAcls',
      'putObjectAcls',
      'getObjectDetails',
      'changeObjectDetails',
    ] as const),
    ...(['copyObjects', 'moveObjects', 'renameObject'] as const),
    ...(['deleteObjects', 'deleteFolder', 'deleteSelection'] as const),
    ...(['getPutUrls', 'putBatch', 'startUpload', 'getUploadUrl'] as const),
    ...(['listUploadParts', 'completeUpload', 'abortUpload'] as const),
  ]
  const onFiles: readonly Row[] = [
    'any level',
    'read',
    'write',
    'read and write',
    'full',
    'full, with the pin',
  ]

  test.each([
    ['of a bucket, in it', bucket, '', inFolders],
    ['of another bucket', 'kho-khac', '', anywhere],
    [
      'of a folder, outside it',
      bucket,
      'khác/',
      [...anywhere, 'getBucketStatus', 'listObjects', 'paginateObjects', 'searchObjects'],
    ],
  ] as const)('%s', async (name, ofBucket, prefix, open) => {
    const scope = [{ bucket: ofBucket, prefix }]
    const slug = name.replaceAll(/[ ,]+/g, '-')
    const limited = await makers.subUser(persons.owner, slug, 'full-control', { scope })
    const files = all.filter(id => onFiles.includes(table[id]))
    const ask = async (id: Id, headers?: Record<string, string>) => {
      const visitor = headers ? programOf() : await makers.visit(limited, { confirmed: true })
      return request(visitor, id, { values: values[id] ?? {} }, headers)
    }
    const isOpen = (_: Row, id: Id) =>
      (open as readonly Id[]).includes(id) ? 'allowed' : 'PERMISSION_DENIED'
    expect(await outcomes(ask, files)).toEqual(expected(isOpen, files))
    const authorization = `Bearer ${await client(limited, 'full-control')}`
    expect(await outcomes(id => ask(id, { authorization }), files)).toEqual(expected(isOpen, files))
  })
})

test('the token of an API client counts alone, also beside the cookie of who may more', async () => {
  const visitor = await makers.visit(persons.owner, { confirmed: true })
  const ask = (id: Id, token: string) =>
    request(visitor, id, { values: values[id] ?? {} }, { authorization: `Bearer ${token}` })
  const read = await outcomes(id => ask(id, tokens.read), closed)
  const clientReads = (row: Row) => (allowed[row].includes('client read') ? 'allowed' : 'PERMISSION_DENIED')
  expect(read).toEqual(expected(clientReads, closed))
  expect(outcome(await ask('listBuckets', 'kho_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'))).toBe(
    'UNAUTHORIZED',
  )
})
