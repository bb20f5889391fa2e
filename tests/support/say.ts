import { createIntl } from '@formatjs/intl'
import { messages as enConsole } from '../../src/i18n/en/console.ts'
import { messages as enStart } from '../../src/i18n/en/start.ts'
import type { Locale } from '../../src/i18n/locales.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { Values } from '../../src/i18n/text.ts'
import { messages as viConsole } from '../../src/i18n/vi/console.ts'
import { messages as viStart } from '../../src/i18n/vi/start.ts'

const intl = {
  en: createIntl({ locale: 'en', messages: { ...enStart, ...enConsole } }),
  vi: createIntl({ locale: 'vi', messages: { ...viStart, ...viConsole } }),
}

/** A message as the user reads it, for locators. */
export function say(locale: Locale, id: MessageId, values: Values = {}): string {
  return String(intl[locale].formatMessage({ id }, values))
}
