import { expect, test } from 'vitest'
import { attributes, callSns } from '../support/sns.ts'
import { engineForAll } from './for-file.ts'
import { type Keys, region, send } from './support.ts'

// https://docs.aws.amazon.com/sns/latest/api/API_Operations.html
// https://docs.ceph.com/en/latest/radosgw/notifications/#topics

const { running } = engineForAll()

const call = (action: string, fields: Record<string, string> = {}, keys: Keys = running.keys) =>
  callSns({ url: running.url, region, keys }, action, fields)
const arn = (name: string, uid = 'owner') => `arn:aws:sns:${region}:${uid}:${name}`
const refusal = async (answer: ReturnType<typeof call>) => {
  const { status, code } = await answer
  return [status, code]
}
const names = ({ xml }: { xml: string }) =>
  [...xml.matchAll(/<TopicArn>([^<]*)<\/TopicArn>/g)].map(match => match[1]!.split(':').at(-1))

test('a topic is made, described, changed, listed and deleted', async () => {
  const endpoint = 'https://example.com/hook?x=1&y=2'
  const made = await call('CreateTopic', {
    Name: 'orders',
    ...attributes({ 'push-endpoint': endpoint, OpaqueData: 'a<b', persistent: 'true' }),
  })
  expect([made.status, names(made)]).toEqual([200, ['orders']])
  expect(made.xml).toMatch(
    /^<CreateTopicResponse xmlns="http:\/\/sns.amazonaws.com\/doc\/2010-03-31\/"><CreateTopicResult>.*<ResponseMetadata><RequestId>\w{16}<\/RequestId><\/ResponseMetadata><\/CreateTopicResponse>$/,
  )
  const attribute = (key: string, value: string) => `<entry><key>${key}</key><value>${value}</value></entry>`
  const described = async () => (await call('GetTopicAttributes', { TopicArn: arn('orders') })).xml
  expect(await described()).toContain(attribute('push-endpoint', endpoint.replaceAll('&', '&amp;')))
  expect(await described()).toContain(attribute('OpaqueData', 'a&lt;b'))
  expect(await described()).toContain(attribute('TopicArn', arn('orders')))
  const change = { AttributeName: 'push-endpoint', AttributeValue: 'https://example.com/other' }
  expect((await call('SetTopicAttributes', { TopicArn: arn('orders'), ...change })).status).toBe(200)
  expect(await described()).toContain(attribute('push-endpoint', 'https://example.com/other'))
  expect(names(await call('ListTopics'))).toEqual(['orders'])
  expect([...running.engine.admin.keyUses('owner').keys()]).toEqual([running.keys.accessKey])
  expect((await call('DeleteTopic', { TopicArn: arn('orders') })).status).toBe(200)
  expect(await refusal(call('GetTopicAttributes', { TopicArn: arn('orders') }))).toEqual([404, 'NotFound'])
  expect((await call('DeleteTopic', { TopicArn: arn('orders') })).status).toBe(200)
})

// https://docs.aws.amazon.com/sns/latest/api/API_GetTopicAttributes.html#API_GetTopicAttributes_ResponseElements
test('a topic has the attributes and tags that programs for SNS read', async () => {
  await call('CreateTopic', { Name: 'managed' })
  const { xml } = await call('GetTopicAttributes', { TopicArn: arn('managed') })
  const found = Object.fromEntries(
    [...xml.matchAll(/<key>([^<]*)<\/key><value>([^<]*)<\/value>/g)].map(([, key, value]) => [key, value]),
  )
  expect(found).toMatchObject({
    DisplayName: '',
    SubscriptionsConfirmed: '0',
    SubscriptionsPending: '0',
    SubscriptionsDeleted: '0',
  })
  expect(JSON.parse(found.Policy!.replaceAll('&quot;', '"'))).toMatchObject({
    Statement: [{ Effect: 'Allow', Resource: arn('managed') }],
  })
  const tags = await call('ListTagsForResource', { ResourceArn: arn('managed') })
  expect([tags.status, tags.xml]).toEqual([200, expect.stringContaining('<Tags/>')])
  const missing = call('ListTagsForResource', { ResourceArn: arn('none') })
  expect(await refusal(missing)).toEqual([404, 'ResourceNotFound'])
})

test('a topic that is there is made again with the same attributes only', async () => {
  const create = (endpoint: string) =>
    call('CreateTopic', { Name: 'same', ...attributes({ 'push-endpoint': endpoint }) })
  expect((await create('https://example.com/a')).status).toBe(200)
  expect((await create('https://example.com/a')).status).toBe(200)
  expect(await refusal(create('https://example.com/b'))).toEqual([400, 'InvalidParameter'])
})

