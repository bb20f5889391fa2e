// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CodeField } from '../../src/forms/code-field.tsx'
import { createTheme } from '../../src/theme/system.ts'

afterEach(cleanup)

/** What the field holds after each of `texts` was typed or pasted in place of what was there, and what the form sent. */
function typed(texts: string[], props: { alone?: boolean; recovery?: boolean }) {
  const sent: string[] = []
  render(
    <ChakraProvider value={createTheme()}>
      <form
        onSubmit={event => {
          event.preventDefault()
          sent.push(screen.getByLabelText<HTMLInputElement>('Mã').value)
        }}
      >
        <CodeField label="Mã" {...props} />
      </form>
    </ChakraProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Mã')
  const held = texts.map(value => {
    fireEvent.change(input, { target: { value } })
    return input.value
  })
  return { held, sent }
}

test('takes digits only and sends the form at the sixth, again once a digit has changed', () => {
  expect(typed(['12a', ' 123 456 ', '123456x', '1234567', '12345', '123457'], { alone: true })).toEqual({
    held: ['12', '123456', '123456', '123456', '12345', '123457'],
    sent: ['123456', '123457'],
  })
})

test('beside other fields sends nothing', () => {
  expect(typed(['123-456'], {})).toEqual({ held: ['123456'], sent: [] })
})

test('takes a recovery code as it is, and waits for the button', () => {
  expect(typed(['123456', 'k3m9x-20vtq'], { alone: true, recovery: true })).toEqual({
    held: ['123456', 'k3m9x-20vtq'],
    sent: [],
  })
})
