// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { uploadMachine } from '../../machines/upload/machine.ts'
import type { SendFile } from '../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { rowAt } from '../../machines/upload-queue/table.ts'
import type { ReadSelection } from '../../machines/upload-queue/types.ts'
import { addConsoleMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'
import { UploadRow } from '../../src/uploads/panel/upload-row.tsx'
import { UploadSummary } from '../../src/uploads/panel/upload-summary.tsx'
import type { QueueSnapshot } from '../../src/uploads/queue/uploads.ts'

const shown = vi.hoisted(() => ({ queue: null as unknown }))
vi.mock(import('../../src/uploads/queue/uploads.ts'), () => ({
  uploadsNow: () => shown.queue as QueueSnapshot,
  onUploadsChange: () => () => undefined,
  uploadEvents: {} as never,
}))

beforeAll(async () => {
  await showLocale('en')
  await addConsoleMessages()
})
afterEach(cleanup)

/** The queue after one file of 100 bytes has ended like this. */
async function queueAfter(output: SendFile['output']): Promise<QueueSnapshot> {
  const sendFile = fromPromise<SendFile['output'], SendFile['input']>(async () => output)
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload: uploadMachine.provide({ actors: { sendFile } }),
        readSelection: fromPromise<void, ReadSelection['input']>(async ({ input }) =>
          input.queue.send({
            type: 'files found',
            bucket: input.bucket,
            files: [
              {
                key: 'báo cáo.docx',
                file: { name: 'báo cáo.docx', size: 100, lastModified: 1, type: '' },
                readable: true,
              },
            ],
          }),
        ),
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
  const ended = () => rowAt(queue.getSnapshot().context.table, 0)?.status
  await expect.poll(ended).toMatch(/completed|failed/)
  return queue.getSnapshot()
}

const show = (view: React.ReactNode) => render(<ChakraProvider value={createTheme()}>{view}</ChakraProvider>)
const full = { ok: false, code: 'NOT_ENOUGH_STORAGE' } as const

describe('the summary', () => {
  test('says how much of what was sent', async () => {
    shown.queue = await queueAfter({ ok: true })
    expect(show(<UploadSummary />).container.textContent).toBe('1 of 1 · 100 Bytes of 100 Bytes100%')
  })

  test('has no bytes and no percent where nothing could be sent', async () => {
    shown.queue = await queueAfter(full)
    expect(show(<UploadSummary />).container.textContent).toBe('0 of 1')
  })
})

test('a reason has two lines, and is whole on hover', async () => {
  const queue = await queueAfter(full)
  show(<UploadRow row={rowAt(queue.context.table, 0)!} allPaused={false} onNeedsFile={() => undefined} />)
  const reason = screen.getByTitle('Not enough storage space!')
  expect(reason.textContent).toBe('Not enough storage space!')
  const rules = [...document.querySelectorAll('style')].map(style => style.textContent ?? '')
  expect(rules.find(rule => rule.startsWith(`.${reason.className}{`))).toContain('-webkit-line-clamp:2;')
})
