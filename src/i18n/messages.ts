import type { messages } from './en/messages.ts'
import type { Locale } from './locales.ts'

export type MessageId = keyof typeof messages
export type Messages = Readonly<Record<MessageId, string>>

/** The messages of `locale`, from a chunk of their own. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return locale === 'vi'
    ? (await import('./vi/messages.ts')).messages
    : (await import('./en/messages.ts')).messages
}
