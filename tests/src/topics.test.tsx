// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Delivery, Topic, TopicDetail } from '../../openapi/schema.ts'
import { withNewest } from '../../src/events/queries.ts'
import TopicScreen from '../../src/events/topic-screen.tsx'
import TopicsScreen from '../../src/events/topics-screen.tsx'
import { queryClient } from '../../src/session/query-client.ts'
import {
  button,
  check,
  closed,
  field,
  fieldThere,
  fill,
  headingThere,
  pick,
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

let enabled = true
let superAdmin = true
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => ({
    ...owner,
    enable_bucket_notification: enabled,
    is_supper_admin: superAdmin,
  }))
})

const group = { id: 'group-1', name: 'Kế toán' }
const orders: Topic = {
  name: 'don-hang',
  arn: 'arn:aws:sns:us-east-1:kho-1:don-hang',
  address: 'https://example.com/kho',
  group: null,
  paused: false,
  failing_since: null,
  altered_at: null,
  refused_at: null,
  created_at: 1_790_000_000,
}
const mailed: Topic = { ...orders, name: 'ke-toan', address: null, group, paused: true }
const secret = { secret: 'whsec_vidu', old_until: null }

let topics: Topic[]
let detail: TopicDetail
beforeEach(() => {
  enabled = true
  superAdmin = true
  topics = [orders, mailed]
  detail = { topic: orders, counts: { pending: 0, delivered: 2, failed: 1 }, buckets: ['kho-hang'] }
})
const delivery = {
  ...{ id: 'msg_1', event: 's3:ObjectCreated:Put', bucket: 'kho-hang', key: 'đơn.pdf', state: 'failed' },
  ...{
    tries: 14,
    status: null,
    problem: 'TIMEOUT',
    created_at: 1_790_000_000,
    ended_at: 1_790_086_400,
    next_at: null,
  },
}
const reads = {
  'GET /notification/topics': () => ({ topics }),
  'GET /notification/topic': () => detail,
  'GET /user/notification-groups': () => ({ groups: [{ ...group, emails: [], alerts: [] }] }),
  'GET /notification/topic/deliveries': ({ query }: { query: URLSearchParams }) => ({
    deliveries: query.get('state') === 'delivered' ? [] : [delivery],
    next_token: null,
  }),
  'GET /notification/topic/delivery': () => ({
    delivery,
    body: '{"Records":[]}',
    attempts: [
      { at: 1_790_000_009, ms: 34, status: null, problem: 'TIMEOUT', answer: '', next_at: null },
      { at: 1_790_000_000, ms: 12, status: 500, problem: 'STATUS', answer: 'lỗi', next_at: 1_790_000_009 },
    ],
  }),
}

test('each topic has its target and its state', async () => {
  topics = [orders, mailed, { ...orders, name: 'loi', failing_since: 1_790_000_000 }]
  serve(reads)
  const t = await show(<TopicsScreen />, 'vi')
  await textThere('don-hang')
  const rows = [...document.querySelectorAll('tbody tr')].map(said)
  expect(rows.slice(0, 2)).toEqual([
    ['don-hang', 'https://example.com/kho', t('topics.delivering')],
    ['ke-toan', t('topics.toGroup', { name: 'Kế toán' }), t('topics.paused')],
  ])
  expect(rows[2]!.at(-1)).toMatch(/^Gửi lỗi từ \d/)
})

test('every wrong field of a new topic has its message', async () => {
  const sent = serve(reads)
  const t = await show(<TopicsScreen />, 'vi')
  await press(t('topics.create'))
  await fieldThere(t('topics.name'))
  await submit()
  await expect.poll(() => wrong(t('topics.name'))).toBe(t('issue.required'))
  expect(wrong(t('topics.address'))).toBe(t('issue.required'))
  fill(t('topics.name'), 'Đơn hàng')
  fill(t('topics.address'), 'ftp://example.com')
  await expect.poll(() => wrong(t('topics.name'))).toBe(t('issue.topic-name'))
  expect(wrong(t('topics.address'))).toBe(t('issue.address-invalid'))
  check(t('topics.target.group'))
  await fieldThere(t('topics.group'))
  await submit()
  await expect.poll(() => wrong(t('topics.group'))).toBe(t('issue.required'))
  expect(sent).toEqual([])
})

