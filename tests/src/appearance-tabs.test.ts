// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { selectLocale, selectTheme } from '../../machines/appearance/machine.ts'
import * as oneTab from '../../src/shell/appearance.ts'

test('a language or theme chosen in one tab is shown in the others', async () => {
  await oneTab.startAppearance()
  vi.resetModules()
  const otherTab = await import('../../src/shell/appearance.ts')
  await otherTab.startAppearance()
  const seen = ({ appearance }: typeof oneTab) => {
    const snapshot = appearance.getSnapshot()
    return [selectLocale(snapshot), selectTheme(snapshot)]
  }
  oneTab.chooseLocale('vi')
  oneTab.toggleTheme()
  const chosen = seen(oneTab)
  await expect.poll(() => seen(otherTab)).toEqual(chosen)
  otherTab.chooseLocale('en')
  otherTab.toggleTheme()
  const [, theme] = seen(otherTab)
  await expect.poll(() => seen(oneTab)).toEqual(['en', theme])
  expect(theme).not.toBe(chosen[1])
})
