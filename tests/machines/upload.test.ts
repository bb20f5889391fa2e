import { expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import type { ListParts, SendFile } from '../../machines/upload/types.ts'
import {
  backoffMs,
  failed,
  finishMs,
  first,
  multipart,
  ok,
  openUpload,
  probeMs,
  second,
  sent,
  started,
} from './support/upload-stage.ts'

const held: ListParts['output'] = { ok: true, parts: [first, second] }
const ended = (state: string, reason: string | null = null, left: unknown = null) => ({
  type: 'upload ended',
  id: 7,
  state,
  reason,
  multipart: left,
})

test('a small file is one request, and its queue hears of the end alone', async () => {
  const { until, told, asked } = openUpload({ send: [sent] }, { size: 4 * MiB })
  await until('completed')
  expect(told).toEqual([ended('completed')])
  expect([asked.start.length, asked.send.length, asked.complete.length]).toEqual([0, 1, 0])
  expect(asked.send[0]?.multipart).toBeNull()
})

test('a file of an earlier visit is opened before it is sent, and waits to be chosen again if it cannot be', async () => {
  const known = { name: 'a', size: 4 * MiB, lastModified: 1, type: '' }
  const file = { ...known, stored: { path: 'a' } }
  const opened = openUpload({ open: [{ ok: true, file: known }], send: [sent] }, { file })
  await opened.until('completed')
  expect(opened.asked.send[0]?.file).toBe(known)
  const gone = openUpload({ open: [failed('PERMISSION_NEEDED')] }, { file, multipart })
  await gone.until('failed')
  expect(gone.told).toEqual([ended('interrupted', 'PERMISSION_NEEDED', multipart)])
})

test('a large file tells how many of its bytes have left, with those of finished parts', async () => {
  const upload = openUpload({ start: [started] })
  await upload.until({ working: 'sending' })
  upload.say({ type: 'progress', sent: MiB })
  upload.say({ type: 'part sent', part: first })
  upload.say({ type: 'progress', sent: 2 * MiB })
  expect(upload.told).toEqual([
    { type: 'upload progressed', id: 7, sent: MiB },
    { type: 'upload progressed', id: 7, sent: 18 * MiB },
  ])
})

test('a part that is told twice is held once, and completing names each part once', async () => {
  const send = [new Promise<SendFile['output']>(() => undefined), sent]
  const upload = openUpload({ start: [started], send, list: [{ ok: true, parts: [first, second] }] })
  await upload.until({ working: 'sending' })
  for (const part of [second, first, second]) upload.say({ type: 'part sent', part })
  expect(upload.actor.getSnapshot().context.parts).toEqual([first, second])
  upload.say({ type: 'pause' })
  upload.say({ type: 'pause' })
  upload.say({ type: 'continue' })
  await upload.until({ working: 'completing' })
  expect(upload.asked.complete.map(({ parts }) => parts)).toEqual([[first, second]])
})

test('an upload paused during a part keeps the stored parts, and sends only the others when continued', async () => {
  const upload = openUpload({ start: [started], send: [], list: [{ ok: true, parts: [first] }] })
  await upload.until({ working: 'sending' })
  upload.say({ type: 'part sent', part: first })
  upload.say({ type: 'progress', sent: 7 * MiB })
  upload.say({ type: 'pause' })
  upload.say({ type: 'pause' })
  await upload.until({ paused: 'byUser' })
  expect(upload.told.slice(-2)).toEqual([
    { type: 'upload progressed', id: 7, sent: first.size },
    { type: 'upload changed', id: 7, state: 'paused', reason: null },
  ])
  upload.clock.increment(24 * 3_600_000)
  expect(upload.asked.send.length).toBe(1)
  upload.say({ type: 'continue' })
  await upload.until({ working: 'sending' })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[], [first]])
})

/** Sending that ends as the test says, and how often it was told to finish. */
async function openSending(input: Parameters<typeof openUpload>[1] = {}) {
  const end = Promise.withResolvers<SendFile['output']>()
  const upload = openUpload(
    { start: [started], send: [end.promise], list: [{ ok: true, parts: [first] }] },
    input,
  )
  let finishes = 0
  upload.actor.on('finish', () => {
    finishes++
  })
  await upload.until({ working: 'sending' })
  return { ...upload, end: end.resolve, finishes: () => finishes }
}
const changed = (state: string) => ({ type: 'upload changed', id: 7, state, reason: null })