test.each([
  ['TOPIC_EXISTS', 'topics.name', 'Topic name has already existed! Please use another name'],
  ['ADDRESS_REFUSED', 'topics.address', undefined],
] as const)('%s is said at its field, which has the focus', async (code, label, sentence) => {
  serve({ ...reads, 'POST /notification/topic': () => refusal(code) })
  const t = await show(<TopicsScreen />)
  await press(t('topics.create'))
  await fieldThere(t('topics.name'))
  fill(t('topics.name'), 'don-hang')
  fill(t('topics.address'), 'https://example.com')
  await submit()
  await expect.poll(() => wrong(t(label))).toBe(sentence ?? t(`error.${code}`))
  expect(document.activeElement).toBe(field(t(label)))
})

test('a new topic with an address shows its secret; one that mails has none', async () => {
  const made = (body: unknown) => {
    const topic = { ...orders, ...(body as object), group: null }
    topics = [...topics, topic]
    return Response.json(topic, { status: 201 })
  }
  const sent = serve({
    ...reads,
    'POST /notification/topic': ({ body }) => made(body),
    'POST /notification/topic/secret': () => secret,
  })
  const t = await show(<TopicsScreen />)
  await press(t('topics.create'))
  await fieldThere(t('topics.name'))
  fill(t('topics.name'), 'moi')
  fill(t('topics.address'), 'https://example.com/kho')
  await submit()
  await headingThere(t('topics.secret.titleNew'))
  await textThere('whsec_vidu')
  await press(t('topics.secret.done'))
  await closed()
  await press(t('topics.create'))
  await fieldThere(t('topics.name'))
  fill(t('topics.name'), 'thu')
  check(t('topics.target.group'))
  await fieldThere(t('topics.group'))
  await textThere('Kế toán')
  fill(t('topics.group'), 'group-1')
  await submit()
  await closed()
  expect(sent).toEqual([
    ['POST /notification/topic', { name: 'moi', address: 'https://example.com/kho', group_id: null }],
    ['POST /notification/topic/secret', { name: 'moi' }],
    ['POST /notification/topic', { name: 'thu', address: null, group_id: 'group-1' }],
  ])
})

test('the secret asks for the identity where the server does', async () => {
  serve({
    ...reads,
    'GET /user/confirmation': () => ({ method: 'pin' }),
    'POST /notification/topic/secret': () => refusal('CONFIRMATION_REQUIRED', 403),
  })
  const t = await show(<TopicScreen name="don-hang" />)
  await pick(t('common.actionsFor', { name: 'don-hang' }), t('topics.reveal'))
  await headingThere(t('confirm.title'))
})

test('the log is filtered by state; a delivery shows its attempts and is sent again', async () => {
  const sent = serve({ ...reads, 'POST /notification/topic/resend': () => ({ count: 1 }) })
  const t = await show(<TopicScreen name="don-hang" />)
  await press(t('topics.counted.delivered', { count: '2' }))
  await textThere(t('topics.logNone'))
  await press(t('topics.counted.failed', { count: '1' }))
  await textThere('kho-hang/đơn.pdf')
  const row = [...document.querySelectorAll('li button')][0]!
  expect(row.closest('li')?.textContent).toContain(t('topics.problem.TIMEOUT'))
  await press(row.textContent!)
  await textThere('HTTP 500')
  await textThere('lỗi')
  // Tries are seconds apart.
  expect(document.querySelector('[role=dialog]')?.textContent).toMatch(/:13:20\D.*:13:29\D/)
  await press(t('topics.resend'))
  await expect.poll(toast).toBe('topics.resent')
  await press(t('common.close'))
  await closed()
  await press(t('topics.resendFailed'))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    ['POST /notification/topic/resend', { name: 'don-hang', id: 'msg_1' }],
    ['POST /notification/topic/resend', { name: 'don-hang', id: null }],
  ])
})

