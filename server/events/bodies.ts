import { createHash, randomUUID } from 'node:crypto'
import type { StoredEvent } from '../engine/store/events.ts'
import { uriEncode } from '../s3/sigv4.ts'
import type { NewDelivery } from '../store/deliveries.ts'

/** A change of an object, or a test event. `mark`: distinguishes events of one request. Otherwise as `StoredEvent`. */
type ToldEvent = Omit<StoredEvent, 'seq' | 'name' | 'targets'> & {
  mark: number | string
  name: string
}

function digest(...parts: (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)
}

/** Keys in events are form-encoded. */
function encodedKey(key: string): string {
  return uriEncode(key).replaceAll('%2F', '/').replaceAll('%20', '+')
}

/**
 * An event in S3's format, without what is a topic's own.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
function recordOf(event: ToldEvent, region: string): object {
  const { key, size, etag, versionId, sequencer, bucket, owner, requestId, address } = event
  return {
    eventVersion: '2.3',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: new Date(event.at).toISOString(),
    eventName: event.name.replace(/^s3:/, ''),
    userIdentity: {
      principalId: event.subUser ?? event.uid ?? (requestId === null ? 's3.amazonaws.com' : 'Anonymous'),
    },
    requestParameters: { sourceIPAddress: address ?? 's3.amazonaws.com' },
    responseElements: { 'x-amz-request-id': requestId ?? '', 'x-amz-id-2': requestId ?? '' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: '',
      bucket: { name: bucket, ownerIdentity: { principalId: owner }, arn: `arn:aws:s3:::${bucket}` },
      object: {
        key: encodedKey(key ?? ''),
        ...(size !== null && { size }),
        ...(etag !== null && { eTag: etag }),
        ...(versionId !== null && { versionId }),
        sequencer,
      },
    },
  }
}

function testBody({ at, bucket, requestId }: Pick<ToldEvent, 'at' | 'bucket' | 'requestId'>): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date(at).toISOString(),
    Bucket: bucket,
    RequestId: requestId ?? '',
    HostId: requestId ?? '',
  })
}

/** Makes an event's deliveries, one for each of its topics. The same event always has the same ids. */
export function deliveriesOf(
  event: ToldEvent,
  region: string,
): (topicId: string, configuration: string) => NewDelivery {
  const { mark, at, requestId, name, bucket, key } = event
  const isTest = name === 's3:TestEvent'
  const body = isTest ? testBody(event) : JSON.stringify({ Records: [recordOf(event, region)] })
  const stored = { id: digest(mark, at, requestId, bucket, key), name, bucket, key: key ?? '', body }
  const orderingKey = digest(bucket, key)
  return (topicId, configuration) => {
    const id = `msg_${digest(topicId, configuration, mark, at, requestId, key)}`
    return {
      id,
      orderingKey: isTest ? id : orderingKey,
      configuration: isTest ? null : configuration,
      event: stored,
    }
  }
}

/** What is sent: the event's body with the notification's id and the topic's text. */
export function bodyOf(
  { body, configuration }: { body: string; configuration: string | null },
  topic: { opaque: string },
): string {
  if (configuration === null) return body
  const [record] = JSON.parse(body).Records
  record.s3.configurationId = configuration
  if (topic.opaque !== '') record.opaqueData = topic.opaque
  return JSON.stringify({ Records: [record] })
}

/** A delivery of an event of its own. */
function own(name: string, bucket: string, bodyFor: (id: string) => string): NewDelivery {
  const id = `msg_${randomUUID()}`
  return { id, orderingKey: id, configuration: null, event: { id, name, bucket, key: '', body: bodyFor(id) } }
}

/** A test event sent by the console itself; `bucket`: the bucket it stands for, if any. `now`: ms. */
export function testDelivery(now: number, bucket = ''): NewDelivery {
  return own('s3:TestEvent', bucket, requestId => testBody({ at: now, bucket, requestId }))
}

/** Reports how many events of the topic were dropped before they could be sent. `now`: ms. */
export function lostDelivery(events: number, now: number): NewDelivery {
  const record = {
    eventVersion: '2.3',
    eventSource: 'kho',
    eventTime: new Date(now).toISOString(),
    eventName: 'kho:EventsLost',
    lostEvents: events,
  }
  return own('kho:EventsLost', '', () => JSON.stringify({ Records: [record] }))
}