test('a pause lets the requests in flight finish, and their parts are kept', async () => {
  const upload = await openSending()
  upload.say({ type: 'progress', sent: MiB })
  upload.say({ type: 'pause' })
  expect([upload.finishes(), upload.told.at(-1)]).toEqual([1, changed('pausing')])
  upload.say({ type: 'part sent', part: first })
  upload.end({ ok: true, finished: false })
  await upload.until({ paused: 'byUser' })
  expect(upload.told.slice(-2)).toEqual([
    { type: 'upload progressed', id: 7, sent: first.size },
    changed('paused'),
  ])
})

test('a pause that does not come to its end within ten seconds aborts the requests', async () => {
  const upload = await openSending()
  upload.say({ type: 'pause' })
  upload.clock.increment(finishMs - 1)
  expect(upload.actor.getSnapshot().value).toEqual({ working: { sending: 'pausing' } })
  upload.clock.increment(1)
  expect(upload.actor.getSnapshot().value).toEqual({ paused: 'byUser' })
  expect(upload.actor.getSnapshot().children.sendFile).toBeUndefined()
})

type Sending = Awaited<ReturnType<typeof openSending>>

test.each([
  ['a second pause', (upload: Sending) => upload.say({ type: 'pause' })],
  ['the time limit', (upload: Sending) => upload.clock.increment(finishMs)],
  ['the last request', (upload: Sending) => upload.end({ ok: true, finished: false })],
])('once %s has ended sending, it is asked which parts are held', async (_, endSending) => {
  const upload = await openSending()
  upload.say({ type: 'pause' })
  endSending(upload)
  await upload.until({ paused: 'byUser' })
  upload.say({ type: 'continue' })
  await upload.until({ working: 'sending' })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[], [first]])
})

test('a small file whose request ends during a pause is stored', async () => {
  const upload = await openSending({ size: MiB })
  upload.say({ type: 'pause' })
  upload.end(sent)
  await upload.until('completed')
  expect(upload.told).toEqual([changed('pausing'), ended('completed')])
})

test('a failure during a pause pauses the upload', async () => {
  const upload = await openSending()
  upload.say({ type: 'pause' })
  upload.end(failed('NETWORK'))
  await upload.until({ paused: 'byUser' })
  expect(upload.told.at(-1)).toEqual(changed('paused'))
  expect(upload.actor.getSnapshot().context.attempts).toBe(0)
})

test.each([
  ['begun', 'starting', {}, {}],
  ['completed', 'completing', { list: [held], send: [sent] }, { multipart }],
] satisfies [string, string, ...Parameters<typeof openUpload>][])(
  'what the user wants while an upload is %s is told at once',
  async (_, step, answers, input) => {
    const upload = openUpload(answers, input)
    await upload.until({ working: step } as { working: 'starting' | 'completing' })
    for (const [type, state] of [
      ['pause', 'paused'],
      ['continue', 'uploading'],
      ['cancel', 'cancelling'],
    ] as const) {
      upload.say({ type })
      expect(upload.told.at(-1)).toEqual(changed(state))
    }
  },
)

test.each([
  ['a failure', failed('NETWORK')],
  ['a bug', new Error('a bug')],
])('after %s in sending it is asked which parts are held', async (_, end) => {
  const upload = openUpload({ start: [started], send: [end], list: [{ ok: true, parts: [first] }] })
  await upload.until({ waiting: 'toRetry' })
  upload.clock.increment(backoffMs)
  await upload.until({ working: 'sending' })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[], [first]])
})

test('an upload that continues while it pauses sends the rest once the requests in flight have ended', async () => {
  const upload = await openSending()
  upload.say({ type: 'pause' })
  upload.say({ type: 'continue' })
  expect(upload.told.slice(-2)).toEqual([changed('pausing'), changed('uploading')])
  upload.say({ type: 'part sent', part: first })
  upload.end({ ok: true, finished: false })
  await upload.until({ working: { sending: 'wanted' } })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[], [first]])
  expect(upload.asked.list).toEqual([])
})

