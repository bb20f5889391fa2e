import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import type { Locale } from '../../../languages/languages.ts'
import { allTexts } from '../../../languages/screen-texts.ts'
import { selectToast } from '../../../machines/toast/machine.ts'
import type { ErrorCode } from '../../../openapi/schema.ts'
import { addMessages, language, showLocale, type Text } from '../../../src/i18n/text.ts'
import { queryClient } from '../../../src/session/query-client.ts'
import { toaster } from '../../../src/shell/toast.ts'
import { createTheme } from '../../../src/theme/system.ts'

type Asked = { query: URLSearchParams; body: unknown }
type Answers = Record<string, (asked: Asked) => unknown>

/** The answer that refuses a call. */
export function refusal(code: ErrorCode, status = 409): Response {
  const problem = { type: 'about:blank', title: '', detail: '', status, code, request_id: 'request-1' }
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** Answers the calls of this test: `'PUT /user/info': ({ body }) => …`. Gives what was sent with each that changes something. */
export function serve(answers: Answers): [call: string, body: unknown][] {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${pathname.replace('/api', '')}`
    const text = await request.text()
    const body = text === '' ? undefined : JSON.parse(text)
    if (request.method !== 'GET') sent.push([call, body])
    const answer = answers[call]
    if (!answer) throw new Error(`The test's server does not know ${call}`)
    const data = await answer({ query: searchParams, body })
    return data instanceof Response ? data : Response.json(data)
  })
  return sent
}

const theme = createTheme()

/** Shows a part of the console, `width` px wide, to a user of this language; gives the texts. */
export async function show(part: ReactElement, locale: Locale = 'en', width = 1280): Promise<Text> {
  const box = new DOMRect(0, 0, width, 800)
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  // What scrolls by itself has room for a row, and more beyond it.
  const heights = [
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(box.height),
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(box.height),
  ]
  await showLocale(locale)
  for (const texts of allTexts) await addMessages(texts)
  onTestFinished(() => {
    cleanup()
    queryClient.clear()
    vi.unstubAllGlobals()
    measured.mockRestore()
    for (const height of heights) height.mockRestore()
  })
  render(
    <ChakraProvider value={theme}>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </ChakraProvider>,
  )
  return language().text
}

/*
 * Elements by their names, without Testing Library's roles: these compute each style, which costs a second a query here.
 */

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
const named = (selector: string, name: string) => () =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(element => nameOf(element) === name)

/** The element once it is there. */
async function found(find: () => HTMLElement | undefined, name: string): Promise<HTMLElement> {
  await expect.poll(find, { message: name }).toBeDefined()
  return find()!
}

export const button = (name: string) => named('button', name)() as HTMLButtonElement | undefined
export const buttonThere = (name: string) => found(named('button', name), name)
export const headingThere = (name: string) => found(named('h1, h2, h3', name), name)
export const textThere = (text: string) => found(named('body *', text), text)
/** Presses a button once it is there and takes a press (a busy one does not), and lets what follows begin. */
export async function press(name: string) {
  const target = await found(named('button:not([aria-disabled=true])', name), name)
  await act(async () => void fireEvent.click(target))
}

/** The entries of the menu that is open. */
export const entries = () => [...document.querySelectorAll('[role=menuitem]')].map(nameOf)
/** Chooses from the menu that is open, or opens. */
export async function choose(entry: string) {
  const target = await found(named('[role=menuitem]', entry), entry)
  await expect
    .poll(() => {
      const chosen = 'highlighted' in target.dataset
      if (!chosen) fireEvent.keyDown(target.closest('[role=menu]')!, { key: 'ArrowDown' })
      return chosen
    })
    .toBe(true)
  await act(async () => void fireEvent.click(target))
}
/** Opens the menu of a button, and chooses from it. */
export async function pick(menu: string, entry: string) {
  await press(menu)
  await choose(entry)
}

const fields = { selector: 'input, select, textarea' }
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, fields)
export const fieldThere = (label: string) => screen.findByLabelText<HTMLInputElement>(label, fields)
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
export const check = (label: string) => fireEvent.click(field(label))
/** Submits the form that is open. */
export const submit = () => act(async () => void fireEvent.submit(document.querySelector('form')!))

/** What is said to be wrong with a field; null: nothing. */
export function wrong(label: string): string | null {
  const input = field(label)
  if (input.getAttribute('aria-invalid') !== 'true') return null
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(ids.find(id => id.endsWith('-error')) ?? '')?.textContent ?? null
}

/** A message id of the toast that is shown. */
export const toast = () => selectToast(toaster.getSnapshot())?.message

/** The visible texts of an element, without those that are for the eye alone. */
export function said(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    if (nodeValue?.trim() && !parentElement?.closest('[aria-hidden=true]')) texts.push(nodeValue)
  }
  return texts
}

/** The dialog closes. */
export const closed = () => expect.poll(() => document.querySelector('[role$=dialog]')).toBe(null)
