// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { CodeField } from '../../src/forms/code-field.tsx'
import { Field } from '../../src/forms/field.tsx'
import { PasswordField } from '../../src/forms/password-field.tsx'
import { createTheme } from '../../src/theme/system.ts'
import { show } from './support/screen.tsx'

afterEach(cleanup)

const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(id => id !== '')
    .map(id => document.getElementById(id)?.textContent)

describe('a field', () => {
  test('that is wrong says so in the place of its help; what stands under it stays', () => {
    render(
      <ChakraProvider value={createTheme()}>
        <Field label="Tên bucket" error="Từ 3 đến 63 ký tự" help="ví dụ: anh-gia-dinh" under="Còn 5 giây" />
      </ChakraProvider>,
    )
    const input = screen.getByLabelText('Tên bucket')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(described(input)).toEqual(['Từ 3 đến 63 ký tự', 'Còn 5 giây'])
    expect(screen.queryByText('ví dụ: anh-gia-dinh')).toBe(null)
  })

  test('that is right is described by its help alone', () => {
    render(
      <ChakraProvider value={createTheme()}>
        <Field label="Bucket name" help="for example family-photos" />
      </ChakraProvider>,
    )
    const input = screen.getByLabelText('Bucket name')
    expect(input.getAttribute('aria-invalid')).toBe(null)
    expect(described(input)).toEqual(['for example family-photos'])
  })
})

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

test('a password is hidden until its button shows it, may be pasted, and is known to password managers [V6.2.6, V6.2.7]', async () => {
  await show(<PasswordField label="Password" name="password" autoComplete="current-password" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  const button = screen.getByRole('button')
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password'])
  expect(fireEvent.paste(field)).toBe(true)
  fireEvent.click(button)
  expect(field.type).toBe('text')
  fireEvent.click(button)
  expect(field.type).toBe('password')
})
