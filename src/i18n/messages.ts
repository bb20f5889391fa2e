import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { messages as consoleMessages } from '../../languages/en/console.ts'
import type { messages as startMessages } from '../../languages/en/start.ts'
import { catalogues, type Locale } from '../../languages/languages.ts'

/** English is the type: every other language has the same ids. */
export type MessageId = keyof typeof startMessages | keyof typeof consoleMessages

/** A text; the build turns one with places in it into its syntax tree. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>

/** `start`: for sign-in and what comes before the console. `console`: for the rest. */
export type Part = 'start' | 'console'

/** The messages of `parts` in `locale`; each part of each language is a chunk of its own. */
export async function loadMessages(locale: Locale, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map(part => catalogues[locale][part]()))
  return Object.assign({}, ...loaded.map(({ messages }) => messages))
}
