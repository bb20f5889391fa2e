import { label } from './label.ts'
import { addressMaximum, companyMaximum } from './limits.ts'
import { phone } from './phone.ts'
import * as v from './valibot.ts'

/** Of the specification (section 3), in display order. Empty: not stated. */
export const genders = ['Male', 'Female', 'Other'] as const

/** An optional line of at most `maximum` characters; trimmed. */
const line = (maximum: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maximum, 'text-too-long'),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    v.regex(/^[^\u0000-\u001f\u007f]*$/, 'label-characters'),
  )

const company = line(companyMaximum)
export const address = line(addressMaximum)

/** The id of a province, district or ward; empty: none. The server checks that they fit together (`AddressPlaces`). */
const place = v.pipe(v.string(), v.regex(/^\d{0,8}$/, 'place-unknown'))

/** The form that changes the profile (specification, sections 3 and 7). */
export const profileForm = v.object({
  fullName: label,
  phone,
  company,
  gender: v.picklist([...genders, ''], 'required'),
  address,
  city: place,
  district: v.nullable(place),
  ward: place,
})

export type ProfileForm = v.InferOutput<typeof profileForm>
