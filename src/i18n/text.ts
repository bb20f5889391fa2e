import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { useSyncExternalStore } from 'react'
import type { Locale } from './locales.ts'
import { loadMessages, type MessageId, type Messages } from './messages.ts'

export type Values = Record<string, string | number>

/** Gives a message in the user's language, with `values` in its places. */
export type Text = (id: MessageId, values?: Values) => string

type Language = { locale: Locale; intl: IntlShape<string>; text: Text }

const cache = createIntlCache()
const listeners = new Set<() => void>()
let current: Language | null = null
let asked: Locale | null = null

function languageOf(locale: Locale, messages: Messages): Language {
  const intl = createIntl(
    {
      locale,
      messages,
      onError(error) {
        console.error(error)
      },
    },
    cache,
  )
  return { locale, intl, text: (id, values) => intl.formatMessage({ id }, values) }
}

/** Loads the messages of `locale` and shows everything in it. The last call wins. */
export async function showLocale(locale: Locale): Promise<void> {
  asked = locale
  const messages = await loadMessages(locale)
  if (asked !== locale) return
  current = languageOf(locale, messages)
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function snapshot(): Language {
  if (!current) throw new Error('A text was asked for before its language was loaded')
  return current
}

/** The language that is shown now, for code outside of components. */
export const language = snapshot

/** The user's language; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, snapshot)
}

/** Messages by id in the user's language: `t('common.cancel')`. */
export function useText(): Text {
  return useLanguage().text
}
