import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { subUsersPerAccount } from '../../domain/limits.ts'
import type { Account, AccountDescription, AccountStep, SubUser } from '../../openapi/schema.ts'
import { main } from '../../server/cli.ts'
import { Problem } from '../../server/errors/problem.ts'
import { applyAccount } from '../../server/operations/apply-account.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { addSubUsers } from '../support/many-sub-users.ts'
import { told } from './support/audit.ts'
import { type Answer, owner, problem, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const password = 'Vuon-tao#2'
const binh = {
  fullName: '  Trần Thị Bình ',
  email: ' Binh@Example.com',
  permission: 'read-write',
  password,
  phone: '0901 234 567',
  expire_date: 0,
}
const terms = {
  name: 'Kho Hàng Việt',
  contract_code: 'HD-2026-001',
  site: 'us-east-1',
  quota: 1_000_000,
  expire_date: 0,
  enable_bucket_notification: true,
  owner_name: 'Nguyễn Văn An',
  owner_email: 'An@example.com',
  password,
}

const console = sharedConsole()
const boss = shared(() => console.signedIn())
afterEach(() => {
  vi.restoreAllMocks()
})

/** Makes a customer and gives its owner, signed in with a password of their own. */
async function customer(email: string): Promise<{ account: Account; visitor: Visitor }> {
  const made = await boss.call('POST', '/user/create', { ...terms, name: email, owner_email: email })
  const visitor = await firstSignIn(email)
  return { account: made.body as Account, visitor }
}

async function firstSignIn(username: string): Promise<Visitor> {
  const visitor = console.visitor()
  await visitor.signIn({ username, password })
  const change = { current_password: password, new_password: owner.password }
  await visitor.call('PUT', '/user/change-password', change)
  return visitor
}

/** The newest record of an act; the next one is a millisecond later. */
async function audited(action: string) {
  console.clock.now += 1
  const entries = await console.kho.services.db
    .selectFrom('audit')
    .select(['user', 'target', 'data', 'account'])
    .where('action', '=', action as 'SIGN_IN')
    .orderBy('id', 'desc')
    .execute()
  return entries.map(told)[0]
}

describe('sub-users', () => {
  test('a sub-user is made with a normal name, e-mail and phone, and must change the password', async () => {
    const made = await boss.call('POST', '/user-management', binh)
    const body = {
      id: expect.any(String),
      fullName: 'Trần Thị Bình',
      email: 'binh@example.com',
      permission: 'read-write',
      scope: null,
      group: null,
      phone: '+84901234567',
      expire_date: 0,
      created_at: Math.floor(console.clock.now / 1000),
      last_sign_in_at: null,
      two_step: false,
      passkeys: 0,
      sso: false,
      invited_until: null,
    }
    expect([made.status, made.body]).toEqual([201, body])
    expect(await audited('SUB_USER_CREATED')).toEqual({
      user: owner.username,
      account: 'owner',
      target: 'binh@example.com',
      detail: 'read-write',
    })
    const visitor = console.visitor()
    const signedIn = await visitor.signIn({ username: 'binh@example.com', password })
    expect((signedIn.body as { user: object }).user).toMatchObject({
      is_sub_user: true,
      is_admin: false,
      permission: 'read-write',
      require_change_pass: true,
    })
    expect(problem(await visitor.call('GET', '/bucket'))).toEqual({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
  })

  test('POST /user/ (create) makes a sub-user too', async () => {
    const made = await boss.call('POST', '/user/', { ...binh, email: 'mot@example.com' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { email: 'mot@example.com', permission: 'read-write' },
    ])
    const { users } = (await boss.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users).toContainEqual(made.body)
    expect((await boss.call('GET', '/user')).body).toMatchObject({ email: owner.username })
  })

  test('an e-mail is one user’s: a member of the account, or somebody else', async () => {
    const email = 'hai@example.com'
    const make = (of: Visitor) => of.call('POST', '/user-management', { ...binh, email })
    expect((await make(boss)).status).toBe(201)
    expect(problem(await make(boss))).toEqual({ status: 409, code: 'USER_TAKEN' })
    const { visitor } = await customer('chi@example.com')
    expect(problem(await make(visitor))).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
    expect(problem(await boss.call('POST', '/user/create', { ...terms, owner_email: email }))).toEqual({
      status: 409,
      code: 'EMAIL_TAKEN',
    })
  })

  test('an owner asks ten times an hour whose an address is, on record; free ones are not counted', async () => {
    const { visitor } = await customer('tham-do@example.com')
    const make = async (email: string) => {
      const answer = await visitor.call('POST', '/user-management', { ...binh, email })
      return answer.status < 300 ? 'made' : problem(answer).code
    }
    const codes: string[] = []
    for (let i = 0; i < 10; i++) codes.push(await make(`free-${i}@example.com`), await make(binh.email))
    expect(codes).toEqual(Array(10).fill(['made', 'EMAIL_TAKEN']).flat())
    expect(await make(binh.email)).toBe('TOO_MANY_REQUESTS')
    expect(await make('another@example.com')).toBe('TOO_MANY_REQUESTS')
    const { db } = console.kho.services
    const recorded = await db
      .selectFrom('audit')
      .select(['user', 'target'])
      .where('action', '=', 'EMAIL_REFUSED')
      .where('user', '=', 'tham-do@example.com')
      .where('data', 'is', null)
      .execute()
    expect(recorded).toEqual(Array(10).fill({ user: 'tham-do@example.com', target: 'binh@example.com' }))
  })

  test('of many made at once with one e-mail, one is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        boss.call('POST', '/user-management', { ...binh, email: 'once@example.com' }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('wrong fields are told by their names [V2.2.2]', async () => {
    const wrong = { ...binh, fullName: ' ', email: 'binh', phone: '123', password: 'short' }
    expect(problem(await boss.call('POST', '/user-management', wrong))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [
        { field: 'fullName', message: 'required' },
        { field: 'email', message: 'email-invalid' },
        { field: 'password', message: 'password-rule' },
        { field: 'phone', message: 'phone-invalid' },
      ],
    })
  })

  test('a change of some fields leaves the others, and is recorded', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'dung@example.com' }))
      .body as SubUser
    const changed = await boss.call('PUT', '/user-management', { id: made.id, permission: 'read' })
    expect([changed.status, changed.body]).toEqual([200, { ...made, permission: 'read' }])
    expect((await audited('SUB_USER_CHANGED'))?.detail).toBe('permission: read-write → read')
    const more = { id: made.id, fullName: 'Dũng', phone: '', expire_date: 1_900_000_000 }
    expect((await boss.call('PUT', '/user-management', more)).body).toEqual({
      ...made,
      permission: 'read',
      fullName: 'Dũng',
      phone: '',
      expire_date: 1_900_000_000,
    })
    expect((await audited('SUB_USER_CHANGED'))?.detail).toBe(
      'name: Trần Thị Bình → Dũng; phone: +84901234567 → ; expires: never → 2030-03-17T17:46:40.000Z',
    )
  })

  test('sub-users are listed by name, of the own account alone', async () => {
    const { visitor } = await customer('em@example.com')
    for (const fullName of ['Đức', 'An', 'Dung', 'Ánh']) {
      const email = `${Buffer.from(fullName).toString('hex')}@example.com`
      await visitor.call('POST', '/user-management', { ...binh, fullName, email })
    }
    const { users } = (await visitor.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users.map(user => user.fullName)).toEqual(['An', 'Ánh', 'Dung', 'Đức'])
  })

  test('another account’s sub-user, an owner and nobody are not found', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'phuc@example.com' }))
      .body as SubUser
    const { visitor } = await customer('giang@example.com')
    const own = await console.kho.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'giang@example.com')
      .executeTakeFirstOrThrow()
    const notFound = { status: 404, code: 'USER_NOT_FOUND' }
    for (const id of [made.id, own.id, '00000000-0000-0000-0000-000000000000']) {
      expect(problem(await visitor.call('PUT', '/user-management', { id, permission: 'read' }))).toEqual(
        notFound,
      )
      expect(problem(await visitor.call('DELETE', '/user-management', { id }))).toEqual(notFound)
    }
    const { users } = (await boss.call('GET', '/user-management')).body as { users: SubUser[] }
    expect(users.find(user => user.id === made.id)).toEqual(made)
  })

  test('a deleted sub-user is out at once, and the e-mail is free [V7.4.2]', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'hoa@example.com' }))
      .body as SubUser
    const visitor = await firstSignIn('hoa@example.com')
    expect((await visitor.call('GET', '/bucket')).status).toBe(200)
    expect((await boss.call('DELETE', '/user-management', { id: made.id })).status).toBe(204)
    expect(problem(await visitor.call('GET', '/bucket'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(problem(await visitor.refresh())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(problem(await visitor.signIn({ username: 'hoa@example.com', password: owner.password }))).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    })
    expect((await audited('SUB_USER_DELETED'))?.target).toBe('hoa@example.com')
    expect((await boss.call('POST', '/user-management', { ...binh, email: 'hoa@example.com' })).status).toBe(
      201,
    )
  })

  test('of 10,000 sub-users the next one is refused', async () => {
    const { account, visitor } = await customer('many@example.com')
    await addSubUsers(console.kho.services.db, account.id, subUsersPerAccount - 1)
    const answers = await Promise.all(
      ['a', 'b'].map(name =>
        visitor.call('POST', '/user-management', { ...binh, email: `${name}-last@example.com` }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409])
    expect(problem(answers.find(answer => answer.status === 409)!).code).toBe('LIMIT_REACHED')
  })
})