test('an event that comes while the page is shown is in the log and in the counts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let shown = [delivery]
  serve({
    ...reads,
    'GET /notification/topic/deliveries': () => ({ deliveries: shown, next_token: null }),
  })
  const t = await show(<TopicScreen name="don-hang" />)
  await textThere('kho-hang/đơn.pdf')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  shown = [{ ...delivery, id: 'msg_2', key: 'mới.pdf', state: 'delivered' }, delivery]
  detail = { ...detail, counts: { ...detail.counts, delivered: 3 } }
  await act(async () => void vi.advanceTimersByTime(2000))
  await textThere('kho-hang/mới.pdf')
  await textThere(t('topics.counted.delivered', { count: '3' }))
})

/** A topic whose log has two pages, both open, with an event that is still being sent; gives the tokens that were asked for. */
async function openBothPages() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const newest = [{ ...delivery, id: 'msg_2', key: 'mới.pdf', state: 'pending' }, delivery]
  const server = { newest, topic: (): unknown => detail }
  const tokens: (string | null)[] = []
  serve({
    ...reads,
    'GET /notification/topic': () => server.topic(),
    'GET /notification/topic/deliveries': ({ query }) => {
      const token = query.get('next_token')
      tokens.push(token)
      if (token === null) return { deliveries: server.newest, next_token: 'older' }
      return { deliveries: [{ ...delivery, id: 'msg_0', key: 'cũ.pdf' }], next_token: null }
    },
  })
  const t = await show(<TopicScreen name="don-hang" />)
  await press(t('topics.older'))
  await textThere('kho-hang/cũ.pdf')
  tokens.length = 0
  return { t, server, tokens }
}

test('while an event is being sent, only the newest page of the log is read again', async () => {
  const { t, server, tokens } = await openBothPages()
  server.newest = server.newest.map(each => ({
    ...each,
    state: each.state === 'pending' ? 'delivered' : each.state,
  }))
  await act(async () => void vi.advanceTimersByTime(6000))
  const states = () => [...document.querySelectorAll('li [id$=-state]')].map(each => each.textContent)
  const [delivered, failed] = [t('topics.state.delivered'), t('topics.state.failed')]
  await expect.poll(states).toEqual([delivered, failed, failed])
  expect(new Set(tokens)).toEqual(new Set([null]))
})

test('a refresh of a topic reads the newest page of its log only, and its button shows nothing else', async () => {
  const { t, server, tokens } = await openBothPages()
  const refresh = () => button(t('common.refresh'))!.disabled
  const { promise, resolve } = Promise.withResolvers<TopicDetail>()
  server.topic = () => promise
  await press(t('common.refresh'))
  expect(refresh()).toBe(true)
  resolve(detail)
  await expect.poll(refresh).toBe(false)
  await expect.poll(() => document.body.textContent).not.toContain('cũ.pdf')
  expect(new Set(tokens)).toEqual(new Set([null]))
})

test('a log with its newest page read again keeps the rows below, and is read whole after a gap', () => {
  const row = (id: string, state = 'delivered') => ({ ...delivery, id, state }) as Delivery
  const rows = ['c', 'b', 'a'].map(id => row(id))
  const newest = (ids: string[], next_token: string | null = 'more') => ({
    deliveries: ids.map(id => row(id, 'failed')),
    next_token,
  })
  const said = (merged: Delivery[] | null) => merged?.map(({ id, state }) => `${id} ${state}`)
  expect(said(withNewest(rows, newest(['d', 'c'])))).toEqual([
    'd failed',
    'c failed',
    'b delivered',
    'a delivered',
  ])
  expect(said(withNewest(rows, newest(['a'], null)))).toEqual(['a failed'])
  expect(withNewest(rows, newest(['f', 'e']))).toBe(null)
})

