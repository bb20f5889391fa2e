// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { selectLocale, selectTheme } from '../../machines/shell/selectors.ts'
import { shell, shellEvents, startShell } from '../../src/shell/shell.ts'

test('a language or theme chosen in one tab is shown in the others', async () => {
  await startShell()
  vi.resetModules()
  const otherTab = await import('../../src/shell/shell.ts')
  await otherTab.startShell()
  const seen = (tab: { shell: typeof shell }) => {
    const snapshot = tab.shell.getSnapshot()
    return [selectLocale(snapshot), selectTheme(snapshot)]
  }
  shellEvents.chooseLocale('vi')
  shellEvents.toggleTheme()
  const chosen = seen({ shell })
  await expect.poll(() => seen(otherTab)).toEqual(chosen)
  otherTab.shellEvents.chooseLocale('en')
  otherTab.shellEvents.toggleTheme()
  const [, theme] = seen(otherTab)
  await expect.poll(() => seen({ shell })).toEqual(['en', theme])
  expect(theme).not.toBe(chosen[1])
})
