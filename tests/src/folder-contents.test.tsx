// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CurrentUser } from '../../openapi/schema.ts'
import FolderTotal from '../../src/files/page/folder-total.tsx'
import { FolderContents } from '../../src/files/panel/details/folder-contents.tsx'
import { storageChanged } from '../../src/session/sizes.ts'
import { serve, show, textThere } from './support/screen.tsx'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

test('the contents of a folder that is shown follow what is uploaded and deleted', async () => {
  let files = 2
  serve({ 'GET /objects/count': () => ({ files, bytes: 2000, next_token: null }) })
  await show(<FolderContents bucket="anh" path="2026/" />)
  await textThere('2')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  files = 3
  storageChanged()
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  await textThere('3')
})

test('a folder of more than is loaded has its number of files and size beside it, where they are counted at once', async () => {
  let next_token: string | null = null
  serve({ 'GET /objects/count': () => ({ files: 60_000, bytes: 2000, next_token }) })
  await show(
    <p>
      Rows
      <FolderTotal place={{ bucket: 'anh', prefix: '2026/' }} />
    </p>,
  )
  const shown = () => document.querySelector('p')?.textContent
  await expect.poll(shown).toBe('Rows · 60,000 files in all, 2 KB')
  next_token = 'more'
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  storageChanged()
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  await expect.poll(shown).toBe('Rows')
})
