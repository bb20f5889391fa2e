import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { messages as consoleMessages } from './en/console.ts'
import type { messages as startMessages } from './en/start.ts'
import type { Locale } from './locales.ts'

/** English is the type: every other language has the same ids. */
export type MessageId = keyof typeof startMessages | keyof typeof consoleMessages

/** A text; the build turns one with places in it into its syntax tree. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>

/** `start`: for sign-in and what comes before the console. `console`: for the rest. */
export type Part = 'start' | 'console'

type Loader = () => Promise<{ messages: Messages }>

const catalogues: Record<Locale, Record<Part, Loader>> = {
  en: { start: () => import('./en/start.ts'), console: () => import('./en/console.ts') },
  vi: { start: () => import('./vi/start.ts'), console: () => import('./vi/console.ts') },
}

/** The messages of `parts` in `locale`; each part of each language is a chunk of its own. */
export async function loadMessages(locale: Locale, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map(part => catalogues[locale][part]()))
  return Object.assign({}, ...loaded.map(({ messages }) => messages))
}
