// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { bucketEvents } from '../../domain/bucket-events.ts'
import type { BucketNotification } from '../../openapi/schema.ts'
import NotificationScreen from '../../src/events/notification-screen.tsx'
import NotificationsScreen from '../../src/events/notifications-screen.tsx'
import { queryClient } from '../../src/session/query-client.ts'
import {
  button,
  check,
  closed,
  field,
  fieldThere,
  fill,
  headingThere,
  press,
  refusal,
  said,
  serve,
  show,
  submit,
  textThere,
  toast,
  wrong,
} from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => ({ ...owner, enable_bucket_notification: true }))
})

const photos: BucketNotification = {
  ...{ name: 'don-hang-1f3a', bucket: 'anh', topic: 'don-hang' },
  ...{ events: ['s3:ObjectCreated:*'], prefix: 'a/', suffix: '.jpg' },
}
const topic = {
  ...{ name: 'don-hang', arn: 'arn', address: 'https://example.com/', group: null, paused: false },
  ...{ failing_since: null, altered_at: null, refused_at: null, created_at: 1_790_000_000 },
}

let notifications: BucketNotification[]
let topics: (typeof topic)[]
beforeEach(() => {
  notifications = [photos]
  topics = [topic]
})
const reads = {
  'GET /notification/': () => ({ notifications, events: bucketEvents }),
  'GET /notification/topics': () => ({ topics }),
  'GET /notification': () => photos,
  'GET /bucket': () => ({ buckets: [{ name: 'anh' }, { name: 'kho' }], storage: 'embedded' }),
}

test('each notification has its bucket, topic, events, prefix and suffix', async () => {
  serve(reads)
  await show(<NotificationsScreen />, 'vi')
  await textThere('don-hang-1f3a')
  expect([...document.querySelectorAll('tbody tr')].map(said)).toEqual([
    ['don-hang-1f3a', 'anh', 'don-hang', 'ObjectCreated:*', 'a/', '.jpg'],
  ])
})

test('a new notification needs a bucket, a topic and an event', async () => {
  const sent = serve(reads)
  const t = await show(<NotificationsScreen />, 'vi')
  await press(t('notifications.create'))
  await fieldThere(t('notifications.bucket'))
  for (const kind of ['ObjectCreated', 'ObjectRemoved'] as const) check(t(`notifications.event.s3:${kind}:*`))
  await submit()
  await expect.poll(() => wrong(t('notifications.bucket'))).toBe(t('issue.required'))
  expect(wrong(t('notifications.topic'))).toBe(t('issue.required'))
  const events = document.querySelector('fieldset')!
  const about = document.getElementById(events.getAttribute('aria-describedby')!)
  expect(about?.textContent).toBe(t('issue.required'))
  expect(sent).toEqual([])
})

test('events of a kind that is chosen as a whole are not sent besides', async () => {
  const sent = serve({ ...reads, 'POST /notification/': () => Response.json(photos, { status: 201 }) })
  const t = await show(<NotificationsScreen />)
  await press(t('notifications.create'))
  await fieldThere(t('notifications.bucket'))
  await expect.poll(() => field(t('notifications.bucket')).querySelectorAll('option').length).toBe(3)
  fill(t('notifications.bucket'), 'kho')
  fill(t('notifications.topic'), 'don-hang')
  fill(t('notifications.prefix'), 'x/')
  check(t('notifications.event.s3:ObjectTagging:*'))
  expect(field(t('notifications.event.s3:ObjectTagging:Put')).disabled).toBe(true)
  expect(field(t('notifications.event.s3:ObjectTagging:Put')).checked).toBe(true)
  check(t('notifications.event.s3:ObjectTagging:*'))
  check(t('notifications.event.s3:ObjectTagging:Put'))
  await submit()
  await closed()
  expect(sent).toEqual([
    [
      'POST /notification/',
      {
        ...{ bucket: 'kho', topic: 'don-hang', prefix: 'x/', suffix: '' },
        events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*', 's3:ObjectTagging:Put'],
      },
    ],
  ])
})

test.each([
  ['BUCKET_NOT_FOUND', 'notifications.bucket'],
  ['TOPIC_NOT_FOUND', 'notifications.topic'],
] as const)('%s is said at its field', async (code, label) => {
  serve({ ...reads, 'POST /notification/': () => refusal(code, 404) })
  const t = await show(<NotificationsScreen />)
  await press(t('notifications.create'))
  await fieldThere(t('notifications.bucket'))
  await expect.poll(() => field(t('notifications.bucket')).querySelectorAll('option').length).toBe(3)
  fill(t('notifications.bucket'), 'kho')
  fill(t('notifications.topic'), 'don-hang')
  await submit()
  await expect.poll(() => wrong(t(label))).toBe(t(`error.${code}`))
})

test('a notification says which objects it is about, and that it is about all', async () => {
  const facts = () => [...document.querySelectorAll('dd')].slice(-2).map(({ textContent }) => textContent)
  const one = { ...photos }
  serve({ ...reads, 'GET /notification': () => one })
  const t = await show(<NotificationScreen bucket="anh" name="don-hang-1f3a" />)
  await textThere('a/')
  expect(facts()).toEqual(['a/', '.jpg'])
  cleanup()
  queryClient.clear()
  Object.assign(one, { prefix: '', suffix: '' })
  await show(<NotificationScreen bucket="anh" name="don-hang-1f3a" />)
  await textThere(t('notifications.anyPrefix'))
  expect(facts()).toEqual([t('notifications.anyPrefix'), t('notifications.anySuffix')])
})

test('deleting a notification asks for its name', async () => {
  const sent = serve({ ...reads, 'DELETE /notification': () => new Response(null, { status: 204 }) })
  const t = await show(<NotificationScreen bucket="anh" name="don-hang-1f3a" />)
  await press(t('notifications.delete'))
  const label = t('topics.typeName', { name: 'don-hang-1f3a' })
  await fieldThere(label)
  fill(label, 'don-hang')
  await submit()
  await expect.poll(() => wrong(label)).toBe('Wrong name, please check again')
  fill(label, 'don-hang-')
  await expect.poll(() => wrong(label)).toBe('Not match')
  fill(label, 'don-hang-1f3a')
  await submit()
  await expect.poll(toast).toBe('topics.deleted')
  const body = { bucket: 'anh', name: 'don-hang-1f3a', typed: 'don-hang-1f3a' }
  expect(sent).toEqual([['DELETE /notification', body]])
})

test('without a topic one is to be created first; one that is gone is said', async () => {
  notifications = []
  topics = []
  serve({ ...reads, 'GET /notification': () => refusal('NOT_FOUND', 404) })
  const t = await show(<NotificationsScreen />)
  await textThere(t('notifications.empty.topicFirst'))
  expect(button(t('notifications.create'))).toBeUndefined()
  await show(<NotificationScreen bucket="anh" name="khong-co" />)
  await headingThere(t('notifications.gone.title', { bucket: 'anh', name: 'khong-co' }))
})
