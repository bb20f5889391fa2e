import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import * as v from './valibot.ts'

/** Empty, or a valid number; Vietnamese without a country code. */
export const phone = v.pipe(
  v.string(),
  v.trim(),
  v.check(text => text === '' || isValidPhoneNumber(text, 'VN'), 'phone-invalid'),
)

/** E.164 (`+84901234567`), or empty. @throws if the number is not valid */
export function phoneOf(text: string): string {
  if (text.trim() === '') return ''
  const number = parsePhoneNumberFromString(text, 'VN')
  if (!number?.isValid()) throw new Error('The phone number is not valid.')
  return number.number
}

/** For reading: Vietnamese numbers in national format, others international. */
export function phoneText(text: string): string {
  const number = parsePhoneNumberFromString(text, 'VN')
  if (!number) return text
  return number.country === 'VN' ? number.formatNational() : number.formatInternational()
}
