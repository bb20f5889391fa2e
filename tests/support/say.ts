import { createIntl } from '@formatjs/intl'
import { type Locale, locales } from '../../languages/languages.ts'
import { allTexts } from '../../languages/screen-texts.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { Values } from '../../src/i18n/text.ts'

const intl = new Map(
  await Promise.all(
    locales.map(async locale => {
      const parts = await Promise.all(allTexts.map(part => part[locale]()))
      const messages = Object.assign({}, ...parts.map(part => part.messages))
      return [locale, createIntl({ locale, messages })] as const
    }),
  ),
)

/** A message as the user reads it, for locators. */
export function say(locale: Locale, id: MessageId, values: Values = {}): string {
  return String(intl.get(locale)!.formatMessage({ id }, { ...values, brand: 'Kho' }))
}
