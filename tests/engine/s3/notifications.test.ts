import type { Event } from '@aws-sdk/client-s3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../support/receiver.ts'
import { attributes, callSns } from '../../support/sns.ts'
import { differs, follows, inNewBuckets } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html
// https://docs.aws.amazon.com/sns/latest/api/API_Operations.html

let Bucket: string
let arn: string
const { running, owner } = inNewBuckets('thong-bao', name => {
  Bucket = name
})

const sns = (action: string, fields: Record<string, string> = {}, keys = running.keys) =>
  callSns({ url: running.url, region: 'us-east-1', keys }, action, fields)
async function create(name: string, endpoint: string): Promise<string> {
  const { xml } = await sns('CreateTopic', { Name: name, ...attributes({ 'push-endpoint': endpoint }) })
  return /<TopicArn>([^<]*)<\/TopicArn>/.exec(xml)![1]!
}
beforeEach(async () => {
  arn = await create(`topic-of-${Bucket}`, 'http://127.0.0.1:9/')
})

async function save(names: readonly string[], events = ['s3:ObjectCreated:*']): Promise<void> {
  const TopicConfigurations = names.map(Id => ({ Id, TopicArn: arn, Events: events as Event[] }))
  await owner.putBucketNotificationConfiguration({
    ...{ Bucket, NotificationConfiguration: { TopicConfigurations } },
  })
}
async function saved(): Promise<(string | undefined)[]> {
  const answer = await owner.getBucketNotificationConfiguration({ Bucket })
  return (answer.TopicConfigurations ?? []).map(({ Id }) => Id).sort()
}

test('a bucket tells topics of what its configurations name', async () => {
  await save(['one', 'two'])
  expect(await saved()).toEqual(['one', 'two'])
})

test('a configuration takes the place of the one before', async () => {
  await save(['one'])
  await save(['two'])
  differs('notification-replace')
  expect(await saved()).toEqual(['two'])
})

test('an empty configuration removes all', async () => {
  await save(['one'])
  differs('notification-clear')
  await save([])
  expect(await saved()).toEqual([])
})

test.each(['s3:LifecycleExpiration:*', 's3:ObjectTagging:*', 's3:ObjectAcl:Put'])(
  '%s can be told',
  async event => {
    differs('notification-kinds')
    await save(['one'], [event])
    expect(await saved()).toEqual(['one'])
  },
)

test('a test event is sent when a configuration is saved', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  arn = await create(`tested-${Bucket}`, receiver.url)
  await save(['one'])
  await owner.putObject({ Bucket, Key: 'a', Body: 'x' })
  // The engine hands its events to the console, RGW sends them during the request.
  const told = follows('notification-test')
    ? running.engine.events
        .after(0, 100)
        .filter(each => each.bucket === Bucket)
        .map(({ name }) => name)
    : receiver.received.flatMap(({ events }) => events)
  expect(told.at(-1)).toContain('ObjectCreated:Put')
  differs('notification-test')
  expect(told[0]).toBe('s3:TestEvent')
})

test('topics are of the account that made them', async () => {
  const other = await running.account('other')
  differs('topics-shared')
  expect((await sns('ListTopics', {}, other)).xml).not.toContain(arn)
  expect((await sns('DeleteTopic', { TopicArn: arn }, other)).status).toBe(403)
  expect((await sns('GetTopicAttributes', { TopicArn: arn })).status).toBe(200)
})
