// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { comingDay } from '../../domain/expiry-day.ts'
import * as v from '../../domain/valibot.ts'
import { consoleTexts } from '../../languages/languages.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { ExpiryField } from '../../src/people/expiry-field.tsx'
import { createTheme } from '../../src/theme/system.ts'

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
})
afterEach(cleanup)

const schema = v.object({ name: v.pipe(v.string(), v.minLength(1, 'required')), expiry: comingDay })

function Form() {
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: { name: '', expiry: '' } })
  return (
    <ChakraProvider value={createTheme()}>
      <FormProvider {...form}>
        <form onSubmit={form.handleSubmit(() => undefined)}>
          <ExpiryField />
          <button type="submit">Send</button>
        </form>
      </FormProvider>
    </ChakraProvider>
  )
}

test.each([
  ['11/1/2026', 'This date is in the past'],
  ['13/45/2026', 'Date is not valid'],
])('a last day that cannot be, %s, is told when the field is left, until it can', async (typed, message) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  render(<Form />)
  await act(async () => void fireEvent.click(screen.getByLabelText('Until a date')))
  const day = screen.getByRole('textbox', { name: 'Last day of access' })
  const type = (text: string) => act(async () => void fireEvent.change(day, { target: { value: text } }))
  const leave = () => act(async () => void fireEvent.blur(day))
  await leave()
  expect(day.getAttribute('aria-invalid')).toBe(null)
  await type(typed)
  expect(screen.queryByText(message, { exact: false })).toBe(null)
  await leave()
  await screen.findByText(message, { exact: false })
  await type('12/5/2026')
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe(null)
})

test('a last day that was just asked for is wrong only once it was sent', async () => {
  render(<Form />)
  const send = () => act(async () => void fireEvent.click(screen.getByText('Send')))
  const day = () => screen.getByRole('textbox', { name: 'Last day of access' })
  await send()
  await act(async () => void fireEvent.click(screen.getByLabelText('Until a date')))
  expect(day().getAttribute('aria-invalid')).toBe(null)
  await send()
  expect(day().getAttribute('aria-invalid')).toBe('true')
})