describe('customers', () => {
  test('a customer is made with its owner, who must change the password, and has its quota at the storage', async () => {
    const made = await boss.call('POST', '/user/create', { ...terms, name: ' Kho Hàng Việt ' })
    const account = {
      id: expect.any(String),
      name: 'Kho Hàng Việt',
      contract_code: 'HD-2026-001',
      site: 'us-east-1',
      quota: 1_000_000,
      usage: 0,
      expire_date: 0,
      enable_bucket_notification: true,
      suspended: false,
      require_sso: false,
      owner_name: 'Nguyễn Văn An',
      owner_email: 'an@example.com',
      owner_two_step: false,
      owner_passkeys: 0,
      owner_sso: false,
      owner_invited_until: null,
      sub_users: 0,
      created_at: Math.floor(console.clock.now / 1000),
      own: false,
    }
    expect([made.status, made.body]).toEqual([201, account])
    expect(await audited('ACCOUNT_CREATED')).toEqual({
      user: owner.username,
      account: 'owner',
      target: 'Kho Hàng Việt',
      detail: 'an@example.com',
    })
    const visitor = await firstSignIn('an@example.com')
    const quota = { percentUse: 0, usage: 0, total: 1_000_000, full_since: null }
    expect((await visitor.call('GET', '/dashboard/quota-user')).body).toEqual(quota)
    expect((await visitor.call('GET', '/user')).body).toMatchObject({
      is_admin: true,
      is_supper_admin: false,
      enable_bucket_notification: true,
    })
  })

  test('a changed quota counts at the storage at once, and what is left out stays', async () => {
    const { account, visitor } = await customer('quota@example.com')
    const change = { id: account.id, quota: 5, contract_code: 'HD-2' }
    const changed = await boss.call('PUT', '/user/account', change)
    expect([changed.status, changed.body]).toEqual([200, { ...account, quota: 5, contract_code: 'HD-2' }])
    expect((await audited('ACCOUNT_CHANGED'))?.detail).toBe(
      'contract code: HD-2026-001 → HD-2; quota: 1000000 → 5',
    )
    const total = async () =>
      ((await visitor.call('GET', '/dashboard/quota-user')).body as { total: number }).total
    expect(await total()).toBe(5)
    await boss.call('PUT', '/user/account', { id: account.id, quota: null })
    expect(await total()).toBe(null)
  })

  test('a customer of a site that the storage no longer has gets another', async () => {
    const { account } = await customer('site@example.com')
    const { db } = console.kho.services
    await db.updateTable('accounts').set({ site: 'mars' }).where('id', '=', account.id).execute()
    const changed = await boss.call('PUT', '/user/account', { id: account.id, site: 'us-east-1' })
    expect(changed.body).toMatchObject({ site: 'us-east-1' })
  })

  test('a site that is none is refused', async () => {
    expect(problem(await boss.call('POST', '/user/create', { ...terms, site: 'mars' }))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [{ field: 'site', message: 'place-unknown' }],
    })
  })

  test('customers are found by any part of name, contract code or e-mail, in any case, page by page', async () => {
    for (const [i, name] of ['Đại Việt 1', 'đại việt 2', 'ĐẠI VIỆT 3', 'Sao Đêm'].entries()) {
      const more = { name, contract_code: `Mã-${i}`, owner_email: `tim-${i}@example.com` }
      await boss.call('POST', '/user/create', { ...terms, ...more })
    }
    type Page = { accounts: Account[]; total: number; next_token: string | null }
    const page = async (query: Record<string, string>) =>
      (await boss.call('GET', `/user/list?${new URLSearchParams(query)}`)).body as Page
    const names = async (search: string) => (await page({ search })).accounts.map(each => each.name)
    expect(await names('ĐẠI v')).toEqual(['Đại Việt 1', 'đại việt 2', 'ĐẠI VIỆT 3'])
    expect(await names('mã-3')).toEqual(['Sao Đêm'])
    expect(await names('TIM-1@')).toEqual(['đại việt 2'])
    expect(await page({ search: 'nobody' })).toMatchObject({ accounts: [], total: 0, next_token: null })
    const all = await page({ page_size: '200' })
    const seen: Account[] = []
    let token: string | null = null
    do {
      const next: Page = await page({ page_size: '3', ...(token !== null && { next_token: token }) })
      expect(next.total).toBe(all.total)
      seen.push(...next.accounts)
      token = next.next_token
    } while (token !== null)
    expect(seen).toEqual(all.accounts)
    expect(all.accounts.find(each => each.own)?.owner_email).toBe(owner.username)
    expect(problem(await boss.call('GET', '/user/list?next_token=x'))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [{ field: 'next_token', message: 'invalid' }],
    })
  })

  test('the own account can neither be suspended nor expire', async () => {
    const { accounts } = (await boss.call('GET', `/user/list?search=${owner.username}`)).body as {
      accounts: Account[]
    }
    const id = accounts[0]!.id
    const refused = { status: 409, code: 'OWN_ACCOUNT' }
    expect(problem(await boss.call('PUT', '/user/account', { id, suspended: true }))).toEqual(refused)
    expect(problem(await boss.call('PUT', '/user/account', { id, expire_date: 1 }))).toEqual(refused)
    expect((await boss.call('PUT', '/user/account', { id, suspended: false, expire_date: 0 })).status).toBe(
      200,
    )
  })

  test('a suspended customer is out at once, and back when resumed [V7.4.2, V7.4.5]', async () => {
    const { account, visitor } = await customer('pause@example.com')
    await boss.call('PUT', '/user/account', { id: account.id, suspended: true })
    expect((await audited('ACCOUNT_SUSPENDED'))?.target).toBe('pause@example.com')
    expect(problem(await visitor.call('GET', '/bucket')).code).toBe('UNAUTHORIZED')
    const signIn = () => console.visitor().signIn({ username: 'pause@example.com', password: owner.password })
    expect(problem(await signIn()).code).toBe('ACCOUNT_SUSPENDED')
    await boss.call('PUT', '/user/account', { id: account.id, suspended: false })
    expect((await audited('ACCOUNT_RESUMED'))?.target).toBe('pause@example.com')
    expect((await signIn()).status).toBe(200)
  })

  test('of customers that are made at once with one e-mail one is, and the others leave no storage user', async () => {
    const put = vi.spyOn(console.kho.services.admin, 'putUser')
    const wanted = { ...terms, owner_email: 'race@example.com' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => boss.call('POST', '/user/create', wanted)),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409])
    const made = answers.find(answer => answer.status === 201)!.body as Account
    expect(put.mock.calls.map(([user]) => user.uid)).toEqual([`kho-${made.id}`])
  })

  test('nobody’s id is not found', async () => {
    const id = '00000000-0000-0000-0000-000000000000'
    expect(problem(await boss.call('PUT', '/user/account', { id, suspended: true }))).toEqual({
      status: 404,
      code: 'USER_NOT_FOUND',
    })
  })
})

