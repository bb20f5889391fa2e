// @vitest-environment happy-dom
import { onTestFinished, test, vi } from 'vitest'
import type { CurrentUser } from '../../openapi/schema.ts'
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
