// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import ToastArea from '../../src/frame/toast.tsx'
import { addMessages } from '../../src/i18n/text.ts'
import { shellEvents, showToast, startShell } from '../../src/shell/shell.ts'
import { createTheme } from '../../src/theme/system.ts'

beforeAll(async () => {
  await startShell()
  await addMessages(consoleTexts)
})
afterEach(cleanup)

test('a toast says what it is about, under its message', () => {
  render(
    <ChakraProvider value={createTheme()}>
      <ToastArea />
    </ChakraProvider>,
  )
  act(() => showToast('shell.copied', { about: 'ảnh gia đình' }))
  expect(screen.getByRole('status').textContent).toBe('Đã sao chépảnh gia đình')
  act(() => shellEvents.dismissToast())
  expect(screen.getByRole('status').textContent).toBe('')
})
