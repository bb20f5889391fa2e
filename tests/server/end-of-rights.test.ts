import { GetObjectCommand, S3 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import type { AccessKey, ApiClient } from '../../openapi/schema.ts'
import { ssoChecks } from '../../server/operations/sso-ends.ts'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { downloadSlowly } from '../support/slow-download.ts'
import { region, startConsole, type TestConsole, Visitor } from './support/console.ts'
import { forge, sendJson, startFakeProvider } from './support/fake-provider.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople, type People, type Person, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { beginAt, complete, providerEnv } from './support/sso.ts'
import { onEmbedded } from './support/storages.ts'
import { watchFolder } from './support/watch-folder.ts'
import { shared } from './support/with-console.ts'

/** Processes of one installation: rights are taken away at the first, and used at the last. */
type Started = { consoles: TestConsole[]; endpoint: string; stop(): Promise<void> }

const bucketOf = (name: string) => `kho-${name.replaceAll(' ', '-')}`
const small = 'ảnh/nhỏ.txt'
const large = 'ảnh/lớn.bin'
/** More than the buffers of two sockets hold. */
const bytes = Buffer.alloc(24 * 1024 ** 2, 'kho')

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const things = [
  'session',
  'API client',
  'key',
  'link',
  'download by key',
  'download by link',
  'archive',
  'share',
  'download by share',
  'watch',
] as const
type Thing = (typeof things)[number]
/** Whether what the person holds can still be used. */
type Held = Record<Thing, () => boolean | Promise<boolean>>

type Way = {
  role: 'sub-user' | 'owner'
  /** The person signs in at the provider. */
  sso?: true
  /** What the way leaves. */
  leaves?: readonly Thing[]
  take(by: {
    owner: Visitor
    admin: Visitor
    person: Person
    key: string
    client: string
    bucket: string
    console: TestConsole
  }): Promise<unknown>
}

const provider = shared(startFakeProvider, one => one.stop())
/** What the provider says of who has signed in there, by the code that it gave. */
const answers = new Map<string, { claims: Record<string, unknown>; nonce: string }>()
/** Refresh tokens that it refuses. */
const refused = new Set<string>()

const groupOf = (role: Way['role'], account: string) => `${role} of ${account}`

/** Signs in at the provider as `person`, by the password at the first time; `groups`: those of the person there. */
async function enter(console: TestConsole, person: Person, groups: string[]) {
  provider.token = (params, response) => {
    const token = params.get('refresh_token')
    if (token !== null && refused.has(token)) return sendJson(response, { error: 'invalid_grant' }, 400)
    const { claims, nonce } = answers.get(params.get('code') ?? '')!
    sendJson(response, {
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 300, refresh_token: claims.sub },
      id_token: provider.idToken(claims, nonce),
    })
  }
  const visitor = new Visitor(console.url)
  const { state, nonce } = await beginAt(visitor, 'corp')
  const of = { sub: person.id, sid: `at ${person.id}`, email: person.email, email_verified: true }
  answers.set(state, { claims: { ...of, groups }, nonce })
  const answer = await complete(visitor, 'corp', `code=${state}&state=${state}`)
  const { link } = answer.body as { link?: string }
  if (link !== undefined) await ok(visitor.call('POST', '/auth/sso/link', { link, password }))
  const { db } = console.kho.services
  const confirmed_until = Math.floor(Date.now() / 1000) + 300
  await db.updateTable('sessions').set({ confirmed_until }).where('user_id', '=', person.id).execute()
  return visitor
}