test('a topic that its receiver refused says when, and what to do', async () => {
  detail = { ...detail, topic: { ...orders, paused: true, refused_at: 1_790_000_000 } }
  serve(reads)
  const t = await show(<TopicScreen name="don-hang" />, 'vi')
  await textThere(t('topics.refused'))
  const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts).toContainEqual(
    expect.stringMatching(/^21\/09\/2026 .+ \(410\)\. Hãy đổi nơi nhận rồi tiếp tục\.$/),
  )
})

test('a topic that another key changed says when', async () => {
  detail = { ...detail, topic: { ...orders, altered_at: 1_790_000_000 } }
  serve(reads)
  const t = await show(<TopicScreen name="don-hang" />, 'vi')
  await textThere(t('topics.altered'))
  const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts).toContainEqual(
    expect.stringMatching(/^21\/09\/2026 .+, bằng một khóa truy cập.+ có thể đã đi nơi khác\.$/),
  )
})

test('a topic is tested, paused and resumed', async () => {
  const sent = serve({
    ...reads,
    'POST /notification/topic/test': () => ({ id: 'msg_2' }),
    'PUT /notification/topic': ({ body }) => {
      const { paused } = body as Topic
      detail = { ...detail, topic: { ...orders, paused } }
      return detail.topic
    },
  })
  const t = await show(<TopicScreen name="don-hang" />)
  await press(t('topics.test'))
  await expect.poll(toast).toBe('topics.testSent')
  const menu = t('common.actionsFor', { name: 'don-hang' })
  await pick(menu, t('topics.pause'))
  await expect.poll(toast).toBe('topics.pausedToast')
  await pick(menu, t('topics.resume'))
  await expect.poll(toast).toBe('topics.resumedToast')
  expect(sent.map(([, body]) => body)).toEqual([
    { name: 'don-hang' },
    { name: 'don-hang', paused: true },
    { name: 'don-hang', paused: false },
  ])
})

test('a topic that mails has no secret to show', async () => {
  detail = { ...detail, topic: mailed }
  serve(reads)
  const t = await show(<TopicScreen name="ke-toan" />)
  await press(t('common.actionsFor', { name: 'ke-toan' }))
  await textThere(t('topics.resume'))
  expect(document.body.textContent).not.toContain(t('topics.reveal'))
})

test('deleting a topic says which buckets use it, and asks for its name', async () => {
  const sent = serve({ ...reads, 'DELETE /notification/topic': () => new Response(null, { status: 204 }) })
  const t = await show(<TopicScreen name="don-hang" />)
  await pick(t('common.actionsFor', { name: 'don-hang' }), t('common.delete'))
  const label = t('topics.typeName', { name: 'don-hang' })
  await fieldThere(label)
  const dialog = document.querySelector('[role=alertdialog]')!
  expect(said(dialog)).toEqual(expect.arrayContaining([t('topics.usedBy', { count: 1 }), 'kho-hang']))
  fill(label, 'don')
  await submit()
  await expect.poll(() => wrong(label)).toBe('Wrong name, please check again')
  fill(label, 'don-han')
  await expect.poll(() => wrong(label)).toBe('Not match')
  fill(label, 'don-hang')
  await submit()
  await expect.poll(toast).toBe('topics.deleted')
  expect(sent).toEqual([['DELETE /notification/topic', { name: 'don-hang', typed: 'don-hang' }]])
})

test('a topic that is gone, a storage without topics and an account without notifications are said', async () => {
  serve({
    'GET /notification/topic': () => refusal('TOPIC_NOT_FOUND', 404),
    'GET /notification/topics': () => refusal('NOT_SUPPORTED', 501),
  })
  const t = await show(<TopicScreen name="khong-co" />)
  await headingThere(t('topics.gone.title', { name: 'khong-co' }))
  await show(<TopicsScreen />)
  await headingThere(t('topics.unsupported.title'))
  expect(button(t('topics.create'))).toBeUndefined()
  enabled = false
  await show(<TopicsScreen />)
  await textThere(t('topics.off.leadSuper'))
  superAdmin = false
  await show(<TopicsScreen />)
  await textThere(t('topics.off.lead'))
})
