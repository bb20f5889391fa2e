import { createHash } from 'node:crypto'
import type { S3 } from '@aws-sdk/client-s3'
import { signHeaders } from './sign-s3.ts'

/** A request as SNS's clients send it: a form, whose hash is signed but not named by a header. */
export async function callSns(
  target: { url: string; region: string; keys: { accessKey: string; secretKey: string }; now?: number },
  action: string,
  fields: Record<string, string> = {},
): Promise<{ status: number; xml: string; code: string | undefined }> {
  const { url, region, keys, now = Date.now() } = target
  const body = new URLSearchParams({ Action: action, Version: '2010-03-31', ...fields }).toString()
  const headers = signHeaders({
    ...{ method: 'POST', host: new URL(url).host, path: '/', region, keys, service: 'sns', now },
    payloadHash: createHash('sha256').update(body).digest('hex'),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  })
  const answer = await fetch(url, { method: 'POST', body, headers })
  const xml = await answer.text()
  return { status: answer.status, xml, code: /<Code>(\w+)<\/Code>/.exec(xml)?.[1] }
}

/** The fields of attributes, as the query protocol writes them. */
export function attributes(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value], index) => [
      [`Attributes.entry.${index + 1}.key`, key],
      [`Attributes.entry.${index + 1}.value`, value],
    ]),
  )
}

const everything = [
  ...(['s3:ObjectCreated:*', 's3:ObjectRemoved:*', 's3:LifecycleExpiration:*'] as const),
  ...(['s3:ObjectTagging:*', 's3:ObjectAcl:Put'] as const),
]

/** Has all changes of the objects in buckets told to a topic `all` of the client's user, `owner` by default. */
export async function tellAll(client: S3, buckets: readonly string[], owner = 'owner'): Promise<void> {
  const { config } = client
  const [endpoint, region, keys] = await Promise.all([
    config.endpoint!(),
    config.region(),
    config.credentials(),
  ])
  const target = {
    url: `${endpoint.protocol}//${endpoint.hostname}:${endpoint.port}`,
    region,
    keys: { accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey },
    now: Date.now() + config.systemClockOffset,
  }
  const { status, xml } = await callSns(target, 'CreateTopic', { Name: 'all' })
  if (status !== 200) throw new Error(xml)
  const TopicArn = `arn:aws:sns:${region}:${owner}:all`
  const TopicConfigurations = [{ Id: 'every', TopicArn, Events: [...everything] }]
  for (const Bucket of buckets) {
    await client.putBucketNotificationConfiguration({
      Bucket,
      NotificationConfiguration: { TopicConfigurations },
    })
  }
}
