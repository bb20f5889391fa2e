import { useSelector } from '@xstate/react'
import { createActor, type SnapshotFrom } from 'xstate'
import { type Locale, localeOf } from '../../languages/languages.ts'
import { type Severity, shellMachine, type Theme } from '../../machines/shell/machine.ts'
import { selectLocale, selectTheme } from '../../machines/shell/selectors.ts'
import type { MessageId } from '../i18n/messages.ts'
import { language, showLocale, type Values } from '../i18n/text.ts'
import { rememberInCookie } from './cookies.ts'
import { isDrawerCollapsed, keepDrawer } from './kept-drawer.ts'

const html = document.documentElement
const smallScreen = matchMedia('(max-width: 899.98px)')

/** The one actor of the frame: theme, language, drawer, toast. It starts from what `boot.js` has put on the page. */
export const shell = createActor(
  shellMachine.provide({
    actions: {
      'remember theme': (_, { theme }) => rememberInCookie('theme_mode', theme),
      'remember locale': (_, { locale }) => rememberInCookie('NEXT_LOCALE', locale),
      'remember drawer': (_, choice) => keepDrawer(choice),
    },
  }),
  {
    input: {
      theme: html.classList.contains('dark') ? 'dark' : 'light',
      locale: localeOf(html.lang),
      collapsed: isDrawerCollapsed(),
      small: smallScreen.matches,
    },
  },
)

/** What the user chooses in one tab is shown in all. A channel does not hear itself. */
const channel = new BroadcastChannel('kho_shell')
type Choice = { theme: Theme } | { locale: Locale }

function follow({ data }: MessageEvent<Choice>) {
  if ('locale' in data) shell.send({ type: 'choose locale', locale: data.locale })
  else if (data.theme !== selectTheme(shell.getSnapshot())) shell.send({ type: 'toggle theme' })
}

const tellTabs = (choice: Choice) => channel.postMessage(choice)

function showTheme(theme: Theme) {
  html.classList.toggle('dark', theme === 'dark')
  html.classList.toggle('light', theme === 'light')
  html.style.colorScheme = theme
  const ground = theme === 'dark' ? '#0e1316' : '#ffffff'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
}

/** Starts the frame: settings reach the page, and the first language is loaded when the promise resolves. */
export async function startShell(): Promise<void> {
  shell.start()
  channel.onmessage = follow
  smallScreen.addEventListener('change', () =>
    shell.send({ type: 'screen changed', small: smallScreen.matches }),
  )
  let locale = selectLocale(shell.getSnapshot())
  shell.subscribe(snapshot => {
    showTheme(selectTheme(snapshot))
    const chosen = selectLocale(snapshot)
    if (chosen !== locale) void showLocale(chosen).catch(keepLocale)
    locale = chosen
  })
  await showLocale(locale)
}

/** The texts of the chosen language did not come: the one that is shown stays chosen. */
function keepLocale(error: unknown) {
  console.warn('The texts of a language did not come', error)
  showToast('error.NETWORK', { severity: 'error' })
  shell.send({ type: 'choose locale', locale: language().locale })
}

export function useShell<Value>(selector: (snapshot: SnapshotFrom<typeof shellMachine>) => Value): Value {
  return useSelector(shell, selector)
}

/**
 * Shows a message for 6 s, or for `durationMs`; `severity` is `success` unless given. `about`: what it is about, as the
 * user called it.
 */
export function showToast(
  message: MessageId,
  more: { values?: Values; about?: string; severity?: Severity; durationMs?: number } = {},
): void {
  shell.send({ type: 'show toast', message, ...more })
}

export const shellEvents = {
  toggleTheme() {
    shell.send({ type: 'toggle theme' })
    tellTabs({ theme: selectTheme(shell.getSnapshot()) })
  },
  chooseLocale(locale: Locale) {
    shell.send({ type: 'choose locale', locale })
    tellTabs({ locale })
  },
  toggleDrawer: () => shell.send({ type: 'toggle drawer' }),
  closeDrawer: () => shell.send({ type: 'close drawer' }),
  navigated: () => shell.send({ type: 'navigated' }),
  holdToast: () => shell.send({ type: 'hold toast' }),
  releaseToast: () => shell.send({ type: 'release toast' }),
  dismissToast: () => shell.send({ type: 'dismiss toast' }),
}
