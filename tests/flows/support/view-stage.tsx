import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { CurrentUser, ErrorCode } from '../../../openapi/schema.ts'
import { tokenKey } from '../../../src/api/tokens.ts'
import ToastArea from '../../../src/frame/toast.tsx'
import { session, sessionEvents, startSession } from '../../../src/session/flow.ts'
import { queryClient } from '../../../src/session/query-client.ts'
import { createTheme } from '../../../src/theme/system.ts'
import { owner } from '../../machines/support/users.ts'
import { end } from './held-actors.ts'
import { t } from './play.ts'

const theme = createTheme()
const { setImmediate } = globalThis
const frameMs = 16

/** Brings the session to where it is when a page opens: who is signed in is being read. */
export async function restartSession(): Promise<void> {
  if (!started) startSession()
  started = true
  sessionEvents.retry()
  session.send({ type: 'signed out' })
  if (session.getSnapshot().matches('signedOut')) {
    session.send({ type: 'signed in elsewhere', user: '' })
    // Of whoever was signed in before, the place must not be remembered.
    end({ actorId: 'followTab', output: { ok: true, user: { ...owner, id: 'nobody' } } })
    await settle()
  }
  session.send({ type: 'signed in elsewhere', user: owner.id })
}
let started = false

/** Starts the session as that of `user`; null: nobody is signed in. */
export async function signInAs(user: CurrentUser | null): Promise<void> {
  await restartSession()
  end({ actorId: 'restoreUser', output: user ? { ok: true, user } : { ok: false, code: 'UNAUTHORIZED' } })
  await settle()
}

/** Another tab signs out. */
export function signOutElsewhere(): void {
  dispatchEvent(new StorageEvent('storage', { key: tokenKey, newValue: null }))
}

/** Shows a view, with the toasts beside it where it has none of its own. */
export function show(view: ReactNode, { toasts = true } = {}): void {
  render(
    <ChakraProvider value={theme}>
      <QueryClientProvider client={queryClient}>
        {view}
        {toasts && <ToastArea />}
      </QueryClientProvider>
    </ChakraProvider>,
  )
}

/** What the toast says; empty without one. */
export const toast = () => screen.getByRole('status', { name: t('app.toasts') }).textContent

/** Lets what is under way come to its end, and one frame pass. */
export async function settle(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(frameMs)
    await new Promise<void>(resolve => setImmediate(resolve))
  })
}

/** Lets time pass, in ms. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** So many frames are enough for everything that waits for neither the world nor a timer of a flow. */
const frames = 50

/** Lets frames pass until `check` no longer throws. */
export async function until(check: () => void): Promise<void> {
  for (let left = frames; left > 0; left--) {
    await settle()
    try {
      return check()
    } catch (error) {
      if (left === 1) throw error
      await vi.dynamicImportSettled()
    }
  }
}

export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } })
}

export function press(name: string, role = 'button'): void {
  fireEvent.click(screen.getByRole(role, { name }))
}

let codes = 100_000
/** Six digits that were not typed before: the same ones are sent by themselves once only. */
export const anotherCode = () => String(++codes)

const answers = new Map<string, unknown>()
const strangers: string[] = []

/** From now on a request, `GET /api/bucket` for example, is answered so, until the test ends. */
export function answer(request: string, data: unknown | (() => Response)): void {
  answers.set(request, data)
}

/** An answer of the API with this code, as the contract has it. */
export function problem(code: ErrorCode, status: number): Response {
  const body = { type: 'about:blank', title: code, status, code, detail: code, request_id: 'req-1' }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** In place of `fetch`: held actors make no requests, so only what the test answers is awaited. */
export async function answerFetch(asked: Request | string): Promise<Response> {
  const { method, url } = new Request(asked)
  const request = `${method} ${new URL(url).pathname}`
  const given = answers.get(request)
  if (typeof given === 'function') return given()
  if (given !== undefined) return Response.json(given)
  strangers.push(request)
  return new Promise(() => undefined)
}

/** The requests that no test has answered since they were last asked for. */
export function unanswered(): string[] {
  answers.clear()
  return strangers.splice(0)
}
