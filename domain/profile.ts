import * as v from 'valibot'
import { label } from './label.ts'
import { addressMaximum, companyMaximum } from './limits.ts'
import { phone } from './phone.ts'

/** The genders of the specification (section 3), in the order that they are offered. Empty: not said. */
export const genders = ['Male', 'Female', 'Other'] as const

/** A line that may be left out: spaces around it are dropped, at most `maximum` characters. */
const line = (maximum: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maximum, 'text-too-long'),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    v.regex(/^[^\u0000-\u001f\u007f]*$/, 'label-characters'),
  )

export const company = line(companyMaximum)
export const address = line(addressMaximum)

/** The id of a province, a district or a ward; empty: none. Whether one lies in the other is the server's to know. */
const place = v.pipe(v.string(), v.regex(/^\d{0,8}$/, 'place-unknown'))

/** The form that changes the profile (specification, sections 3 and 7). */
export const profileForm = v.object({
  fullName: label,
  phone,
  company,
  gender: v.picklist([...genders, '']),
  address,
  city: place,
  district: place,
  ward: place,
})

export type ProfileForm = v.InferOutput<typeof profileForm>