test.each([
  ['a name with other characters', { Name: 'a b' }],
  ['no name', {}],
  ['an address that is none', { Name: 'x', ...attributes({ 'push-endpoint': 'example.com' }) }],
  ['another scheme', { Name: 'x', ...attributes({ 'push-endpoint': 'amqp://example.com' }) }],
  ['a user in the address', { Name: 'x', ...attributes({ 'push-endpoint': 'https://u:p@example.com' }) }],
  ['an attribute that is not supported', { Name: 'x', ...attributes({ KmsMasterKeyId: 'k' }) }],
  ['events that may be lost', { Name: 'x', ...attributes({ persistent: 'false' }) }],
  ['tags', { Name: 'x', 'Tags.member.1.Key': 'a' }],
])('%s is refused', async (_, fields) => {
  expect(await refusal(call('CreateTopic', fields))).toEqual([400, 'InvalidParameter'])
})

test('topics are the account’s own: no sub-user, nobody else and no other signature has any [V9.2.4]', async () => {
  await call('CreateTopic', { Name: 'mine' })
  const sub = { accessKey: 'SNSSUBUSER', secretKey: 'secret' }
  running.engine.admin.putKey('owner', 'reporter', 'full', sub)
  const reader = { accessKey: 'SNSREADER', secretKey: 'secret' }
  running.engine.admin.putKey('owner', null, 'read', reader)
  for (const keys of [sub, reader])
    expect(await refusal(call('ListTopics', {}, keys))).toEqual([403, 'AuthorizationError'])
  running.engine.admin.putUser({ uid: 'other', displayName: 'Other' })
  const other = running.engine.admin.createKey('other', 'full')
  expect(names(await call('ListTopics', {}, other))).toEqual([])
  for (const action of ['GetTopicAttributes', 'DeleteTopic'])
    expect(await refusal(call(action, { TopicArn: arn('mine') }, other))).toEqual([403, 'AuthorizationError'])
  const wrong = { ...running.keys, secretKey: 'wrong' }
  expect(await refusal(call('ListTopics', {}, wrong))).toEqual([403, 'SignatureDoesNotMatch'])
  const unknown = { accessKey: 'NOBODY', secretKey: 'x' }
  expect(await refusal(call('ListTopics', {}, unknown))).toEqual([403, 'InvalidAccessKeyId'])
  running.engine.admin.setSuspended('other', true)
  expect(await refusal(call('ListTopics', {}, other))).toEqual([403, 'AuthorizationError'])
})

test('a list comes in pages, and a user has 100 topics at most', async () => {
  running.engine.admin.putUser({ uid: 'many', displayName: 'Many' })
  const keys = running.engine.admin.createKey('many', 'full')
  const wanted = Array.from({ length: 100 }, (_, index) => `t${String(index).padStart(3, '0')}`)
  for (const Name of wanted) expect((await call('CreateTopic', { Name }, keys)).status).toBe(200)
  expect(await refusal(call('CreateTopic', { Name: 'more' }, keys))).toEqual([403, 'TopicLimitExceeded'])
  expect(names(await call('ListTopics', {}, keys))).toEqual(wanted)
  expect(names(await call('ListTopics', { NextToken: 't097' }, keys))).toEqual(['t098', 't099'])
})

test('other actions and large bodies are refused', async () => {
  expect(await refusal(call('Subscribe'))).toEqual([400, 'InvalidAction'])
  expect(await refusal(call('constructor'))).toEqual([400, 'InvalidAction'])
  const large = call('CreateTopic', { Name: 'x'.repeat(70_000) })
  expect(await refusal(large)).toEqual([400, 'MaxMessageLengthExceeded'])
})

/** What SNS's clients read of an error. */
const refused = (status: number, code: string, message: string, type = 'Sender') => ({
  status,
  xml: expect.stringContaining(
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>${type}</Type><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
})
const post = async (authorization?: string, headers: Record<string, string> = {}) => {
  const answer = await send(running, {
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      ...(authorization && { authorization }),
      ...headers,
    },
    body: 'Action=ListTopics&Version=2010-03-31',
  })
  return { status: answer.status, xml: answer.body.toString() }
}

// https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
test('every other signature, and none, is refused in SNS’s form with the reason', async () => {
  const scope = (service: string) =>
    `AWS4-HMAC-SHA256 Credential=${running.keys.accessKey}/20261128/${region}/${service}/aws4_request,SignedHeaders=host,Signature=00`
  expect(await post()).toEqual(
    refused(403, 'MissingAuthenticationToken', 'The request has no signature of version 4'),
  )
  expect(await post('AWS AKIA:c2lnbmF0dXJl')).toEqual(
    refused(
      400,
      'InvalidRequest',
      'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    ),
  )
  expect(await post(scope('s3'))).toEqual(
    refused(
      400,
      'AuthorizationHeaderMalformed',
      'The credential must be &lt;access key&gt;/&lt;date&gt;/&lt;region&gt;/sns/aws4_request.',
    ),
  )
})

test('a POST to the root that is no form of SNS’s is S3’s to refuse', async () => {
  const { status, xml } = await post(undefined, { 'content-type': 'multipart/form-data; boundary=x' })
  expect([status, /<Code>(\w+)</.exec(xml)?.[1]]).toEqual([405, 'MethodNotAllowed'])
})
