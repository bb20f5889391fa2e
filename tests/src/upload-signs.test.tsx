// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { setPageTitle } from '../../src/shell/tab-title.ts'
import { storageName } from '../../src/site/installation.ts'
import { createTheme } from '../../src/theme/system.ts'
import { addFiles, endFile, newQueue, sendToQueue } from './support/upload-queue.ts'

vi.mock(import('../../src/uploads/queue/uploads.ts'), async () => {
  const { uploads } = await import('./support/upload-queue.ts')
  return uploads as never
})
document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
const { UploadAnnouncer } = await import('../../src/uploads/panel/uploads-part.tsx')
const { UploadSigns } = await import('../../src/uploads/signs/upload-signs.tsx')

const full = { ok: false, code: 'NOT_ENOUGH_STORAGE' } as const
const shown: { title: string; body?: string; notification: FakeNotification }[] = []

class FakeNotification {
  static permission = 'granted'
  static requestPermission = async () => FakeNotification.permission
  onclick: (() => void) | null = null
  constructor(title: string, { body = '' }: NotificationOptions = {}) {
    shown.push({ title, ...(body && { body }), notification: this })
  }
  close = vi.fn()
}

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  localStorage.setItem(storageName('upload_notification'), 'on')
  FakeNotification.permission = 'granted'
  shown.length = 0
  newQueue()
  setPageTitle('website-static · Kho')
  render(<UploadSigns />)
})
afterEach(() => {
  cleanup()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Does it, and waits until the signs follow. */
async function change(run: () => unknown): Promise<void> {
  await act(async () => void (await run()))
  for (let second = 0; second < 2; second++) act(() => vi.advanceTimersByTime(1000))
}

test('a screen reader is told once in fifteen seconds how far the uploads are, also while files end all the time, and at once of the end', async () => {
  cleanup()
  vi.useRealTimers()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame'],
  })
  render(
    <ChakraProvider value={createTheme()}>
      <UploadAnnouncer />
    </ChakraProvider>,
  )
  const said = () => document.querySelector('[role=status]')?.textContent
  const files = Array.from({ length: 5 }, (_, index) => `${index}`)
  await change(() => addFiles(Object.fromEntries(files.map(name => [name, 20]))))
  const first = 'Uploads: 0 percent, 5 files left.'
  expect(said()).toBe(first)
  for (const name of files.slice(0, 4)) await change(() => endFile(name))
  expect(said()).toBe(first)
  act(() => vi.advanceTimersByTime(6000))
  expect(said()).toBe('Uploads: 80 percent, 1 file left.')
  await change(() => endFile(files[4]!))
  expect(said()).toBe('Uploads finished: 5 files.')
})

const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href')
const told = () => shown.map(({ title, body }) => [title, body])

test('the title and the icon of the tab say how much is uploaded, until everything has ended', async () => {
  expect([document.title, icon()]).toEqual(['website-static · Kho', '/favicon.svg'])
  await change(() => addFiles({ a: 300, b: 100 }))
  expect(document.title).toBe('0% · website-static · Kho')
  await change(() => endFile('a'))
  expect(document.title).toBe('75% · website-static · Kho')
  expect(icon()).toContain(encodeURIComponent('stroke-dasharray="75 100"'))
  await change(() => setPageTitle('Profile · Kho'))
  expect(document.title).toBe('75% · Profile · Kho')
  await change(() => endFile('b'))
  expect([document.title, icon()]).toEqual(['Profile · Kho', '/favicon.svg'])
})

test('the title says nothing of paused uploads, nor once the uploads are gone', async () => {
  await change(() => addFiles({ 'tết/a': 100, b: 100 }))
  await change(() => sendToQueue({ type: 'cancel', id: 1 }))
  // The second time without waiting for what is under way.
  await change(() => sendToQueue({ type: 'pause', id: 2 }))
  await change(() => sendToQueue({ type: 'pause', id: 2 }))
  expect(document.title).toBe('website-static · Kho')
  await change(() => sendToQueue({ type: 'continue', id: 2 }))
  expect(document.title).toBe('0% · website-static · Kho')
  cleanup()
  expect([document.title, icon()]).toEqual(['website-static · Kho', '/favicon.svg'])
})

test('the icon of an installed app has the number of files that are left', async () => {
  const badges: (number | null)[] = []
  Object.assign(navigator, {
    setAppBadge: async (number: number) => void badges.push(number),
    clearAppBadge: async () => void badges.push(null),
  })
  await change(() => addFiles({ a: 100, b: 100, c: 100 }))
  await change(() => endFile('a'))
  await change(() => endFile('b'))
  await change(() => endFile('c'))
  expect(badges).toEqual([3, 2, 1, null])
})

test('once everything has ended, a user who looks elsewhere is told how many files were uploaded', async () => {
  await change(() => addFiles({ a: 100, b: 100 }))
  await change(() => endFile('a'))
  expect(told()).toEqual([])
  await change(() => endFile('b'))
  expect(told()).toEqual([['2 files uploaded', undefined]])
  const focus = vi.spyOn(window, 'focus')
  shown[0]!.notification.onclick!()
  expect(focus).toHaveBeenCalledOnce()
  expect(shown[0]!.notification.close).toHaveBeenCalledOnce()
})

test('and how many were not', async () => {
  await change(() => addFiles({ a: 100, b: 100 }))
  await change(() => endFile('a'))
  await change(() => endFile('b', full))
  expect(told()).toEqual([['1 file was not uploaded', '1 of 2 uploaded']])
})

test.each<[string, () => void]>([
  ['looks at the page', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')],
  ['did not ask for it', () => localStorage.removeItem(storageName('upload_notification'))],
  ['has taken the permission back', () => Object.assign(FakeNotification, { permission: 'denied' })],
  ['has a browser without notifications', () => Reflect.deleteProperty(globalThis, 'Notification')],
])('a user who %s is not told', async (_, prepare) => {
  prepare()
  await change(() => addFiles({ a: 100 }))
  await change(() => endFile('a'))
  expect(told()).toEqual([])
})

test('nothing is told of uploads that were all cancelled, or had ended in an earlier visit', async () => {
  await change(() => addFiles({ a: 100 }))
  await change(() => sendToQueue({ type: 'cancel', id: 1 }))
  const file = { name: 'b', size: 1, lastModified: 1, type: '' }
  const row = { bucket: 'anh', key: 'b', path: 'b', file, sent: 0, multipart: null }
  await change(() =>
    sendToQueue({ type: 'restore', rows: [{ ...row, state: 'refused', reason: 'UNREADABLE' }] }),
  )
  expect(told()).toEqual([])
})
