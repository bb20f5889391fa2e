import { createActor } from 'xstate'
import { type Locale, localeOf } from '../../languages/languages.ts'
import {
  appearanceMachine,
  selectLocale,
  selectTheme,
  type Theme,
} from '../../machines/appearance/machine.ts'
import { language, showLocale } from '../i18n/text.ts'
import { storageName } from '../site/installation.ts'
import { showToast } from './toast.ts'

const html = document.documentElement

/** The single actor of theme and language. It starts from the state that `boot.js` has put on the page. */
export const appearance = createActor(
  appearanceMachine.provide({
    actions: {
      'remember theme': (_, { theme }) => rememberInCookie('theme_mode', theme),
      'remember locale': (_, { locale }) => rememberInCookie('NEXT_LOCALE', locale),
    },
  }),
  {
    input: { theme: html.classList.contains('dark') ? 'dark' : 'light', locale: localeOf(html.lang) },
  },
)

/** A choice in one tab applies to all. A channel does not receive its own messages. */
const channel = new BroadcastChannel(storageName('shell'))
type Choice = { theme: Theme } | { locale: Locale }

function follow({ data }: MessageEvent<Choice>) {
  if ('locale' in data) appearance.send({ type: 'choose locale', locale: data.locale })
  else if (data.theme !== selectTheme(appearance.getSnapshot())) appearance.send({ type: 'toggle theme' })
}

const tellTabs = (choice: Choice) => channel.postMessage(choice)

export function toggleTheme(): void {
  appearance.send({ type: 'toggle theme' })
  tellTabs({ theme: selectTheme(appearance.getSnapshot()) })
}

export function chooseLocale(locale: Locale): void {
  appearance.send({ type: 'choose locale', locale })
  tellTabs({ locale })
}

function showTheme(theme: Theme) {
  html.classList.toggle('dark', theme === 'dark')
  html.classList.toggle('light', theme === 'light')
  html.style.colorScheme = theme
  const ground = theme === 'dark' ? '#0e1316' : '#ffffff'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
}

/** The texts of the chosen language failed to load: the current one stays selected. */
function keepLocale(error: unknown) {
  console.warn('The texts of a language did not come', error)
  showToast('error.NETWORK', { severity: 'error' })
  appearance.send({ type: 'choose locale', locale: language().locale })
}

/** Applies theme and language to the page; the promise resolves when the texts of the first language are loaded. */
export async function startAppearance(): Promise<void> {
  appearance.start()
  channel.onmessage = follow
  let locale = selectLocale(appearance.getSnapshot())
  appearance.subscribe(snapshot => {
    showTheme(selectTheme(snapshot))
    const chosen = selectLocale(snapshot)
    if (chosen !== locale) void showLocale(chosen).catch(keepLocale)
    locale = chosen
  })
  await showLocale(locale)
}

const year = 365 * 24 * 3600

/** Keeps a setting for a year in a cookie that only this site receives. */
function rememberInCookie(name: 'theme_mode' | 'NEXT_LOCALE', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: boot.js must read it before first paint, synchronously
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Strict${secure}`
}
