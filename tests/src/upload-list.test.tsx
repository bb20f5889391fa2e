// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { uploadPanelTexts } from '../../languages/screen-texts.ts'
import { folders, growingFolders } from '../../machines/upload-queue/folders.ts'
import { byStatus, traits } from '../../machines/upload-queue/row-state.ts'
import { selectAllPaused } from '../../machines/upload-queue/selectors.ts'
import { rowsOf } from '../../machines/upload-queue/table.ts'
import type { UploadRow as UploadRowData } from '../../machines/upload-queue/types.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'
import { addFiles, endFile, newQueue, sendToQueue, uploads } from './support/upload-queue.ts'

vi.mock(import('../../src/uploads/queue/uploads.ts'), async () => {
  const { uploads, sendToQueue } = await import('./support/upload-queue.ts')
  const stepFolder = (folder: string, step: 'cancel') => sendToQueue({ type: 'step folder', folder, step })
  const cancel = (id: number) => sendToQueue({ type: 'cancel', id })
  return { ...uploads, uploadEvents: { stepFolder, cancel } } as never
})
const speed = vi.hoisted(() => ({ now: null as number | null }))
vi.mock(import('../../src/uploads/panel/use-uploads.ts'), async () => {
  const [{ useSyncExternalStore }, { uploads }] = await Promise.all([
    import('react'),
    import('./support/upload-queue.ts'),
  ])
  const { onUploadsChange, uploadsNow } = uploads
  return {
    useUploads: (selector: (snapshot: never) => unknown) =>
      selector(useSyncExternalStore(onUploadsChange, uploadsNow) as never),
    useUploadSpeed: () => speed.now,
  } as never
})
const { FolderLine } = await import('../../src/uploads/panel/folder-line.tsx')
const { UploadRow } = await import('../../src/uploads/panel/upload-row.tsx')
const { EndOffer } = await import('../../src/uploads/panel/end-offer.tsx')

const full = { ok: false, code: 'NOT_ENOUGH_STORAGE' } as const
const denied = { ok: false, code: 'ACCESS_DENIED' } as const

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(uploadPanelTexts)
})
beforeEach(newQueue)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (view: React.ReactNode) => render(<ChakraProvider value={createTheme()}>{view}</ChakraProvider>)

function showFolder(): { says: string | null; buttons: (string | null)[] } {
  cleanup()
  const snapshot = uploads.uploadsNow()
  const folder = folders(snapshot.context.table).get('anh/tết')!
  const { container } = show(
    <FolderLine
      folder={folder}
      growing={growingFolders(snapshot.context).has(folder.id)}
      allPaused={selectAllPaused(snapshot)}
      open={false}
      onToggle={() => undefined}
    />,
  )
  return {
    says: container.querySelector('[data-status]')!.children[1]!.textContent,
    buttons: screen.getAllByRole('button').map(button => button.getAttribute('aria-label')),
  }
}

test('a folder says how many of its files and bytes are uploaded, and what can be done with all of them', async () => {
  addFiles({ 'tết/a': 1024, 'tết/hoa/b': 1024, c: 10 })
  const open = 'Show the files of tết'
  expect(showFolder()).toEqual({
    says: 'tết0 of 2 · 0 Bytes of 2 KB',
    buttons: [open, 'Pause tết', 'Cancel tết'],
  })
  await endFile('tết/a')
  sendToQueue({ type: 'pause all' })
  sendToQueue({ type: 'pause all' })
  sendToQueue({ type: 'step folder', folder: 'anh/tết', step: 'pause' })
  expect(showFolder()).toEqual({
    says: 'tếtPaused · 1 of 2 · 1 KB of 2 KB',
    buttons: [open, 'Continue tết', 'Cancel tết'],
  })
})

