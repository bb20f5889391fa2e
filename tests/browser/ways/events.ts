import { expect } from 'vitest'
import { bucketEvents } from '../../../domain/bucket-events.ts'
import type { BucketEvent } from '../../../openapi/schema.ts'
import { topics } from '../../support/event-screens.ts'
import { type Action, action, press } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const name = 'hoa-don'
const menu = button('common.actionsFor', 'name')
const create = button('topics.create')
const done = button('topics.secret.done')
const topicLink: Control = { role: 'link', data: 'row' }
/** The states of the log, with how many the screen has and how many of them are listed. */
const states = [
  [button('topics.counted.delivered', 'count'), '1,284', 2],
  [button('topics.counted.pending', 'count'), '1', 1],
  [button('topics.counted.failed', 'count'), '3', 1],
] as const
/** A delivery, by its event and file. */
const delivery: Control = { role: 'button', data: 'row', like: /^(TestEvent$|[A-Z]\w+:[\w*]+ \S+\/\S)/ }
const removed = 'ObjectRemoved:Delete kho-hang/don-hang/nhap/1040.tmp'

const add = button('notifications.create')
const boxOf = (event: BucketEvent): Control => ({ role: 'checkbox', id: `notifications.event.${event}` })
const [storing, removing, ...others] = bucketEvents.filter(event => event.endsWith('*')).map(boxOf)
const singles = bucketEvents.filter(event => !event.endsWith('*')).map(boxOf)
const itsBucket: Control = { role: 'link', text: 'website-static' }
const itsTopic: Control = { role: 'link', text: 'don-hang' }

/** Creates a bucket notification. */
async function createNotification(stage: Stage): Promise<void> {
  await stage.use(add)
  const dialog = await stage.dialog('notifications.createTitle')
  await dialog.getByLabel(stage.t('notifications.bucket'), { exact: true }).selectOption('website-static')
  await dialog.getByLabel(stage.t('notifications.topic'), { exact: true }).selectOption('don-hang')
  await stage.fill('notifications.suffix', '.jpg')
  const act = dialog.getByRole('button', { name: stage.t('notifications.create') })
  const request = await stage.sends('POST', '/api/notification/', () => act.click())
  expect(request.postDataJSON()).toEqual({
    ...{ bucket: 'website-static', topic: 'don-hang', prefix: '', suffix: '.jpg' },
    events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'],
  })
  await stage.noDialog()
}

/** What is sent by `act`. */
const sent = async (stage: Stage, method: string, path: string, act: () => Promise<void>) =>
  (await stage.sends(method, `/api/notification/topic${path}`, act)).postDataJSON()

/** Creates a topic and reads its secret. */
async function createTopic(stage: Stage): Promise<void> {
  await stage.use(create)
  await stage.dialog('topics.createTitle')
  await stage.fill('topics.name', 'kho-moi')
  await stage.fill('topics.address', 'https://example.com/kho')
  const body = await sent(stage, 'POST', '', () => stage.use(create))
  expect(body).toEqual({ name: 'kho-moi', address: 'https://example.com/kho', group_id: null })
  await stage.dialog('topics.secret.titleNew')
  await stage.use(done)
  await stage.noDialog()
}