test('a part that was stored although its response was lost is not sent again', async () => {
  const upload = openUpload({
    start: [started],
    send: [failed('NETWORK'), sent],
    list: [{ ok: true, parts: [first, second] }],
    complete: [ok],
  })
  await upload.until({ waiting: 'toRetry' })
  upload.clock.increment(backoffMs)
  await upload.until('completed')
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[], [first, second]])
  expect(upload.asked.complete.map(({ parts }) => parts)).toEqual([[first, second]])
})

test('an interrupted upload asks which parts are held, and sends one of another size again', async () => {
  const wrong = { ...second, size: second.size - 1 }
  const upload = openUpload({ list: [{ ok: true, parts: [wrong, first] }] }, { multipart })
  await upload.until({ working: 'sending' })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[first]])
  expect(upload.told).toEqual([{ type: 'upload progressed', id: 7, sent: 16 * MiB }])
})

test('an upload whose parts differ from the file is not completed although all are held', async () => {
  const all = { ok: true, parts: [first, second] } satisfies ListParts['output']
  const damaged = failed('NETWORK')
  const upload = openUpload({ list: [all, all], send: [damaged, sent], complete: [ok] }, { multipart })
  await upload.until({ waiting: 'toRetry' })
  expect(upload.asked.complete).toEqual([])
  upload.clock.increment(backoffMs)
  await upload.until('completed')
  expect([upload.asked.send.length, upload.asked.complete.length]).toEqual([2, 1])
})

test('an interrupted upload of which everything is held is completed once it is compared with the file', async () => {
  const compared = Promise.withResolvers<SendFile['output']>()
  const upload = openUpload(
    { list: [{ ok: true, parts: [second, first] }], send: [compared.promise], complete: [ok] },
    { multipart },
  )
  await upload.until({ working: 'sending' })
  expect(upload.asked.send.map(({ parts }) => parts)).toEqual([[first, second]])
  expect(upload.asked.complete).toEqual([])
  compared.resolve(sent)
  await upload.until('completed')
  expect(upload.asked.complete.map(({ parts }) => parts)).toEqual([[first, second]])
})

