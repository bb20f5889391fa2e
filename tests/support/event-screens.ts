import type { Page } from 'playwright'
import { bucketEvents } from '../../domain/bucket-events.ts'
import type {
  BucketNotification,
  CurrentUser,
  Delivery,
  DeliveryDetail,
  Topic,
} from '../../openapi/schema.ts'
import { answerChanged } from './changed-answer.ts'
import { refusal } from './key-screens.ts'
import type { MakeScreen, Screen } from './screens.ts'

const at = 1_795_000_000
const arn = (name: string) => `arn:aws:sns:us-east-1:kho-3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11:${name}`
const group = { id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d12', name: 'Kế toán' }

export const topics: Topic[] = [
  { name: 'don-hang', address: 'https://kho-hang-viet.example.com/webhooks/kho', failing_since: null },
  { name: 'hoa-don', address: 'https://hoa-don.example.com/nhan', failing_since: at - 7200 },
  { name: 'ke-toan', address: null, failing_since: null },
].map((topic, index) => ({
  ...topic,
  arn: arn(topic.name),
  group: topic.address === null ? group : null,
  paused: index === 2,
  altered_at: null,
  refused_at: null,
  created_at: at - 86_400 * (30 - index),
}))

const deliveries: Delivery[] = [
  {
    event: 's3:ObjectCreated:Put',
    key: 'don-hang/2026/11/Đơn hàng 1042.pdf',
    state: 'pending',
    status: null,
  },
  {
    event: 's3:ObjectCreated:Copy',
    key: 'don-hang/2026/11/Đơn hàng 1041.pdf',
    state: 'delivered',
    status: 204,
  },
  { event: 's3:ObjectRemoved:Delete', key: 'don-hang/nhap/1040.tmp', state: 'failed', status: 500 },
  { event: 's3:TestEvent', key: '', state: 'delivered', status: 200 },
].map((each, index) => ({
  ...(each as Pick<Delivery, 'event' | 'key' | 'state' | 'status'>),
  id: `msg_example${index}`,
  bucket: each.key === '' ? '' : 'kho-hang',
  tries: [3, 1, 14, 1][index]!,
  problem: (['TIMEOUT', null, 'STATUS', null] as const)[index]!,
  created_at: at - index * 1234,
  ended_at: index === 0 ? null : at - index * 1234 + 2,
  next_at: index === 0 ? at + 480 : null,
}))

const detail: DeliveryDetail = {
  delivery: deliveries[0]!,
  body: JSON.stringify({
    Records: [{ eventName: 'ObjectRemoved:Delete', s3: { bucket: { name: 'kho-hang' } } }],
  }),
  attempts: [
    {
      at: at + 240,
      ms: 312,
      status: 503,
      problem: 'STATUS',
      answer: '{"error":"bảo trì"}',
      next_at: at + 480,
    },
    { at: at + 30, ms: 10_000, status: null, problem: 'TIMEOUT', answer: '', next_at: at + 240 },
  ],
}

/** Invented topics, so that nothing is sent to an address. */
export async function giveTopics(page: Page, shown: readonly Topic[] = topics): Promise<void> {
  await page.route('**/api/notification/topics', route => route.fulfill({ json: { topics: shown } }))
  await page.route(/api\/notification\/topic(\?|$)/, route => {
    const request = route.request()
    const name = new URL(request.url()).searchParams.get('name')
    if (request.method() === 'DELETE') return route.fulfill({ status: 204 })
    if (request.method() !== 'GET') {
      const { name, address } = request.postDataJSON() as Topic
      return route.fulfill({
        status: request.method() === 'POST' ? 201 : 200,
        json: { ...topics[0]!, name, arn: arn(name), address: address ?? null },
      })
    }
    const topic = shown.find(each => each.name === name)
    if (!topic) return route.fulfill(refusal('TOPIC_NOT_FOUND', 404))
    const counts = { pending: 1, delivered: 1284, failed: 3 }
    return route.fulfill({ json: { topic, counts, buckets: ['kho-hang', 'website-static'] } })
  })
  await page.route('**/api/notification/topic/deliveries*', route => {
    const state = new URL(route.request().url()).searchParams.get('state')
    const some = deliveries.filter(each => state === null || each.state === state)
    return route.fulfill({ json: { deliveries: some, next_token: state === null ? '4' : null } })
  })
  await page.route('**/api/notification/topic/delivery?*', route => {
    const id = new URL(route.request().url()).searchParams.get('id')
    const delivery = deliveries.find(each => each.id === id)!
    return route.fulfill({ json: { ...detail, delivery } })
  })
  await page.route('**/api/notification/topic/secret', route => {
    const old = route.request().method() === 'PUT' ? at + 86_400 : null
    return route.fulfill({ json: { secret: `whsec_${'vidu'.repeat(10)}kho=`, old_until: old } })
  })
  await page.route('**/api/notification/topic/test', route =>
    route.fulfill({ status: 202, json: { id: 'msg_example9' } }),
  )
  await page.route('**/api/notification/topic/resend', route => {
    const { id } = route.request().postDataJSON() as { id: string | null }
    return route.fulfill({ status: 202, json: { count: id === null ? 3 : 1 } })
  })
}

const notifications: BucketNotification[] = [
  {
    ...{ name: 'don-hang-1f3a', bucket: 'website-static', topic: 'don-hang' },
    ...{ events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'], prefix: 'don-hang/', suffix: '.pdf' },
  },
  {
    ...{ name: 'ke-toan-77c0', bucket: 'website-static', topic: 'ke-toan' },
    ...{ events: ['s3:ObjectCreated:CompleteMultipartUpload'], prefix: '', suffix: '' },
  },
]

/** Invented bucket notifications, and topics. */
async function giveNotifications(page: Page, shown = notifications, of: readonly Topic[] = topics) {
  await giveTopics(page, of)
  await page.route('**/api/notification/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: notifications[0] })
      : route.fulfill({ json: { notifications: shown, events: bucketEvents } }),
  )
  await page.route(/api\/notification(\?|$)/, route => {
    const request = route.request()
    if (request.method() === 'DELETE') return route.fulfill({ status: 204 })
    const name = new URL(request.url()).searchParams.get('name')
    const found = shown.find(each => each.name === name)
    return route.fulfill(found ? { json: found } : refusal('NOT_FOUND', 404))
  })
}

/** A bucket notification's page. */
async function openNotification(page: Page, { goto, t }: Parameters<Screen['open']>[1]) {
  await giveNotifications(page)
  await goto('/setting/notifications/website-static/don-hang-1f3a')
  await page.getByRole('button', { name: t('notifications.delete') }).waitFor()
}

/** A topic's page, with its log. */
async function openTopic(page: Page, { goto, t }: Parameters<Screen['open']>[1], name = 'hoa-don') {
  await giveTopics(page)
  await goto(`/setting/topic/${name}`)
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'ObjectCreated:Put' }).waitFor()
  await page.getByText(t('topics.arnNote')).waitFor()
}

