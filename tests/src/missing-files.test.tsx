// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { consoleTexts } from '../../languages/languages.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'
import { MissingFiles } from '../../src/uploads/panel/missing-files.tsx'
import { rememberSource } from '../../src/uploads/picking/file-sources.ts'
import type { QueueSnapshot } from '../../src/uploads/queue/uploads.ts'

const shown = vi.hoisted(() => ({ queue: null as unknown }))
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

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('a user who does not let the browser read the files again can choose them instead', async () => {
  const queue = createActor(uploadQueueMachine, { input: { concurrency: 1 } }).start()
  const file = { name: 'a.jpg', size: 3, lastModified: 5, type: '', stored: { path: 'anh/a.jpg' } }
  const handle = { queryPermission: async () => 'prompt', requestPermission: async () => 'denied' }
  rememberSource(file, handle as never)
  const row = { bucket: 'anh', key: 'a.jpg', path: 'anh/a.jpg', file, sent: 0, multipart: null } as const
  queue.send({ type: 'restore', rows: [{ ...row, state: 'interrupted', reason: 'PERMISSION_NEEDED' }] })
  shown.queue = queue.getSnapshot()
  render(
    <ChakraProvider value={createTheme()}>
      <MissingFiles />
    </ChakraProvider>,
  )
  expect(buttons()).toEqual(['Continue'])
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Choose folder' })
  expect(buttons()).toEqual(['Continue', 'Choose files', 'Choose folder'])
})
