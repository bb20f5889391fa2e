// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Failure } from '../../machines/failure.ts'
import { showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'
import { FailureNotice } from '../../src/ui/failure.tsx'

beforeAll(() => showLocale('en'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (failure: Failure | null, onRetry?: () => void) =>
  render(
    <ChakraProvider value={createTheme()}>
      <FailureNotice failure={failure} {...(onRetry && { onRetry })} />
    </ChakraProvider>,
  ).container.textContent

test('says the sentence of its code, and the id of the request only where the reason is not known', () => {
  expect([
    show(null),
    show({ ok: false, code: 'STORAGE_UNAVAILABLE', requestId: 'req-1', retryAfterMs: 5000 }),
    show({ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-2' }),
    show({ ok: false, code: 'UNKNOWN_ERROR' }),
  ]).toEqual([
    '',
    'The storage is not responding. Please try again in a moment.',
    'An error has occurredRequest req-2',
    'An error has occurred',
  ])
})

test('counts down by the clock to the next attempt, however late its ticks are, and is gone then', () => {
  vi.useFakeTimers()
  const failure = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 130_000 } as const
  const texts: (string | null)[] = [show(failure)]
  for (const ms of [1000, 70_000, 58_000, 1000]) {
    act(() => vi.advanceTimersByTime(ms))
    texts.push(screen.queryByRole('timer')?.textContent ?? null)
  }
  expect(texts).toEqual([
    'Too many attempts. Try again in 3 minutes.',
    'Too many attempts. Try again in 3 minutes.',
    'Too many attempts. Try again in 59 seconds.',
    'Too many attempts. Try again in 1 second.',
    null,
  ])
})

test('tries again at the press of its button', () => {
  const retry = vi.fn()
  show({ ok: false, code: 'NETWORK' }, retry)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry.mock.calls.length).toBe(1)
})

test.each([
  ['en', 'Try again in 2 seconds.', 'Too many requests. Please wait a moment and try again.', 'Try again'],
  ['vi', 'Hãy thử lại sau 2 giây.', 'Quá nhiều yêu cầu. Vui lòng chờ một lát rồi thử lại.', 'Thử lại'],
] as const)(
  'a read with too many requests offers another attempt once the wait is over (%s)',
  async (locale, wait, sentence, button) => {
    await showLocale(locale)
    vi.useFakeTimers()
    const retry = vi.fn()
    expect(show({ ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 2000 }, retry)).toContain(wait)
    expect(screen.queryByRole('button')).toBe(null)
    act(() => vi.advanceTimersByTime(2000))
    expect(screen.getByText(sentence).textContent).toBe(sentence)
    fireEvent.click(screen.getByRole('button', { name: button }))
    expect(retry.mock.calls.length).toBe(1)
  },
)
