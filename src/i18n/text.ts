import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import { useSyncExternalStore } from 'react'
import { markedText } from '../../domain/name-parts.ts'
import { type Locale, languages, startTexts } from '../../languages/languages.ts'
import { brand } from '../site/brand.ts'
import { signal } from '../site/signal.ts'
import { loadMessages, type MessageId, type Messages, type Part } from './messages.ts'

export type Values = Record<string, string | number>

/**
 * Returns a message in the user's language, with `values` as its arguments, and the product's name as `brand`; hidden
 * characters in text arguments are marked.
 */
export type Text = (id: MessageId, values?: Values) => string

type Language = { locale: Locale; text: Text }

const formatters = createFormatters()
const changed = signal()
type Wanted = { locale: Locale; parts: readonly Part[] }

let current: (Language & Wanted) | null = null
let asked: Wanted = { locale: 'en', parts: [startTexts] }

export function textOf(locale: Locale, messages: Messages): Text {
  const config = {
    ...DEFAULT_INTL_CONFIG,
    locale: languages[locale].tag,
    messages: messages as Record<string, string>,
    onError: (error: Error) => console.error(error),
  }
  return (id, values) => {
    const message = messages[id]
    if (typeof message === 'string' && !message.includes('{')) return message
    return formatMessage(config, formatters, { id }, { ...marked(values), brand: brand.name })
  }
}

function marked(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? markedText(value) : value,
    ]),
  )
}

let loading: Promise<void> = Promise.resolve()

/** A failed load is not cached, so that the next caller retries. */
function load(wanted: Wanted): Promise<void> {
  asked = wanted
  loading = (async () => {
    try {
      const messages = await loadMessages(wanted.locale, wanted.parts)
      if (asked !== wanted) return loading
      current = { ...wanted, text: textOf(wanted.locale, messages) }
    } catch (error) {
      if (asked !== wanted) return loading
      asked = current ?? asked
      loading = Promise.resolve()
      throw error
    }
    document.documentElement.lang = wanted.locale
    document.documentElement.dir = languages[wanted.locale].direction
    changed.emit()
  })()
  return loading
}

/**
 * Shows everything in `locale` as soon as its messages are loaded. The last call wins. Rejects if they fail to load.
 */
export function showLocale(locale: Locale): Promise<void> {
  return load({ ...asked, locale })
}

/** Adds the messages of a part, in the current language and in every later one. */
export function addMessages(part: Part): Promise<void> {
  return asked.parts.includes(part) ? loading : load({ ...asked, parts: [...asked.parts, part] })
}

/** The result of `loading`, once the messages of `parts` are loaded too. */
export async function withMessages<Loaded>(loading: Promise<Loaded>, ...parts: Part[]): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, ...parts.map(addMessages)])
  return loaded
}

/** The current language, for code outside of components. */
export function language(): Language {
  if (!current) throw new Error('A text was asked for before its language was loaded')
  return current
}

/** The user's language; rerenders when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(changed.on, language)
}

/** Messages by id in the user's language: `t('common.cancel')`. */
export function useText(): Text {
  return useLanguage().text
}
