import { createIntl } from '@formatjs/intl'
import { catalogues, type Locale, locales } from '../../languages/languages.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { Values } from '../../src/i18n/text.ts'

const intl = new Map(
  await Promise.all(
    locales.map(async locale => {
      const { start, console } = catalogues[locale]
      const messages = { ...(await start()).messages, ...(await console()).messages }
      return [locale, createIntl({ locale, messages })] as const
    }),
  ),
)

/** A message as the user reads it, for locators. */
export function say(locale: Locale, id: MessageId, values: Values = {}): string {
  return String(intl.get(locale)!.formatMessage({ id }, values))
}
