// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as v from '../../domain/valibot.ts'
import { consoleTexts } from '../../languages/languages.ts'
import type { Failure } from '../../machines/failure.ts'
import type { ApiResult } from '../../src/api/result.ts'
import { FormDialog, useFormDialog } from '../../src/forms/form-dialog.tsx'
import { FormField } from '../../src/forms/form-field.tsx'
import { hasUnsavedInput } from '../../src/forms/leave-question.tsx'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
})
afterEach(cleanup)

type Answer = ApiResult<string> | null

/** A dialog for a name and a site; what was sent, and what it was closed with. */
function open(...answers: Answer[]) {
  const sent: unknown[] = []
  const closed: (string | null)[] = []
  function Asking() {
    const form = useFormDialog({
      schema: v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1, 'required')), place: v.string() }),
      defaultValues: { name: '', place: 'hanoi' },
      fields: { NAME_TAKEN: 'name', site: 'place' },
      send: async (values, changed) => {
        sent.push([values, changed])
        return answers.shift() ?? null
      },
      onClose: data => closed.push(data),
    })
    return (
      <FormDialog form={form} title="New thing" lead="What is it called?" action="Make it">
        <FormField name="name" label="Name" data-autofocus />
        <FormField name="place" label="Place" />
      </FormDialog>
    )
  }
  render(
    <ChakraProvider value={createTheme()}>
      <Asking />
    </ChakraProvider>,
  )
  return { sent, closed }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function submit(name: string) {
  fireEvent.change(field('Name'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Make it' }))
}

/** What stands beside the fields, and above them. */
function said() {
  const beside = (label: string) =>
    (field(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join()
  const above = screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  return { name: beside('Name'), place: beside('Place'), above }
}

test('sends valid values alone, with what was changed, and closes with the answer', async () => {
  const { sent, closed } = open({ ok: true, data: 'made' })
  await submit('  ')
  await waitFor(() => expect(said()).toEqual({ name: 'Required', place: '', above: [] }))
  await submit(' An ')
  await waitFor(() => expect(closed).toEqual(['made']))
  expect(sent).toEqual([[{ name: 'An', place: 'hanoi' }, { name: true }]])
})

test.each<[Failure, ReturnType<typeof said>]>([
  [
    { ok: false, code: 'NAME_TAKEN' },
    { name: 'This name is taken. Please use another one.', place: '', above: [] },
  ],
  [
    {
      ok: false,
      code: 'INVALID_REQUEST',
      fields: [
        { field: 'name', message: 'label-characters' },
        { field: 'site', message: 'required' },
      ],
    },
    { name: 'One line of plain text', place: 'Required', above: [] },
  ],
  [
    { ok: false, code: 'STORAGE_UNAVAILABLE' },
    { name: '', place: '', above: ['The storage is not responding. Please try again in a moment.'] },
  ],
])('says %j where it belongs, until the next attempt goes well', async (failure, expected) => {
  const { closed } = open(failure, { ok: true, data: 'made' })
  await submit('An')
  await waitFor(() => expect(said()).toEqual(expected))
  expect(closed).toEqual([])
  await submit('Bình')
  await waitFor(() => expect(closed).toEqual(['made']))
})

test('stays as it was where the user gave the call up', async () => {
  const { sent, closed } = open(null)
  await submit('An')
  await waitFor(() => expect(sent.length).toBe(1))
  expect([said(), closed, field('Name').value]).toEqual([{ name: '', place: '', above: [] }, [], 'An'])
})

test('Escape closes it without a question as it was opened, and asks after one value', async () => {
  const pressEscape = async (...changes: [label: string, value: string][]) => {
    const { closed } = open()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    for (const [label, value] of changes) fireEvent.change(field(label), { target: { value } })
    fireEvent.keyDown(field('Name'), { key: 'Escape' })
    return closed
  }
  const fresh = await pressEscape()
  await waitFor(() => expect(fresh).toEqual([null]))
  cleanup()
  const once = await pressEscape(['Name', 'An'])
  await screen.findByRole('alertdialog', { name: 'Discard what you have entered?' })
  expect(once).toEqual([])
})

test.each([
  [{}, false],
  [{ bucket: true }, true],
  [{ name: false, email: false }, false],
  [{ emails: [] }, false],
  [{ emails: [{ address: true }] }, true],
])('of %j it is asked before it is thrown away: %s', (dirtyFields, asks) => {
  expect(hasUnsavedInput(dirtyFields)).toBe(asks)
})