describe('an account by its description', () => {
  /** A customer with a quota and 20 sub-users, each with a folder and a key. */
  const described = (name: string): AccountDescription => ({
    account: { contract_code: `HD-${name}`, name, quota: 1_000_000_000 },
    owner: {
      email: `chu@${name}.example.com`,
      name: 'Nguyễn Văn An',
      password,
      keys: [{ name: 'quản trị' }],
    },
    buckets: [{ name }],
    sub_users: Array.from({ length: 20 }, (_, at) => ({
      email: `nguoi-${at}@${name}.example.com`,
      name: `Người ${at}`,
      password,
      permission: 'read-write',
      scope: [{ bucket: name, prefix: `${at}/` }],
      keys: [{ name: 'máy' }],
    })),
  })

  /** Runs the command with the description as its file. */
  async function apply(description: object | string, { json = true, dataDir = console.dataDir } = {}) {
    const dir = mkdtempSync(join(tmpdir(), 'kho-apply-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const file = join(dir, 'customer.json')
    writeFileSync(file, typeof description === 'string' ? description : JSON.stringify(description))
    const out: string[] = []
    const err: string[] = []
    const say = (to: string[]) => (line: unknown) => void to.push(`${line}`.replaceAll(dir, 'DIR'))
    const args = ['apply', file, ...(json ? ['--json'] : [])]
    const code = await main(args, { KHO_DATA_DIR: dataDir }, { log: say(out), error: say(err) })
    const steps = () => out.map(line => JSON.parse(line) as AccountStep)
    return { code, out, err, steps }
  }

  async function makeProgram(name: string): Promise<{ token: string }> {
    const people = await makePeople(console)
    const visitor = await people.visit(await people.superAdmin(), { confirmed: true })
    return (await request(visitor, 'createApiClient', { body: { name, permission: 'accounts' } })).body as {
      token: string
    }
  }
  const made = shared(() => makeProgram('Bán hàng'))
  /** Has a program of the super admin's send the description. */
  function send(description: AccountDescription, { token } = { token: made.token }): Promise<Answer> {
    const program = console.visitor()
    program.headers = {}
    const headers = { authorization: `Bearer ${token}` }
    return program.call('PUT', '/user/account/apply', description, headers)
  }

  async function accountOf(search: string): Promise<Account> {
    const { accounts } = (await boss.call('GET', `/user/list?search=${search}`)).body as {
      accounts: Account[]
    }
    return accounts[0]!
  }

  /** Everything that a run might change, without what the background works off. */
  async function everything() {
    const { db } = console.kho.services
    const tables = ['accounts', 'users', 'access_keys', 'invitations', 'audit'] as const
    const versions = db.selectFrom('storage_users').select(['storage_uid', 'desired_version'])
    return Promise.all([
      ...tables.map(table => db.selectFrom(table).selectAll().execute()),
      versions.orderBy('storage_uid').execute(),
    ])
  }

  const states = (steps: AccountStep[]) => steps.map(({ kind, state }) => `${kind} ${state}`)
  const keysWork = async ({ access_key, secret_key }: AccountStep, bucket: string, prefix: string) => {
    const client = new S3({
      endpoint: console.kho.s3Url!,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: access_key!, secretAccessKey: secret_key! },
    })
    onTestFinished(() => client.destroy())
    await client.putObject({ Bucket: bucket, Key: `${prefix}a.txt`, Body: 'a' })
    await expect(client.putObject({ Bucket: bucket, Key: 'elsewhere.txt', Body: 'a' })).rejects.toThrow(
      expect.objectContaining({ name: 'AccessDenied' }),
    )
  }

  test('a program whose client is deleted meanwhile makes nothing more', async () => {
    const name = 'Giữa chừng'
    const program = await makeProgram(name)
    const { access, db } = console.kho.services
    const { clientForAccount } = access
    const asked = vi.spyOn(access, 'clientForAccount').mockImplementationOnce(async user => {
      await db.deleteFrom('api_clients').where('name', '=', name).execute()
      return clientForAccount(user)
    })
    const { body } = await send(described('giua-chung'), program)
    asked.mockRestore()
    const { steps } = body as { steps: AccountStep[] }
    const before = ['account created', 'key created', 'bucket created', 'sub-user created']
    expect(states(steps)).toEqual([...before, 'key failed'])
    expect(steps.at(-1)!.code).toBe('UNAUTHORIZED')
  })

  test('a run that is interrupted begins no further step', async () => {
    const { services } = console.kho
    const interrupt = new AbortController()
    const steps: AccountStep[] = []
    const user = (await findUserByEmail(services.db, owner.username))!
    const here = {
      origin: console.url,
      hostname: '',
      secure: true,
      address: '',
      userAgent: '',
      requestId: '',
    }
    const by = { user, visitor: { ...here, locale: 'vi', namesLanguage: false } as const, now: Date.now() }
    const run = applyAccount(services, by, described('ngat'), {
      signal: interrupt.signal,
      readmit: async () => user,
      report(step) {
        steps.push(step)
        interrupt.abort()
      },
    })
    await expect(run).rejects.toThrow('aborted')
    expect(states(steps)).toEqual(['account created'])
  })

  test('kho apply makes a customer with a quota and 20 sub-users; again it changes nothing and shows no secret', async () => {
    const description = described('mot-lenh')
    const first = await apply(description)
    expect([first.code, first.err]).toEqual([0, []])
    const ofUsers = Array.from({ length: 20 }, () => ['sub-user created', 'key created']).flat()
    expect(states(first.steps())).toEqual(['account created', 'key created', 'bucket created', ...ofUsers])
    await keysWork(first.steps().at(-1)!, 'mot-lenh', '19/')
    const owners = await firstSignIn('chu@mot-lenh.example.com')
    expect((await owners.call('GET', '/dashboard/quota-user')).body).toMatchObject({ total: 1_000_000_000 })
    const { entries } = (await owners.call('GET', '/audit?action=ACCESS_KEY_CREATED')).body as {
      entries: object[]
    }
    expect(entries).toHaveLength(21)
    expect(entries[0]).toMatchObject({
      user: owner.username,
      account: 'mot-lenh',
      device: 'node server/main.ts apply',
    })

    const before = await everything()
    const second = await apply(description)
    expect(second.code).toBe(0)
    expect(second.steps()).toEqual(
      first.steps().map(({ secret_key: _, ...step }) => ({ ...step, state: 'unchanged' })),
    )
    expect(await everything()).toEqual(before)
    const plain = await apply(description, { json: false })
    expect(plain.out[0]).toBe('unchanged  account  HD-mot-lenh')
  }, 60_000)

  test("a program of the super admin's does the same by HTTP, and changes what differs", async () => {
    const put = async (description: AccountDescription) => {
      const answer = await send(description)
      expect(answer).toMatchObject({ status: 200, reason: undefined })
      return (answer.body as { steps: AccountStep[] }).steps
    }
    const description = described('qua-mang')
    const [an, binh] = description.sub_users!
    description.sub_users = [an!, binh!]
    const first = await put(description)
    expect(new Set(first.map(({ state }) => state))).toEqual(new Set(['created']))
    await keysWork(first.at(-1)!, 'qua-mang', '1/')
    const shown = first.map(({ secret_key: _, ...step }) => ({ ...step, state: 'unchanged' }))
    expect(await put(description)).toEqual(shown)
    expect((await apply(description)).steps()).toEqual(shown)

    description.account.quota = 5
    an!.permission = 'read'
    binh!.scope = [{ bucket: 'qua-mang', prefix: '' }]
    binh!.keys!.push({ name: 'máy mới' })
    const changed = [
      'account changed',
      'key unchanged',
      'bucket unchanged',
      'sub-user changed',
      'key unchanged',
    ]
    expect(states(await put(description))).toEqual([
      ...changed,
      'sub-user changed',
      'key unchanged',
      'key created',
    ])
    expect((await audited('ACCOUNT_CHANGED'))?.detail).toBe('quota: 1000000000 → 5')
    expect(await audited('SUB_USER_CHANGED')).toEqual({
      user: owner.username,
      account: 'qua-mang',
      target: 'nguoi-1@qua-mang.example.com',
      detail: 'scope: qua-mang/1/ → qua-mang/',
    })
    const { db } = console.kho.services
    const rows = db.selectFrom('audit').select('device').where('account', '=', 'qua-mang').distinct()
    expect(await rows.execute()).toEqual([{ device: 'API client: Bán hàng' }])
  })

  test('who has no password is invited, and told of the key', async () => {
    const description = described('duoc-moi')
    delete description.owner.password
    description.sub_users = []
    expect((await apply(description)).code).toBe(0)
    expect((await accountOf('duoc-moi')).owner_invited_until).toBeGreaterThan(0)
    await console.kho.services.mails.run()
    const outbox = join(console.dataDir, 'outbox')
    // A run sends thirty mails, and those of the tests before may be more.
    const invited = () => {
      const names = readdirSync(outbox).filter(name => name.endsWith('.eml'))
      const mails = names.map(name => readFileSync(join(outbox, name), 'utf8'))
      const own = mails.filter(text => text.includes('To: chu@duoc-moi.example.com'))
      return own.map(text => text.includes('/invitation#')).sort()
    }
    await expect.poll(invited).toEqual([false, true])
  })

  test('the first step that fails is the last; the secrets before it are shown, and the next run goes on there', async () => {
    const description = described('giua-chung')
    const [an, binh, ...others] = description.sub_users!
    const taken = { ...binh!, email: owner.username }
    description.sub_users = [an!, taken, ...others]
    const first = await apply(description)
    expect(first.code).toBe(1)
    expect(first.steps().slice(-2)).toEqual([
      expect.objectContaining({ kind: 'key', state: 'created', secret_key: expect.any(String) }),
      {
        kind: 'sub-user',
        name: owner.username,
        state: 'failed',
        code: 'EMAIL_TAKEN',
        detail: 'Email taken!',
      },
    ])
    description.sub_users = [an!, binh!]
    expect(states((await apply(description)).steps()).slice(-3)).toEqual([
      'key unchanged',
      'sub-user created',
      'key created',
    ])
  })

  test.each<[string, (description: AccountDescription) => unknown, string]>([
    [
      'with wrong fields',
      ({ owner, sub_users }) => {
        owner.email = 'an'
        sub_users![1]!.scope = [{ bucket: 'a', prefix: 'no slash' }]
      },
      'The request is not valid. owner.email: email-invalid sub_users.1.scope.0.prefix: scope-folder',
    ],
    [
      'with an unknown field',
      ({ account }) => Object.assign(account, { qouta: 5 }),
      'The request is not valid. account.qouta: must NOT have additional properties',
    ],
    [
      'with one person twice',
      ({ sub_users }) => sub_users!.push({ ...sub_users![0]!, email: 'NGUOI-0@sai.example.com' }),
      'The request is not valid. sub_users: must have different email addresses',
    ],
    [
      'without a contract code',
      ({ account }) => {
        account.contract_code = ' '
      },
      'The request is not valid. account.contract_code: required',
    ],
  ])('a description %s is refused before anything is done', async (_, spoil, detail) => {
    const description = described('sai')
    spoil(description)
    const before = await everything()
    const refused = await apply(description)
    const line = { state: 'failed', code: 'INVALID_REQUEST', detail }
    expect([refused.code, refused.steps()]).toEqual([1, [line]])
    expect(await everything()).toEqual(before)
    expect(problem(await send(description))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  test("the account of another owner, or the super admin's own, is left as it is", async () => {
    const description = { ...described('chu-khac'), sub_users: [] }
    await apply(description)
    const { id } = await accountOf(owner.username)
    await boss.call('PUT', '/user/account', { id, contract_code: 'HD-own' })
    const before = await everything()
    const failed = async (wrong: AccountDescription) =>
      (await apply(wrong)).steps().map(({ detail }) => detail)
    const other = { ...description, owner: { ...description.owner, email: 'khac@example.com' } }
    expect(await failed(other)).toEqual([
      'The request is not valid. owner.email: the account has another owner',
    ])
    const own = { ...described('own'), owner: { ...description.owner, email: owner.username } }
    expect(await failed(own)).toEqual([
      "The request is not valid. account.contract_code: the super admin's own account has it",
    ])
    expect(await everything()).toEqual(before)
  })

  test('what is no JSON is not repeated, and without a running Kho nothing is made', async () => {
    const wrong = await apply('{\n "password": "Secret#1" "name": "" }')
    expect([wrong.code, wrong.err]).toEqual([1, ['DIR/customer.json is not JSON: line 2 column 25.']])
    const stopped = await apply(described('khong-chay'), { dataDir: '/nonexistent' })
    expect([stopped.code, stopped.err]).toEqual([
      1,
      ['No Kho runs on /nonexistent: start it, and run this command again.'],
    ])
  })

  test('the example of docs/operations.md works', async () => {
    const [, example] = /```json\n(.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    expect(states((await apply(example!)).steps())).toEqual([
      'account created',
      'bucket created',
      'sub-user created',
      'key created',
    ])
  })
})

describe('while the storage does not answer', () => {
  const silent = new Problem('STORAGE_UNAVAILABLE')
  const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE', retry_after: 5 }

  test('no customer is made, nor half of one, and the e-mail is free for the next try [V2.3.3]', async () => {
    const { admin } = console.kho.services
    for (const call of ['putUser', 'setQuota'] as const) {
      vi.spyOn(admin, call).mockRejectedValueOnce(silent)
      const half = { ...terms, name: 'Half', owner_email: 'half@example.com' }
      expect(problem(await boss.call('POST', '/user/create', half))).toEqual(unavailable)
      expect((await boss.call('GET', '/user/list?search=half')).body).toMatchObject({
        accounts: [],
        total: 0,
        next_token: null,
      })
    }
    expect((await customer('half@example.com')).account.owner_email).toBe('half@example.com')
  })

  test('no sub-user is deleted', async () => {
    const made = (await boss.call('POST', '/user-management', { ...binh, email: 'khoa@example.com' }))
      .body as SubUser
    const visitor = await firstSignIn('khoa@example.com')
    await visitor.call('GET', '/objects?bucket=none')
    vi.spyOn(console.kho.services.admin, 'deleteSubUser').mockRejectedValueOnce(silent)
    expect(problem(await boss.call('DELETE', '/user-management', { id: made.id }))).toEqual(unavailable)
    expect((await visitor.call('GET', '/user')).status).toBe(200)
    await console.kho.services.sweeper.run()
    expect(problem(await visitor.call('GET', '/objects?bucket=none')).code).toBe('BUCKET_NOT_FOUND')
    expect((await boss.call('DELETE', '/user-management', { id: made.id })).status).toBe(204)
  })

  test('a suspension counts in the console at once, and at the storage when it answers again [V16.5.2]', async () => {
    const { account, visitor } = await customer('late@example.com')
    await visitor.call('GET', '/bucket')
    const suspended = vi.spyOn(console.kho.services.admin, 'setSuspended').mockRejectedValueOnce(silent)
    // The handler and the sweeper that it wakes may both find the storage silent.
    suspended.mockRejectedValueOnce(silent)
    expect(problem(await boss.call('PUT', '/user/account', { id: account.id, suspended: true }))).toEqual(
      unavailable,
    )
    expect(problem(await visitor.call('GET', '/bucket')).code).toBe('UNAUTHORIZED')
    await console.kho.services.sweeper.run()
    await console.kho.services.sweeper.run()
    expect(suspended.mock.lastCall).toEqual([`kho-${account.id}`, true])
    await expect(suspended.mock.results.at(-1)!.value).resolves.toBe(undefined)
  })
})