/** The provider says that the person has signed out there. */
async function signOutThere({ console, person }: { console: TestConsole; person: Person }): Promise<void> {
  const claims = {
    ...{
      iss: provider.issuer,
      aud: 'kho',
      iat: Math.floor(Date.now() / 1000),
      jti: person.id,
      sub: person.id,
    },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const token = forge({ alg: 'RS256', kid: 'one' }, claims, provider.keys.privateKey)
  const form = new URLSearchParams({ logout_token: token })
  await ok(new Visitor(console.url).call('POST', '/auth/sso/back-channel-logout/corp', form))
}

/** The provider refuses to let the person in any longer, and is asked. */
async function refuseThere({ console, person }: { console: TestConsole; person: Person }): Promise<void> {
  refused.add(person.id)
  const { db } = console.kho.services
  await db.updateTable('sso_grants').set({ checked_at: 0 }).where('subject', '=', person.id).execute()
  const turn = { stopping: new AbortController().signal, failed: (error: unknown) => Promise.reject(error) }
  await ssoChecks(console.kho.services).run(turn)
}

/** What a sign-out, and the refusal of an owner, leaves: all that did not begin with the session. */
const keysAndLinks = [
  ...(['API client', 'key', 'link', 'download by key', 'download by link'] as const),
  ...(['share', 'download by share'] as const),
] as const

const soon = () => Math.floor(Date.now() / 1000) + 1
const change = ({ owner, person }: { owner: Visitor; person: Person }, body: Record<string, unknown>) =>
  ok(request(owner, 'changeSubUser', { body: { id: person.id, permission: undefined, ...body } }))
const changeMany = ({ owner, person }: { owner: Visitor; person: Person }, body: Record<string, unknown>) =>
  ok(
    request(owner, 'changeManySubUsers', {
      body: { ids: [person.id], preview: false, permission: undefined, ...body },
    }),
  )
const changeAccount = ({ admin, person }: { admin: Visitor; person: Person }, body: object) =>
  ok(admin.call('PUT', '/user/account', { id: person.accountId, ...body }))

const ways: Record<string, Way> = {
  'deleted sub-user': {
    role: 'sub-user',
    take: ({ owner, person }) => ok(request(owner, 'deleteSubUser', { body: { id: person.id } })),
  },
  'sub-user deleted with others': {
    role: 'sub-user',
    take: by => changeMany(by, { act: 'delete' }),
  },
  'a level with others': {
    ...{ role: 'sub-user', leaves: ['session', 'API client'] },
    take: by => changeMany(by, { act: 'change', permission: 'write' }),
  },
  'expired sub-user': { role: 'sub-user', take: by => change(by, { expire_date: soon() }) },
  'level without reading': {
    ...{ role: 'sub-user', leaves: ['session', 'API client'] },
    take: by => change(by, { permission: 'write' }),
  },
  'another folder': {
    ...{ role: 'sub-user', leaves: ['session', 'API client'] },
    take: by => change(by, { scope: [{ bucket: by.bucket, prefix: 'khác/' }] }),
  },
  'group without reading': {
    ...{ role: 'sub-user', leaves: ['session', 'API client'] },
    async take(by) {
      const group = { name: by.person.email, permission: 'read', scope: null }
      const { id } = await ok<{ id: string }>(request(by.owner, 'createSubUserGroup', { body: group }))
      await change(by, { group_id: id })
      const body = { name: undefined, permission: 'write' }
      await ok(request(by.owner, 'changeSubUserGroup', { values: { id }, body }))
    },
  },
  'deleted key': {
    ...{
      role: 'sub-user',
      leaves: [
        ...(['session', 'API client', 'link', 'download by link', 'archive', 'watch'] as const),
        ...(['share', 'download by share'] as const),
      ],
    },
    take: ({ owner, key }) => ok(request(owner, 'deleteAccessKey', { body: { access_key: key } })),
  },
  'suspended account': { role: 'owner', take: by => changeAccount(by, { suspended: true }) },
  'expired account': { role: 'owner', take: by => changeAccount(by, { expire_date: soon() }) },
  'another owner': {
    role: 'owner',
    take: ({ admin, person }) => {
      const body = { id: person.accountId, owner_email: `moi-${person.email}`, owner_name: 'Trần Bình' }
      return ok(request(admin, 'replaceOwner', { body }))
    },
  },
}

const byProvider: Record<string, Way> = {
  'sub-user signed out there': { role: 'sub-user', leaves: keysAndLinks, take: signOutThere },
  'owner signed out there': { role: 'owner', leaves: keysAndLinks, take: signOutThere },
  'sub-user refused there': { role: 'sub-user', take: refuseThere },
  'owner refused there': { role: 'owner', leaves: keysAndLinks, take: refuseThere },
  'sub-user without a rule': {
    role: 'sub-user',
    take: ({ console, person }) => enter(console, person, ['others']),
  },
}
for (const [name, way] of Object.entries(byProvider)) ways[name] = { ...way, sso: true }

const ssoEnv = () => ({
  KHO_OIDC_PROVIDERS: 'corp',
  ...providerEnv('corp', {
    issuer: provider.issuer,
    SCOPES: 'openid email offline_access',
    rules: Object.entries(byProvider).map(([name, { role }]) => ({
      when: [{ claim: 'groups', contains: groupOf(role, bucketOf(name)) }],
      account: bucketOf(name),
      ...(role === 'owner' ? { role } : { permission: 'read' }),
    })),
  }),
})

/** `endsDownloads`: whether the storage ends what it is sending already. `watches`: whether its folders can be watched. */
function suite(
  start: () => Promise<Started | { missing: string }>,
  { endsDownloads, watches }: { endsDownloads: boolean; watches: boolean },
) {
  const ofStorage = things.filter(thing => watches || thing !== 'watch')
  let started: Started
  let missing: string | null = null
  let people: People
  let admin: Visitor
  const clients: S3[] = []
  beforeAll(async () => {
    const found = await start()
    if ('missing' in found) {
      missing = found.missing
      return
    }
    started = found
    people = await makePeople(started.consoles[0]!)
    admin = await people.visit(await people.superAdmin(), { confirmed: true })
  }, 300_000)
  afterAll(async () => {
    for (const client of clients) client.destroy()
    await started?.stop()
  })
  beforeEach(context => {
    if (missing !== null) context.skip(missing)
  })

  async function hold(visitor: Visitor, bucket: string) {
    const last = new Visitor(started.consoles.at(-1)!.url)
    last.cookie = visitor.cookie
    const { key, secret_key } = await ok<{ key: AccessKey; secret_key: string }>(
      request(visitor, 'createAccessKey', { body: { name: 'Máy chủ' } }),
    )
    const { client, token } = await ok<{ client: ApiClient; token: string }>(
      request(visitor, 'createApiClient'),
    )
    const s3 = new S3({
      ...{ endpoint: started.endpoint, region, forcePathStyle: true, maxAttempts: 1 },
      credentials: { accessKeyId: key.access_key, secretAccessKey: secret_key },
    })
    clients.push(s3)
    const sign = async (path: string) =>
      (
        await ok<{ url: string }>(
          request(visitor, 'generateUrl', { body: { bucket, path, expires_in: 3600 } }),
        )
      ).url
    const link = await sign(small)
    const signed = await getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: large }))
    const archive = await ok<{ url: string }>(
      request(visitor, 'createZip', { body: { bucket, prefix: '', keys: [large], folders: [] } }),
    )
    const share = async (path: string) =>
      (
        await ok<{ url: string }>(
          request(visitor, 'createShare', {
            body: { bucket, path, password: undefined, download_limit: undefined, expire_date: 0 },
          }),
        )
      ).url.replace(visitor.url, last.url)
    const shared = await share(small)
    const held: Held = {
      session: async () => (await last.call('GET', '/user')).status === 200,
      'API client': async () =>
        (await request(new Visitor(last.url), 'listBuckets', {}, { authorization: `Bearer ${token}` }))
          .status === 200,
      key: () => succeeds(s3.getObject({ Bucket: bucket, Key: small })),
      link: async () => (await fetch(link)).status === 200,
      'download by key': (await downloadSlowly(signed)).runs,
      'download by link': (await downloadSlowly(await sign(large))).runs,
      archive: (await downloadSlowly(`${last.url}${archive.url}`, { cookie: last.cookie })).runs,
      share: async () => (await fetch(`${shared}/file`)).status === 200,
      'download by share': (await downloadSlowly(`${await share(large)}/file`)).runs,
      watch: watches ? (await watchFolder(last, { bucket })).runs : () => false,
    }
    return { held, key: key.access_key, client: client.id }
  }

  test.concurrent.for(Object.entries(ways))(
    'nothing lives of what %s had',
    async ([name, { role, sso, leaves = [], take }], { expect }) => {
      const bucket = bucketOf(name)
      const boss = await people.owner(`chu-${bucket}`)
      const owner = await people.visit(boss, { confirmed: true })
      await ok(request(owner, 'createBucket', { body: { bucket } }))
      const s3 = await clientOf(started.consoles[0]!, boss)
      await s3.putObject({ Bucket: bucket, Key: small, Body: small })
      await s3.putObject({ Bucket: bucket, Key: large, Body: bytes })
      const person = role === 'owner' ? boss : await people.subUser(boss, `phu-${bucket}`, 'read')
      const console = started.consoles[0]!
      if (sso) await ok(admin.call('PUT', '/user/account', { id: boss.accountId, contract_code: bucket }))
      const visitor = sso
        ? await enter(console, person, [groupOf(role, bucket)])
        : await people.visit(person, { confirmed: true })
      const { held, ...ids } = await hold(visitor, bucket)
      const alive = async () => {
        const all = await Promise.all(things.map(async thing => ((await held[thing]()) ? [thing] : [])))
        return all.flat()
      }
      expect(await alive()).toEqual(ofStorage)
      await take({ owner, admin, person, bucket, console, ...ids })
      const goesOn = endsDownloads ? [] : (['download by key', 'download by link'] as const)
      const left = ofStorage.filter(thing => leaves.includes(thing) || goesOn.some(each => each === thing))
      await expect.poll(alive, { timeout: 5_000, interval: 100 }).toEqual(left)
    },
  )
}

