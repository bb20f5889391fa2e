import { beforeEach, expect, test } from 'vitest'
import type { BucketPolicy, PolicyDecision } from '../../openapi/schema.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'
import { ownConsole } from './support/with-console.ts'

type Statement = Record<string, unknown>
const policyOf = (...statements: Statement[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements })

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let endpoint: string
  let people: People
  let person: Person
  let subUser: Person
  let owner: Visitor
  let bucket: string
  let count = 0

  prepare(async started => {
    ;({ console, endpoint } = started)
    people = await makePeople(console)
    person = await people.owner('chu')
    subUser = await people.subUser(person, 'binh', 'full-control')
    owner = await people.visit(person)
  })
  beforeEach(async () => {
    count += 1
    bucket = `policy-${kind}-${count}`
    expect((await request(owner, 'createBucket', { body: { bucket } })).status).toBe(201)
  })

  const all = () => [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
  const read = async (visitor = owner): Promise<BucketPolicy> => {
    const answer = await request(visitor, 'getBucketPolicy', { values: { bucket } })
    expect(answer.status).toBe(200)
    return answer.body as BucketPolicy
  }
  const put = async (
    policy: string,
    more: { visitor?: Visitor; revision?: string; allow_lockout?: boolean } = {},
  ): Promise<Answer> => {
    const { visitor = owner, ...said } = more
    const revision = said.revision ?? (await read(visitor)).revision
    return request(visitor, 'putBucketPolicy', { body: { bucket, policy, ...said, revision } })
  }
  const publicRead = () =>
    policyOf({
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${bucket}/anh/*`,
    })

  async function upload(...keys: string[]): Promise<void> {
    const client = await clientOf(console, person)
    for (const Key of keys) await client.putObject({ Bucket: bucket, Key, Body: Key })
  }
  const anonymous = async (key: string) => (await fetch(`${endpoint}/${bucket}/${key}`)).status

  test('/bucket/policy (GET, PUT, DELETE with body): anonymous access comes and goes with it', async () => {
    await upload('anh/mua.txt', 'rieng.txt')
    expect(await read()).toMatchObject({ policy: null, public: false, address: `${endpoint}/${bucket}` })
    const answer = await put(publicRead())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(await read())
    expect(answer.body).toMatchObject({ policy: publicRead(), public: true })
    expect([await anonymous('anh/mua.txt'), await anonymous('rieng.txt')]).toEqual([200, 403])
    const { revision } = await read()
    expect((await request(owner, 'deleteBucketPolicy', { body: { bucket, revision } })).status).toBe(204)
    expect(await anonymous('anh/mua.txt')).toBe(403)
    expect((await read()).policy).toBeNull()
  })

  test('of two people who change it at once, the second is told', async () => {
    const { revision } = await read()
    const conflict = { status: 409, code: 'SETTING_CHANGED' }
    const both = await Promise.all([put(publicRead(), { revision }), put(publicRead(), { revision })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(problem(await request(owner, 'deleteBucketPolicy', { body: { bucket, revision } }))).toEqual(
      conflict,
    )
    expect((await read()).policy).toBe(publicRead())
  })

  test.each<[string, string, string]>([
    ['{', 'policy', 'JSON'],
    ['{"Statement":[]}', 'policy', 'no Statement'],
    [
      policyOf({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }),
      'policy/Statement/0',
      'either Principal',
    ],
    [
      policyOf({ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject', 'ec2:Run'], Resource: '*' }),
      'policy/Statement/0/Action/1',
      'ec2:Run',
    ],
    [
      policyOf({ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::khac/*' }),
      'policy/Statement/0/Resource',
      'another bucket',
    ],
    [
      policyOf({
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: '*',
        Condition: { Bool: { 'aws:Https': 'false' } },
      }),
      'policy/Statement/0/Condition/Bool/aws:Https',
      'unknown condition key',
    ],
  ])('%s is refused where it is wrong', async (policy, field, words) => {
    const answer = await put(policy)
    expect(problem(answer)).toEqual({
      ...{ status: 400, code: 'INVALID_POLICY' },
      fields: [{ field, message: expect.stringContaining(words) }],
    })
    expect((await read()).policy).toBeNull()
  })

  test('above 20 KiB of UTF-8 it is refused', async () => {
    const long = (size: number) =>
      policyOf({ Sid: 'ạ'.repeat(size / 3), ...JSON.parse(publicRead()).Statement[0] })
    const answer = problem(await put(long(21 * 1024)))
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_POLICY'])
    expect((await put(long(19 * 1024))).status).toBe(200)
  })

  test('policy-lockout: a policy that denies everything', async () => {
    const deny = policyOf({ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: all() })
    const refused = problem(await put(deny))
    expect(refused).toMatchObject({ status: 409, code: 'POLICY_LOCKS_OUT' })
    expect(refused.fields?.[0]?.field).toBe('policy/Statement/0')
    const accepted = await put(deny, { allow_lockout: true })
    if (kind === 'rgw') {
      expect(problem(accepted)).toMatchObject({ code: 'POLICY_LOCKS_OUT' })
      expect(refused.fields?.at(-1)?.field).toBe('allow_lockout')
    } else {
      expect(accepted.status).toBe(200)
      expect(problem(await request(owner, 'listObjects', { values: { bucket } })).code).toBe('ACCESS_DENIED')
    }
    const { revision } = await read()
    expect((await request(owner, 'deleteBucketPolicy', { body: { bucket, revision } })).status).toBe(204)
    expect((await request(owner, 'listObjects', { values: { bucket } })).status).toBe(200)
  })

  test('policy-lockout: one that leaves the policy to the account must be accepted, and can be undone', async () => {
    const NotAction = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
    const deny = policyOf({ Effect: 'Deny', Principal: '*', NotAction, Resource: all() })
    expect(problem(await put(deny))).toEqual({
      ...{ status: 409, code: 'POLICY_LOCKS_OUT' },
      fields: [{ field: 'policy/Statement/0', message: 's3:ListBucket, s3:GetObject' }],
    })
    expect((await put(deny, { allow_lockout: true })).status).toBe(200)
    expect((await put(publicRead())).status).toBe(200)
  })

  test('policy-lockout: one that hits only its author, a sub-user', async () => {
    const visitor = await people.visit(subUser)
    const { owner_arn, sub_users } = await read(visitor)
    expect(sub_users.map(({ id }) => id)).toEqual([subUser.id])
    const deny = (arn: string) =>
      policyOf({ Effect: 'Deny', Principal: { AWS: arn }, Action: 's3:ListBucket', Resource: '*' })
    const own = deny(sub_users[0]!.arn)
    expect(problem(await put(own, { visitor }))).toMatchObject({ code: 'POLICY_LOCKS_OUT' })
    expect(problem(await put(deny(owner_arn), { visitor }))).toMatchObject({ code: 'POLICY_LOCKS_OUT' })
    expect((await put(own)).status).toBe(200)
    const list = await request(visitor, 'listObjects', { values: { bucket } })
    expect(problem(list).code).toBe('ACCESS_DENIED')
  })

  test('the simulator says what is decided, and by what', async () => {
    const reader = await people.subUser(person, `doc-${bucket}`, 'read')
    const ask = async (more: Record<string, unknown>): Promise<string> => {
      const answer = await request(owner, 'simulateBucketPolicy', { body: { bucket, key: 'anh/a', ...more } })
      expect(answer.status).toBe(200)
      const { allowed, by, statement } = answer.body as PolicyDecision
      return `${allowed ? 'yes' : 'no'} ${by}${statement ? ` ${statement.index} ${statement.sid}` : ''}`
    }
    const draft = policyOf(
      { ...JSON.parse(publicRead()).Statement[0], Sid: 'Anh' },
      {
        ...{ Sid: 'Https', Effect: 'Deny', Principal: '*', Action: 's3:GetObject', Resource: all() },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    )
    expect(await ask({ who: 'anyone' })).toBe('no default')
    expect(await ask({ who: 'anyone', policy: draft })).toBe('yes statement 0 Anh')
    expect(await ask({ who: 'anyone', policy: draft, key: 'rieng' })).toBe('no default')
    expect(await ask({ who: 'owner', policy: draft, secure: false })).toBe('no statement 1 Https')
    expect(await ask({ who: 'owner', action: 's3:PutObject' })).toBe('yes owner')
    expect(await ask({ who: 'sub-user', sub_user: reader.id, action: 's3:PutObject' })).toBe('no level')
    expect(await ask({ who: 'sub-user', sub_user: reader.id })).toBe('yes owner')
    const visitor = await people.visit(subUser)
    const other = { bucket, who: 'sub-user', sub_user: reader.id }
    expect(problem(await request(visitor, 'simulateBucketPolicy', { body: other })).code).toBe(
      'USER_NOT_FOUND',
    )
    expect((await read()).policy).toBeNull()
    const wrong = await request(owner, 'simulateBucketPolicy', {
      body: { bucket, source_ip: '203.0.113.0/24' },
    })
    expect(problem(wrong).fields).toEqual([{ field: 'source_ip', message: 'invalid' }])
  })

  test('the simulator says where this storage may decide otherwise, of what concerns the question alone', async () => {
    const writer = await people.subUser(person, `ghi-${bucket}`, 'read-write')
    const deny = { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: all() }
    const remove = { Effect: 'Allow', Principal: '*', Action: 's3:DeleteObject', Resource: all()[1] }
    const doubts = async (more: Record<string, unknown>): Promise<string[]> => {
      const answer = await request(owner, 'simulateBucketPolicy', { body: { bucket, ...more } })
      expect(answer.status).toBe(200)
      return (answer.body as PolicyDecision).doubts
    }
    const ofRgw = (...ids: string[]) => (kind === 'rgw' ? ids : [])
    const owns = { who: 'owner', policy: policyOf(deny) }
    expect(await doubts({ ...owns, action: 's3:DeleteBucketPolicy' })).toEqual(ofRgw('policy-lockout'))
    expect(await doubts({ ...owns, action: 's3:ListBucket' })).toEqual([])
    const removes = { who: 'anyone', action: 's3:DeleteObject', key: 'a', policy: policyOf(remove) }
    expect(await doubts(removes)).toEqual(ofRgw('policy-delete-many'))
    const writes = { who: 'sub-user', sub_user: writer.id, key: 'a' }
    expect(await doubts({ ...writes, action: 's3:PutObjectAcl' })).toEqual(ofRgw('sub-user-acl'))
    expect(await doubts({ ...writes, action: 's3:PutObject' })).toEqual([])
  })

  test('the simulator counts the ACL and the stored policy', async () => {
    const ask = async (key: string): Promise<PolicyDecision> =>
      (await request(owner, 'simulateBucketPolicy', { body: { bucket, who: 'anyone', key } }))
        .body as PolicyDecision
    const client = await clientOf(console, person)
    await client.putObject({ Bucket: bucket, Key: 'mo', Body: 'mo', ACL: 'public-read' })
    expect(await ask('mo')).toEqual({ allowed: true, by: 'acl', statement: null, doubts: [] })
    expect(await anonymous('mo')).toBe(200)
    await put(publicRead())
    expect(await ask('anh/x')).toEqual({
      ...{ allowed: true, by: 'statement', statement: { index: 0, sid: null }, doubts: [] },
    })
  })
})

test('where clients have HTTPS, a policy that denies plain HTTP leaves the console its own way', async () => {
  const console = await ownConsole({ KHO_S3_PUBLIC_ENDPOINT: 'https://s3.example.com' })
  const visitor = await console.signedIn()
  const values = { bucket: 'https' }
  await request(visitor, 'createBucket', { body: values })
  const { revision } = (await request(visitor, 'getBucketPolicy', { values })).body as BucketPolicy
  const policy = policyOf({
    ...{ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  })
  const answer = await request(visitor, 'putBucketPolicy', { body: { ...values, policy, revision } })
  expect(answer.status).toBe(200)
  expect((await request(visitor, 'listObjects', { values })).status).toBe(200)
  expect((await fetch(`${console.kho.s3Url}/https`)).status).toBe(403)
})
