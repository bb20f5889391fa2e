import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import * as v from 'valibot'

/** A phone number that may be left out: empty, or valid; without a country it is Vietnam's. */
export const phone = v.pipe(
  v.string(),
  v.trim(),
  v.check(text => text === '' || isValidPhoneNumber(text, 'VN'), 'phone-invalid'),
)

/** The number as E.164 (`+84901234567`); an empty one stays empty. Throws where it is not valid. */
export function phoneOf(text: string): string {
  if (text.trim() === '') return ''
  const number = parsePhoneNumberFromString(text, 'VN')
  if (!number?.isValid()) throw new Error('The phone number is not valid.')
  return number.number
}

/** The number as people write it: Vietnam's nationally, others internationally. */
export function phoneText(text: string): string {
  const number = parsePhoneNumberFromString(text, 'VN')
  if (!number) return text
  return number.country === 'VN' ? number.formatNational() : number.formatInternational()
}