describe('on the embedded engine', () => {
  suite(
    async () => {
      const { console, endpoint, stop } = await onEmbedded(ssoEnv())
      return { consoles: [console], endpoint, stop }
    },
    { endsDownloads: true, watches: true },
  )
})

describe('on Ceph RGW, with two processes on PostgreSQL', { tags: ['storages'] }, () => {
  suite(
    async () => {
      const [ceph, postgres] = await Promise.all([borrowCeph(), sharedPostgres()])
      if ('missing' in ceph) return ceph
      if ('missing' in postgres) return postgres
      const env = {
        ...ssoEnv(),
        KHO_DATABASE_URL: await postgres.database(),
        KHO_SECRET: 's'.repeat(32),
        KHO_S3_KIND: 'rgw',
        KHO_S3_ENDPOINT: ceph.endpoint,
        KHO_S3_REGION: region,
        KHO_S3_ADMIN_KEY: ceph.accessKey,
        KHO_S3_ADMIN_SECRET: ceph.secretKey,
      }
      const now = () => Date.now()
      const consoles = [await startConsole(env, { now }), await startConsole(env, { now })]
      const stop = async () => {
        await Promise.all(consoles.map(console => console.stop()))
        await ceph.stop()
      }
      return { consoles, endpoint: ceph.endpoint, stop }
    },
    { endsDownloads: false, watches: false },
  )
})