test.each(['STORAGE_UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'STOPPING'] as const)(
  'a server that stays away (%s) pauses the upload, and it goes on when it is back',
  async code => {
    const away = failed(code)
    const upload = openUpload({ send: [away, away, away, away, away, away, away, sent] }, { size: MiB })
    for (let attempt = 1; attempt <= 5; attempt++) {
      await upload.until({ waiting: 'toRetry' })
      expect(upload.asked.send.length).toBe(attempt)
      upload.clock.increment(backoffMs)
    }
    await upload.until({ paused: 'byStorage' })
    expect(upload.told.at(-1)).toEqual({
      type: 'upload changed',
      id: 7,
      state: 'stalled',
      reason: 'STORAGE_UNAVAILABLE',
    })
    upload.clock.increment(probeMs)
    await upload.until({ paused: 'byStorage' })
    upload.clock.increment(probeMs)
    await upload.until('completed')
    expect(upload.asked.send.length).toBe(8)
  },
)

test('a part that gets through makes the count of failed attempts begin anew', async () => {
  const lost = failed('NETWORK')
  const upload = openUpload({
    start: [started],
    send: [lost, lost, lost, lost],
    list: Array.from({ length: 4 }, () => ({ ok: true, parts: [] })),
  })
  for (let attempt = 1; attempt <= 4; attempt++) {
    await upload.until({ waiting: 'toRetry' })
    upload.clock.increment(backoffMs)
  }
  await upload.until({ working: 'sending' })
  expect(upload.actor.getSnapshot().context.attempts).toBe(4)
  const change = () => upload.told.findLast(({ type }) => type === 'upload changed')
  expect(change()).toEqual({ ...changed('uploading'), reason: 'RETRYING' })
  upload.say({ type: 'part sent', part: first })
  expect(upload.actor.getSnapshot().context.attempts).toBe(0)
  expect(change()).toEqual(changed('uploading'))
})

test('a failed attempt is told, and the next one begins half a second to a second later', async () => {
  const upload = openUpload({ send: [failed('NETWORK')] }, { size: MiB, delays: {} })
  await upload.until({ waiting: 'toRetry' })
  expect(upload.told.at(-1)).toEqual({ ...changed('uploading'), reason: 'RETRYING' })
  upload.clock.increment(499)
  expect(upload.actor.getSnapshot().value).toEqual({ waiting: 'toRetry' })
  upload.clock.increment(501)
  expect(upload.actor.getSnapshot().value).toEqual({ working: { sending: 'wanted' } })
})

test('a storage that does not answer is tried again after 8 to 16 seconds', async () => {
  const send = Array.from({ length: 6 }, () => failed('NETWORK'))
  const upload = openUpload({ send }, { size: MiB, delays: {} })
  for (let attempt = 1; attempt <= 5; attempt++) {
    await upload.until({ waiting: 'toRetry' })
    upload.clock.increment(30_000)
  }
  await upload.until({ paused: 'byStorage' })
  upload.clock.increment(7999)
  expect(upload.actor.getSnapshot().value).toEqual({ paused: 'byStorage' })
  upload.clock.increment(8001)
  expect(upload.actor.getSnapshot().value).toEqual({ working: { sending: 'wanted' } })
})

test('attempts that failed before the network was away do not count after it', async () => {
  const upload = openUpload({ send: [failed('NETWORK'), failed('OFFLINE')] }, { size: MiB })
  await upload.until({ waiting: 'toRetry' })
  upload.clock.increment(backoffMs)
  await upload.until({ waiting: 'offline' })
  expect(upload.actor.getSnapshot().context.attempts).toBe(1)
  upload.comeOnline()
  await upload.until({ working: 'sending' })
  expect(upload.actor.getSnapshot().context.attempts).toBe(0)
})

test('a paused upload that continues is told at once, whoever paused it', async () => {
  const upload = openUpload({ start: [started] })
  await upload.until({ working: 'sending' })
  upload.say({ type: 'pause' })
  upload.say({ type: 'pause' })
  upload.say({ type: 'continue' })
  expect(upload.told.at(-1)).toEqual(changed('uploading'))
  const away = Array.from({ length: 6 }, () => failed('STOPPING'))
  const stalled = openUpload({ send: away }, { size: MiB })
  for (let attempt = 1; attempt <= 5; attempt++) {
    await stalled.until({ waiting: 'toRetry' })
    stalled.clock.increment(backoffMs)
  }
  await stalled.until({ paused: 'byStorage' })
  stalled.say({ type: 'continue' })
  expect(stalled.told.at(-1)).toEqual(changed('uploading'))
  expect(stalled.actor.getSnapshot().context.attempts).toBe(0)
})

test('an upload without a network waits for it, however long, and goes on at once', async () => {
  const upload = openUpload({ send: [failed('OFFLINE'), sent] }, { size: MiB })
  await upload.until({ waiting: 'offline' })
  upload.clock.increment(24 * 3_600_000)
  expect(upload.asked.send.length).toBe(1)
  upload.comeOnline()
  await upload.until('completed')
  expect(upload.told.map(report => report.type === 'upload changed' && report.reason)).toEqual([
    false,
    'OFFLINE',
    null,
    false,
  ])
})

test('a refused address is signed anew without waiting; refused again and again it is a missing permission', async () => {
  const refused = failed('URL_REFUSED')
  const upload = openUpload({ send: [refused, refused, refused] }, { size: MiB })
  await upload.until('failed')
  expect(upload.asked.send.length).toBe(3)
  expect(upload.told).toEqual([ended('failed', 'ACCESS_DENIED')])
})

test('a file whose parts are lost is begun anew once, in place of the old upload', async () => {
  const again = { uploadId: 'upload-2', partSize: 16 * MiB }
  const upload = openUpload({
    start: [started, { ok: true, multipart: again }],
    send: [failed('UPLOAD_NOT_FOUND'), failed('UPLOAD_NOT_FOUND')],
  })
  await upload.until('failed')
  expect(upload.asked.start.map(({ replaces }) => replaces)).toEqual([null, 'upload-1'])
  expect(upload.told).toEqual([ended('failed', 'UPLOAD_NOT_FOUND', again)])
  expect(upload.begun).toEqual([
    { type: 'upload begun', id: 7, multipart },
    { type: 'upload begun', id: 7, multipart: again },
  ])
})

test.each(['NETWORK', 'OFFLINE'] as const)(
  'an answer to completing that was lost makes the next attempt say so: %s',
  async code => {
    const upload = openUpload(
      {
        list: [{ ok: true, parts: [first, second] }],
        complete: [failed(code), ok],
        send: [sent],
      },
      { multipart },
    )
    await upload.until({ waiting: code === 'NETWORK' ? 'toRetry' : 'offline' })
    if (code === 'NETWORK') upload.clock.increment(backoffMs)
    else upload.comeOnline()
    await upload.until('completed')
    expect(upload.asked.complete.map(({ again }) => again)).toEqual([false, true])
  },
)

test.each([
  ['NOT_ENOUGH_STORAGE', 'failed'],
  ['ACCESS_DENIED', 'failed'],
  ['BUCKET_NOT_FOUND', 'failed'],
  ['FILE_CHANGED', 'refused'],
  ['FILE_TOO_LARGE', 'refused'],
] as const)(
  'a failure that does not pass ends the upload with its reason and keeps the parts: %s, %s',
  async (code, state) => {
    const upload = openUpload({ start: [started], send: [failed(code)] })
    await upload.until('failed')
    expect(upload.told).toEqual([ended(state, code, multipart)])
    expect(upload.asked.abort).toEqual([])
  },
)

const bugs = Array.from({ length: 6 }, () => new Error('a bug'))
const earlier = { name: 'a', size: MiB, lastModified: 1, type: '', stored: { path: 'a' } }

test.each([
  ['opening the file', { open: bugs }, { file: earlier }],
  ['beginning', { start: bugs }, {}],
  ['asking what is held', { list: bugs }, { multipart }],
  ['sending', { send: bugs }, { size: MiB }],
  ['completing', { list: [held], send: [sent], complete: bugs }, { multipart }],
] satisfies [string, ...Parameters<typeof openUpload>][])(
  'a bug in %s ends the upload after five more attempts',
  async (_, answers, input) => {
    const upload = openUpload(answers, input)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await upload.until({ waiting: 'toRetry' })
      upload.clock.increment(backoffMs)
    }
    await upload.until('failed')
    expect(upload.told.at(-1)).toMatchObject({
      type: 'upload ended',
      state: 'failed',
      reason: 'UNKNOWN_ERROR',
    })
  },
)

