// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import ToastArea from '../../src/frame/toast.tsx'
import { addMessages } from '../../src/i18n/text.ts'
import { startAppearance } from '../../src/shell/appearance.ts'
import { showToast, toastEvents } from '../../src/shell/toast.ts'
import { createTheme } from '../../src/theme/system.ts'

beforeAll(async () => {
  await startAppearance()
  await addMessages(consoleTexts)
})
afterEach(cleanup)

test('a toast says what it is about, under its message, and its button closes it', () => {
  render(
    <ChakraProvider value={createTheme()}>
      <ToastArea />
    </ChakraProvider>,
  )
  act(() => showToast('shell.copied', { about: 'ảnh gia đình' }))
  expect(screen.getByRole('status').textContent).toBe('Đã sao chépảnh gia đình')
  const run = vi.fn()
  act(() => showToast('shell.copied', { action: { label: 'app.dismiss', run } }))
  fireEvent.click(screen.getAllByRole('button')[0]!)
  expect(run).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => toastEvents.dismiss())
  expect(screen.getByRole('status').textContent).toBe('')
})