export const events: readonly Action[] = [
  press('setting: read the topics again', 'setting', button('common.refresh'), stage =>
    stage.path('/setting'),
  ),
  action('setting: open a topic', 'setting', [topicLink], async stage => {
    await stage.open('setting')
    await stage.use(topicLink, name)
    await stage.path(`/setting/topic/${name}`)
  }),
  action('setting: create the first topic', 'setting-empty', [create, done], async stage => {
    await stage.open('setting-empty')
    await createTopic(stage)
  }),
  action('setting: create a topic', 'setting', [create, done], async stage => {
    await stage.open('setting')
    await createTopic(stage)
  }),
  action('setting: try again', 'setting-failed', [button('common.retry')], async stage => {
    await stage.open('setting-failed')
    await stage.page.unroute('**/api/notification/topics')
    await stage.page.route('**/api/notification/topics', route => route.fulfill({ json: { topics } }))
    await stage.use(button('common.retry'))
    await stage.page.getByRole('link', { name }).waitFor()
  }),
  press('setting: go to the accounts', 'setting-off', link('topics.off.toAccounts'), stage =>
    stage.path('/users'),
  ),
  press('setting: go to the topics', 'setting-topic-gone', link('topics.gone.toTopics'), stage =>
    stage.path('/setting'),
  ),
  press('topic: go back to the topics', 'setting-topic', link('topics.title'), stage =>
    stage.path('/setting'),
  ),
  action('topic: open a bucket that uses it', 'setting-topic', [topicLink], async stage => {
    await stage.open('setting-topic')
    await stage.use(topicLink, 'website-static')
    await stage.path('/bucket-management/-/website-static/overview')
  }),
  action('topic: send a test', 'setting-topic', [button('topics.test')], async stage => {
    await stage.open('setting-topic')
    expect(await sent(stage, 'POST', '/test', () => stage.use(button('topics.test')))).toEqual({ name })
    await stage.shows('topics.testSent')
  }),
  action('topic: pause it', 'setting-topic', [menu, item('topics.pause')], async stage => {
    await stage.open('setting-topic')
    const body = await sent(stage, 'PUT', '', () => stage.choose(menu, item('topics.pause'), name))
    expect(body).toEqual({ name, paused: true })
    await stage.shows('topics.pausedToast')
  }),
  action('topic: let it go on', 'setting', [topicLink, menu, item('topics.resume')], async stage => {
    await stage.open('setting')
    await stage.use(topicLink, 'ke-toan')
    const body = await sent(stage, 'PUT', '', () => stage.choose(menu, item('topics.resume'), 'ke-toan'))
    expect(body).toEqual({ name: 'ke-toan', paused: false })
    await stage.shows('topics.resumedToast')
  }),
  action(
    'topic: change where it delivers',
    'setting-topic',
    [menu, item('topics.change'), button('topics.save')],
    async stage => {
      await stage.open('setting-topic')
      await stage.choose(menu, item('topics.change'), name)
      await stage.dialog('topics.changeTitle', { name })
      await stage.fill('topics.address', 'https://example.com/moi')
      const body = await sent(stage, 'PUT', '', () => stage.use(button('topics.save')))
      expect(body).toEqual({ name, address: 'https://example.com/moi', group_id: null })
      await stage.noDialog()
    },
  ),
  action('topic: show its secret', 'setting-topic', [menu, item('topics.reveal'), done], async stage => {
    await stage.open('setting-topic')
    await stage.choose(menu, item('topics.reveal'), name)
    await stage.dialog('topics.secret.title', { name })
    await stage.use(done)
    await stage.noDialog()
  }),
  action(
    'topic: renew its secret',
    'setting-topic',
    [menu, item('topics.rotate'), button('topics.rotate'), done],
    async stage => {
      await stage.open('setting-topic')
      await stage.choose(menu, item('topics.rotate'), name)
      await stage.dialog('topics.rotateTitle', { name })
      expect(await sent(stage, 'PUT', '/secret', () => stage.use(button('topics.rotate')))).toEqual({ name })
      await stage.dialog('topics.secret.title', { name })
      await stage.use(done)
      await stage.noDialog()
    },
  ),
  action(
    'topic: delete it',
    'setting-topic',
    [menu, item('common.delete'), button('topics.delete')],
    async stage => {
      await stage.open('setting-topic')
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('topics.deleteTitle', { name })
      await stage.fill('topics.typeName', name, { name })
      const body = await sent(stage, 'DELETE', '', () => stage.use(button('topics.delete')))
      expect(body).toEqual({ name, typed: name })
      await stage.path('/setting')
    },
  ),
  action(
    'topic: show a state of its log',
    'setting-topic',
    [...states.map(([state]) => state), button('topics.all')],
    async stage => {
      await stage.open('setting-topic')
      const rows = stage.page.getByRole('list', { name: stage.t('topics.log') }).getByRole('listitem')
      for (const [state, count, listed] of states) {
        await stage.use(state, count)
        await expect.poll(() => rows.count()).toBe(listed)
      }
      await stage.use(button('topics.all'))
      await expect.poll(() => rows.count()).toBe(4)
    },
  ),
  action('topic: show older deliveries', 'setting-topic', [button('topics.older')], async stage => {
    await stage.open('setting-topic')
    const path = '/api/notification/topic/deliveries'
    const request = await stage.sends('GET', path, () => stage.use(button('topics.older')))
    expect(new URL(request.url()).searchParams.get('next_token')).toBe('4')
  }),
  action(
    'topic: read the log after a failure',
    'setting-topic-failed',
    [button('common.retry')],
    async stage => {
      await stage.open('setting-topic-failed')
      const path = '/api/notification/topic/deliveries'
      await stage.sends('GET', path, () => stage.use(button('common.retry')))
    },
  ),
  action('topic: send what failed again', 'setting-topic', [button('topics.resendFailed')], async stage => {
    await stage.open('setting-topic')
    const body = await sent(stage, 'POST', '/resend', () => stage.use(button('topics.resendFailed')))
    expect(body).toEqual({ name, id: null })
    await stage.shows('topics.resent', { count: 3 })
  }),
  action('topic: send one event again', 'setting-topic', [delivery, button('topics.resend')], async stage => {
    await stage.open('setting-topic')
    await stage.use(delivery, removed)
    await stage.shows('topics.problem.TIMEOUT')
    const body = await sent(stage, 'POST', '/resend', () => stage.use(button('topics.resend')))
    expect(body).toEqual({ name, id: 'msg_example2' })
    await stage.shows('topics.resent', { count: 1 })
  }),
  press('setting: go to the bucket notifications', 'setting', link('notifications.title'), stage =>
    stage.path('/setting/notifications'),
  ),
  press('notifications: go to the topics', 'setting-notifications', link('topics.title'), stage =>
    stage.path('/setting'),
  ),
  press(
    'notifications: go and create a topic first',
    'setting-notifications-no-topic',
    link('topics.gone.toTopics'),
    stage => stage.path('/setting'),
  ),
  action(
    'notifications: read them after a failure',
    'setting-notifications-failed',
    [button('common.retry')],
    async stage => {
      await stage.open('setting-notifications-failed')
      await stage.sends('GET', '/api/notification/', () => stage.use(button('common.retry')))
    },
  ),
  action('notifications: create the first one', 'setting-notifications-empty', [add], async stage => {
    await stage.open('setting-notifications-empty')
    await createNotification(stage)
  }),
  action('notifications: create one', 'setting-notifications', [add], async stage => {
    await stage.open('setting-notifications')
    await createNotification(stage)
  }),
  action(
    'notifications: choose events',
    'setting-notifications-create',
    [storing!, removing!, ...others, ...singles],
    async stage => {
      await stage.open('setting-notifications-create')
      const boxes = stage.page.getByRole('checkbox', { checked: true })
      for (const kind of [storing!, removing!]) await stage.use(kind)
      await expect.poll(() => boxes.count()).toBe(0)
      for (const single of singles) await stage.use(single)
      await expect.poll(() => boxes.count()).toBe(singles.length)
      for (const kind of others) await stage.use(kind)
      await expect.poll(() => boxes.count()).toBe(singles.length + others.length)
    },
  ),
  action('notifications: open one', 'setting-notifications', [topicLink], async stage => {
    await stage.open('setting-notifications')
    await stage.use(topicLink, 'don-hang-1f3a')
    await stage.path('/setting/notifications/website-static/don-hang-1f3a')
  }),
  press('notification: go back to all', 'setting-notification', link('notifications.title'), stage =>
    stage.path('/setting/notifications'),
  ),
  press(
    'notification: go to all instead of one that is gone',
    'setting-notification-gone',
    link('notifications.gone.toNotifications'),
    stage => stage.path('/setting/notifications'),
  ),
  action('notification: open its bucket', 'setting-notification', [itsBucket], async stage => {
    await stage.open('setting-notification')
    await stage.use(itsBucket)
    await stage.path('/bucket-management/-/website-static/overview')
  }),
  action('notification: open its topic', 'setting-notification', [itsTopic], async stage => {
    await stage.open('setting-notification')
    await stage.use(itsTopic)
    await stage.path('/setting/topic/don-hang')
  }),
  action('notification: delete it', 'setting-notification', [button('notifications.delete')], async stage => {
    await stage.open('setting-notification')
    await stage.use(button('notifications.delete'))
    const typed = 'don-hang-1f3a'
    const dialog = await stage.dialog('notifications.deleteTitle', { name: typed })
    await stage.fill('topics.typeName', typed, { name: typed })
    const act = dialog.getByRole('button', { name: stage.t('notifications.delete') })
    const request = await stage.sends('DELETE', '/api/notification', () => act.click())
    expect(request.postDataJSON()).toEqual({ bucket: 'website-static', name: typed, typed })
    await stage.path('/setting/notifications')
  }),
]