test('a cancel while the upload is being begun gives up what the engine begins', async () => {
  const upload = openUpload({ start: [started], abort: [ok] })
  upload.say({ type: 'cancel' })
  await upload.until('cancelled')
  expect(upload.asked.abort).toEqual([{ bucket: 'anh', key: 'Tết/múa lân.mp4', uploadId: 'upload-1' }])
  expect(upload.told.at(-1)).toEqual(ended('cancelled'))
})

test('a cancel is told to the engine until it takes it', async () => {
  const away = failed('STORAGE_UNAVAILABLE')
  const upload = openUpload({ start: [started], abort: [away, away, new Error('a bug'), ok] })
  await upload.until({ working: 'sending' })
  upload.say({ type: 'cancel' })
  expect(upload.told.at(-1)).toEqual(changed('cancelling'))
  for (let attempt = 1; attempt <= 3; attempt++) {
    await upload.until({ cancelling: 'waiting' })
    expect(upload.actor.getSnapshot().context.attempts).toBe(attempt)
    upload.clock.increment(backoffMs)
  }
  await upload.until('cancelled')
  expect(upload.asked.abort.length).toBe(4)
})

test('a cancel of a small file tells the engine nothing', async () => {
  const upload = openUpload({}, { size: MiB })
  upload.say({ type: 'cancel' })
  await upload.until('cancelled')
  expect(upload.asked.abort).toEqual([])
})

test('an upload that is only to be given up sends nothing', async () => {
  const upload = openUpload({ abort: [ok] }, { multipart, intent: 'discard' })
  await upload.until('cancelled')
  expect([upload.asked.list, upload.asked.send]).toEqual([[], []])
})

test('a pause while the upload is being begun is kept when the engine answers', async () => {
  const upload = openUpload({ start: [started] })
  upload.say({ type: 'pause' })
  await upload.until({ paused: 'byUser' })
  expect(upload.asked.send).toEqual([])
  upload.say({ type: 'continue' })
  await upload.until({ working: 'sending' })
  expect(upload.asked.start.length).toBe(1)
})