test('a folder says once why its files failed, and how many failed where there are several reasons', async () => {
  addFiles({ 'tết/a': 1024, 'tết/b': 1024, 'tết/c': 1024, 'tết/d': 1024 })
  await endFile('tết/a', full)
  await endFile('tết/b', full)
  await endFile('tết/c')
  expect(showFolder().says).toBe('tết1 of 4 · 1 KB of 2 KB2 files: Not enough storage space!')
  await endFile('tết/d', denied)
  expect(showFolder()).toEqual({
    says: 'tết1 of 4 · 1 KB of 1 KB3 files were not uploaded',
    buttons: ['Show the files of tết', 'Try tết again', 'Remove tết from the list'],
  })
})

test('a folder is cancelled after a question, with all of its files and no other', async () => {
  addFiles({ 'tết/a': 1024, 'tết/b': 1024, c: 10 })
  showFolder()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel tết' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('2 files have not been uploaded yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  const { cancelled, uploading } = byStatus(uploads.uploadsNow().context.table.counts)
  expect([cancelled, uploading]).toEqual([2, 1])
})

class FakeNotification {
  static permission = 'default'
  static requestPermission = vi.fn(async () => FakeNotification.permission)
  close() {
    return undefined
  }
}
const answer = (permission: string) => Object.assign(FakeNotification, { permission })
const offer = () => screen.queryByRole('checkbox', { name: 'Tell me when it is done' })
const isChecked = () => (offer() as HTMLInputElement | null)?.checked
const long = 200_000_000

test('uploads that take long offer to tell of their end, which asks for the permission and is remembered', async () => {
  vi.stubGlobal('Notification', FakeNotification)
  answer('default')
  addFiles({ a: long })
  show(<EndOffer />)
  expect(isChecked()).toBe(false)
  FakeNotification.requestPermission.mockImplementationOnce(async () => {
    answer('granted')
    return 'granted'
  })
  await act(async () => fireEvent.click(offer()!))
  expect(isChecked()).toBe(true)
  cleanup()
  show(<EndOffer />)
  expect(isChecked()).toBe(true)
  await act(async () => fireEvent.click(offer()!))
  cleanup()
  show(<EndOffer />)
  expect(isChecked()).toBe(false)
})

test('a denied permission takes the offer away', async () => {
  vi.stubGlobal('Notification', FakeNotification)
  answer('default')
  addFiles({ a: long })
  show(<EndOffer />)
  FakeNotification.requestPermission.mockImplementationOnce(async () => {
    answer('denied')
    return 'denied'
  })
  await act(async () => fireEvent.click(offer()!))
  expect(offer()).toBeNull()
})

test.each<[string, number, number | null, () => void]>([
  ['is short', 1000, null, () => vi.stubGlobal('Notification', FakeNotification)],
  ['is fast', long, long, () => vi.stubGlobal('Notification', FakeNotification)],
  [
    'is long, where browsers have no notifications',
    long,
    null,
    () => void Reflect.deleteProperty(globalThis, 'Notification'),
  ],
  [
    'is long, where pages cannot show notifications',
    long,
    null,
    () =>
      vi.stubGlobal(
        'Notification',
        class {
          static permission = 'default'
          constructor() {
            throw new TypeError('Illegal constructor')
          }
        },
      ),
  ],
])('nothing is offered while an upload %s', async (_, size, perSecond, prepare) => {
  prepare()
  speed.now = perSecond
  addFiles({ a: size })
  show(<EndOffer />)
  expect(offer()).toBeNull()
  speed.now = null
})

test('the second click of a double click does not cancel the row that has moved under the pointer', () => {
  addFiles({ a: 10, b: 10 })
  const rows = () => [...rowsOf(uploads.uploadsNow().context.table)]
  const [first, second] = rows() as [UploadRowData, UploadRowData]
  for (const [row, detail] of [
    [first, 1],
    [second, 2],
  ] as const) {
    cleanup()
    show(<UploadRow row={row} within="anh" allPaused={false} onNeedsFile={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: `Cancel ${row.key}` }), { detail })
  }
  expect(rows().map(({ state }) => traits[state].status)).toEqual(['cancelled', 'uploading'])
})
