// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { consoleTexts } from '../../languages/languages.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import type { SendFile } from '../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { appendRows, rowAt } from '../../machines/upload-queue/table.ts'
import type { QueueEvent, ReadSelection } from '../../machines/upload-queue/types.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'
import { UploadRow } from '../../src/uploads/panel/upload-row.tsx'
import { UploadSummary, useUploadTitle } from '../../src/uploads/panel/upload-summary.tsx'
import type { QueueSnapshot } from '../../src/uploads/queue/uploads.ts'

const shown = vi.hoisted(() => ({ queue: null as unknown, speed: null as number | null, expired: false }))
vi.mock(import('../../src/uploads/panel/use-uploads.ts'), async original => ({
  ...(await original()),
  useUploadSpeed: () => shown.speed,
}))
vi.mock(import('../../src/session/flow.ts'), async original => ({
  ...(await original()),
  useSession: (() => shown.expired) as never,
}))
vi.mock(import('../../src/uploads/queue/uploads.ts'), () => ({
  uploadsNow: () => shown.queue as QueueSnapshot,
  onUploadsChange: () => () => undefined,
  areUploadsStored: () => true,
  uploadEvents: {} as never,
}))

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
})
afterEach(cleanup)

/** The queue after one file of 100 bytes has ended like this, or by `event`. `reads`: more files are being found. */
async function queueAfter(
  output: SendFile['output'] | Promise<SendFile['output']>,
  event?: QueueEvent | null,
  reads = false,
): Promise<QueueSnapshot> {
  const sendFile = fromPromise<SendFile['output'], SendFile['input']>(async () => output)
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload: uploadMachine.provide({ actors: { sendFile } }),
        readSelection: fromPromise<void, ReadSelection['input']>(async ({ input }) => {
          input.queue.send({
            type: 'files found',
            bucket: input.bucket,
            files: [
              {
                key: 'báo cáo.docx',
                file: { name: 'báo cáo.docx', size: 100, lastModified: 1, type: '' },
                path: 'báo cáo.docx',
                readable: true,
              },
            ],
          })
          if (reads) await new Promise(() => undefined)
        }),
      },
    }),
    { input: { concurrency: 1 } },
  ).start()
  queue.send({
    type: 'add files',
    selection: {
      ...{ bucket: 'anh', prefix: '', items: [], tops: [] },
      ...{ names: new Map(), duplicates: 'keep-both', avoid: new Set() },
    },
  })
  const state = () => rowAt(queue.getSnapshot().context.table, 0)?.state
  if (event) {
    await expect.poll(state).toBe('active.uploading')
    queue.send(event)
  }
  await expect.poll(state).toMatch(/completed|failed|refused|cancelled/)
  return queue.getSnapshot()
}

const Title = () => useUploadTitle()
const show = (view: React.ReactNode) => render(<ChakraProvider value={createTheme()}>{view}</ChakraProvider>)
const full = { ok: false, code: 'NOT_ENOUGH_STORAGE' } as const

describe('the summary', () => {
  test('says how much of what was sent', async () => {
    shown.queue = await queueAfter({ ok: true, finished: true })
    expect(show(<UploadSummary />).container.textContent).toBe('1 of 1 · 100 Bytes of 100 Bytes100%')
  })

  test('says that it still counts, and no share of the whole, while files are being found', async () => {
    shown.queue = await queueAfter({ ok: true, finished: true }, null, true)
    expect(show(<UploadSummary />).container.textContent).toBe('1 of 1 so far, still counting')
  })

  test('counts what was cancelled apart', async () => {
    const queue = await queueAfter({ ok: true, finished: true })
    const { table } = queue.context
    const cancelled = { ...rowAt(table, 0)!, id: 2, key: 'b', state: 'cancelled', sent: 0 } as const
    shown.queue = { ...queue, context: { ...queue.context, table: appendRows(table, [cancelled]) } }
    expect(show(<UploadSummary />).container.textContent).toContain('1 of 1 · 1 canceled')
  })

  test('has no bytes and no percent where nothing could be sent', async () => {
    shown.queue = await queueAfter(full)
    expect(show(<UploadSummary />).container.textContent).toBe('0 of 1 uploaded')
  })

  test('shows a speed, but not while uploads wait for the user to sign in again', async () => {
    shown.queue = await queueAfter({ ok: true, finished: true })
    shown.speed = 2048
    expect(show(<UploadSummary />).container.textContent).toContain('2 KB/s')
    cleanup()
    shown.expired = true
    expect(show(<UploadSummary />).container.textContent).not.toContain('/s')
    Object.assign(shown, { speed: null, expired: false })
  })

  test('of uploads that were all cancelled there is nothing to count', async () => {
    shown.queue = await queueAfter(new Promise(() => undefined), { type: 'cancel all' })
    expect(show(<UploadSummary />).container.textContent).toBe('')
    cleanup()
    expect(show(<Title />).container.textContent).toBe('Uploads canceled')
  })
})

test('a reason is whole on hover', async () => {
  const queue = await queueAfter(full)
  show(
    <UploadRow
      row={rowAt(queue.context.table, 0)!}
      within="anh"
      allPaused={false}
      onNeedsFile={() => undefined}
    />,
  )
  expect(screen.getByTitle('Not enough storage space!').textContent).toBe('Not enough storage space!')
})

test.each([
  ['NOT_ENOUGH_STORAGE', 'Not enough storage space!', 'may be retried'],
  ['ACCESS_DENIED', 'You do not have permission to upload here.', 'may be retried'],
  ['BUCKET_NOT_FOUND', 'The bucket no longer exists.', 'may be retried'],
  ['FILE_TOO_LARGE', 'Files must be smaller than 5 GB.', 'stays as it is'],
  ['FILE_CHANGED', 'The file was changed, moved or deleted on this computer.', 'stays as it is'],
] as const)('a row that failed with %s says "%s" and %s', async (code, text, end) => {
  const queue = await queueAfter({ ok: false, code })
  show(
    <UploadRow
      row={rowAt(queue.context.table, 0)!}
      within="anh"
      allPaused={false}
      onNeedsFile={() => undefined}
    />,
  )
  expect(screen.getByTitle(text).textContent).toBe(text)
  const buttons = screen.getAllByRole('button').map(button => button.getAttribute('aria-label'))
  const retry = end === 'may be retried' ? ['Try báo cáo.docx again'] : []
  expect(buttons).toEqual([...retry, 'Remove báo cáo.docx from the list'])
})