/** Opens the actions of a topic's page and chooses one. */
async function choose(page: Page, label: string, menu: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByText(label, { exact: true }).click()
}

export const eventScreens = (screen: MakeScreen): Screen[] => [
  screen('setting', async (page, { goto, t }) => {
    await giveTopics(page)
    await goto('/setting')
    await page.getByRole('link', { name: 'ke-toan' }).waitFor()
    await page.getByRole('button', { name: t('topics.create') }).waitFor()
  }),
  screen('setting-empty', async (page, { goto, t }) => {
    await giveTopics(page, [])
    await goto('/setting')
    await page.getByText(t('topics.empty.lead')).waitFor()
  }),
  screen('setting-loading', async (page, { goto, t }) => {
    await page.route('**/api/notification/topics', () => undefined)
    await goto('/setting')
    await page.getByText(t('topics.lead')).waitFor()
  }),
  screen('setting-failed', async (page, { goto, t }) => {
    await page.route('**/api/notification/topics', route => route.abort())
    await goto('/setting')
    await page.getByText(t('topics.failed')).waitFor()
  }),
  screen('setting-unsupported', async (page, { goto, t }) => {
    await page.route('**/api/notification/topics', route => route.fulfill(refusal('NOT_SUPPORTED', 501)))
    await goto('/setting')
    await page.getByText(t('topics.unsupported.lead')).waitFor()
  }),
  screen('setting-off', async (page, { goto, t }) => {
    await page.route('**/api/user', route =>
      answerChanged<CurrentUser>(route, user => ({ ...user, enable_bucket_notification: false })),
    )
    await goto('/setting')
    await page.getByText(t('topics.off.leadSuper')).waitFor()
  }),
  screen('setting-create', async (page, { goto, t }) => {
    await giveTopics(page)
    await page.route('**/api/notification/topic', route =>
      route.request().method() === 'POST' ? route.fulfill(refusal('TOPIC_EXISTS', 409)) : route.fallback(),
    )
    await goto('/setting')
    await page.getByRole('button', { name: t('topics.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('topics.name')).fill('don-hang')
    await dialog.getByLabel(t('topics.address'), { exact: true }).fill('https://example.com/kho')
    await dialog.getByRole('button', { name: t('topics.create') }).click()
    await page.getByText(t('error.TOPIC_EXISTS')).waitFor()
  }),
  screen('setting-secret', async (page, { goto, t }) => {
    await giveTopics(page)
    await goto('/setting')
    await page.getByRole('button', { name: t('topics.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('topics.name')).fill('kho-moi')
    await dialog.getByLabel(t('topics.address'), { exact: true }).fill('https://example.com/kho')
    await dialog.getByRole('button', { name: t('topics.create') }).click()
    await page.getByText(t('topics.secret.again')).waitFor()
  }),
  screen('setting-topic', (page, at) => openTopic(page, at)),
  screen('setting-topic-failed', async (page, { goto, t }) => {
    await giveTopics(page)
    await page.route('**/api/notification/topic/deliveries*', route => route.abort())
    await goto('/setting/topic/don-hang')
    await page.getByText(t('topics.logFailed')).waitFor()
  }),
  screen('setting-topic-unread', async (page, { goto, t }) => {
    await page.route('**/api/notification/topic?*', route => route.abort())
    await goto('/setting/topic/don-hang')
    await page.getByText(t('topics.oneFailed')).waitFor()
  }),
  screen('setting-topic-gone', async (page, { goto, t }) => {
    await giveTopics(page)
    await goto('/setting/topic/khong-co')
    await page.getByText(t('topics.gone.lead')).waitFor()
  }),
  screen('setting-delivery', async (page, at) => {
    await openTopic(page, at)
    await page.getByRole('button', { name: 'ObjectRemoved:Delete' }).click()
    await page.getByText(at.t('topics.problem.TIMEOUT')).waitFor()
  }),
  screen('setting-delivery-failed', async (page, at) => {
    await openTopic(page, at)
    await page.route('**/api/notification/topic/delivery?*', route => route.abort())
    await page.getByRole('button', { name: 'ObjectRemoved:Delete' }).click()
    await page.getByText(at.t('topics.deliveryFailed')).waitFor()
  }),
  screen('setting-rotate', async (page, at) => {
    await openTopic(page, at)
    await choose(page, at.t('topics.rotate'), at.t('common.actionsFor', { name: 'hoa-don' }))
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: at.t('topics.rotate'), exact: true }).click()
    await page.getByText(at.t('topics.secret.again')).waitFor()
  }),
  screen('setting-delete', async (page, at) => {
    await openTopic(page, at)
    await choose(page, at.t('common.delete'), at.t('common.actionsFor', { name: 'hoa-don' }))
    await page.getByLabel(at.t('topics.typeName', { name: 'hoa-don' })).fill('hoa don')
    await page.getByRole('button', { name: at.t('topics.delete') }).click()
    await page.getByText(at.t('issue.wrong-name')).waitFor()
  }),
  screen('setting-notifications', async (page, { goto, t }) => {
    await giveNotifications(page)
    await goto('/setting/notifications')
    await page.getByRole('link', { name: 'ke-toan-77c0' }).waitFor()
    await page.getByRole('button', { name: t('notifications.create') }).waitFor()
  }),
  screen('setting-notifications-empty', async (page, { goto, t }) => {
    await giveNotifications(page, [])
    await goto('/setting/notifications')
    await page.getByRole('button', { name: t('notifications.create') }).waitFor()
  }),
  screen('setting-notifications-no-topic', async (page, { goto, t }) => {
    await giveNotifications(page, [], [])
    await goto('/setting/notifications')
    await page.getByText(t('notifications.empty.topicFirst')).waitFor()
  }),
  screen('setting-notifications-failed', async (page, { goto, t }) => {
    await giveNotifications(page)
    await page.route('**/api/notification/', route => route.abort())
    await goto('/setting/notifications')
    await page.getByText(t('notifications.failed')).waitFor()
  }),
  screen('setting-notifications-create', async (page, { goto, t }) => {
    await giveNotifications(page)
    await goto('/setting/notifications')
    await page.getByRole('button', { name: t('notifications.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('option', { name: 'website-static' }).waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: t('notifications.create') }).click()
    await dialog.getByText(t('issue.required')).first().waitFor()
  }),
  screen('setting-notification', (page, at) => openNotification(page, at)),
  screen('setting-notification-gone', async (page, { goto, t }) => {
    await giveNotifications(page)
    await goto('/setting/notifications/website-static/khong-co')
    await page.getByText(t('topics.gone.lead')).waitFor()
  }),
  screen('setting-notification-delete', async (page, at) => {
    await openNotification(page, at)
    await page.getByRole('button', { name: at.t('notifications.delete') }).click()
    await page.getByLabel(at.t('topics.typeName', { name: 'don-hang-1f3a' })).fill('don-hang')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: at.t('notifications.delete') }).click()
    await page.getByText(at.t('issue.wrong-name')).waitFor()
  }),
]
