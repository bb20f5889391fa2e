// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordField } from '../../src/forms/password-field.tsx'
import { show } from './support/screen.tsx'

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
