// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PanelSize, usePanelSize } from '../../src/uploads/panel/panel-size.ts'
import { addFiles, endFile, newQueue, sendToQueue } from './support/upload-queue.ts'

const turnTo = vi.hoisted(() => {
  const window = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => window)
  return {
    small(small: boolean) {
      window.matches = small
      window.dispatchEvent(new Event('change'))
    },
  }
})
vi.mock(import('../../src/uploads/panel/use-uploads.ts'), async () => {
  const [{ useSyncExternalStore }, { uploads }] = await Promise.all([
    import('react'),
    import('./support/upload-queue.ts'),
  ])
  const { onUploadsChange, uploadsNow } = uploads
  return {
    useUploads: (selector: (snapshot: never) => unknown) =>
      selector(useSyncExternalStore(onUploadsChange, uploadsNow) as never),
  } as never
})

const full = { ok: false, code: 'NOT_ENOUGH_STORAGE' } as const
let at = false
let choose: (size: PanelSize) => void = () => undefined

function Panel() {
  const panel = useRef<HTMLElement>(null)
  const [size, setSize] = usePanelSize(panel)
  choose = setSize
  return <section ref={panel}>{size}</section>
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(Element.prototype, 'matches').mockImplementation(() => at)
  at = false
  turnTo.small(false)
  newQueue()
  addFiles({ a: 100 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open() {
  const { container } = render(<Panel />)
  return () => container.textContent
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the panel folds ten seconds after everything is uploaded, and opens for further files', async () => {
  const size = open()
  pass(20_000)
  await act(() => endFile('a'))
  pass(9_900)
  expect(size()).toBe('normal')
  pass(200)
  expect(size()).toBe('minimised')
  act(() => addFiles({ b: 100 }))
  expect(size()).toBe('normal')
})

test('it stays open while the user is at it, and folds later', async () => {
  const size = open()
  await act(() => endFile('a'))
  at = true
  pass(30_000)
  expect(size()).toBe('normal')
  at = false
  pass(10_000)
  expect(size()).toBe('minimised')
})

test('it stays open once the user has opened it again', async () => {
  const size = open()
  await act(() => endFile('a'))
  pass(10_000)
  act(() => choose('normal'))
  pass(60_000)
  expect(size()).toBe('normal')
})

test('it does not fold with failures, nor where everything was cancelled', async () => {
  const size = open()
  await act(() => endFile('a', full))
  pass(60_000)
  expect(size()).toBe('normal')
  act(() => sendToQueue({ type: 'clear', failed: true }))
  act(() => addFiles({ b: 100 }))
  act(() => sendToQueue({ type: 'cancel all' }))
  pass(60_000)
  expect(size()).toBe('normal')
})

test('what the user has minimised stays so for further files', async () => {
  const size = open()
  act(() => choose('minimised'))
  await act(() => endFile('a'))
  pass(10_000)
  act(() => addFiles({ b: 100 }))
  expect(size()).toBe('minimised')
})

test('in a small window it is a bar until it is pressed', () => {
  turnTo.small(true)
  const size = open()
  expect(size()).toBe('minimised')
  act(() => choose('normal'))
  expect(size()).toBe('normal')
})

test('it becomes a bar where the window becomes small', () => {
  const size = open()
  expect(size()).toBe('normal')
  act(() => turnTo.small(true))
  expect(size()).toBe('minimised')
})
