// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { showLocale } from '../../src/i18n/text.ts'
import PasswordReset from '../../src/password-reset/password-reset.tsx'
import { SignInScreen } from '../../src/sign-in/sign-in-screen.tsx'
import { createTheme } from '../../src/theme/system.ts'

beforeAll(() => showLocale('en'))
afterEach(cleanup)

test('the form for a forgotten password begins with the email that was typed to sign in', async () => {
  const flow = createActor(authenticateMachine, { input: { username: '' } }).start()
  const { rerender } = render(
    <ChakraProvider value={createTheme()}>
      <SignInScreen flow={flow} onSend={() => undefined} />
    </ChakraProvider>,
  )
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'owner@example.com' } })
  await act(async () => void fireEvent.click(screen.getByText('Forgot your password?')))
  expect(location.pathname).toBe('/forgot-password')
  rerender(
    <ChakraProvider value={createTheme()}>
      <PasswordReset />
    </ChakraProvider>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('owner@example.com')
})
