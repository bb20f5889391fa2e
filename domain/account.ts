import * as v from 'valibot'
import { email } from './email.ts'
import { comingDay, expiryDay } from './expiry-day.ts'
import { label } from './label.ts'
import { GiB } from './limits.ts'
import { newPassword } from './password.ts'

/** What a quota is written in, with its bytes. */
export const quotaUnits = { GB: GiB, TB: 1024 * GiB } as const
export type QuotaUnit = keyof typeof quotaUnits

/** How a form holds a quota: `amount` as it was typed, with a comma or a point; ignored where it is without limit. */
export type QuotaForm = { unlimited: boolean; amount: string; unit: QuotaUnit }

/** The bytes of a quota, null without limit, NaN where the amount is not a number above 0 that storage can count to. */
export function quotaBytes({ unlimited, amount, unit }: QuotaForm): number | null {
  if (unlimited) return null
  const text = amount.trim()
  if (!/^\d+([.,]\d+)?$/.test(text)) return Number.NaN
  const bytes = Math.round(Number(text.replace(',', '.')) * quotaUnits[unit])
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : Number.NaN
}

/** A quota of bytes, or null, as a form holds it; `separator` stands before decimals. Rounded to three of them. */
export function quotaForm(bytes: number | null, separator: '.' | ','): QuotaForm {
  if (bytes === null) return { unlimited: true, amount: '', unit: 'GB' }
  const unit = bytes >= quotaUnits.TB ? 'TB' : 'GB'
  const amount = String(Math.round((bytes / quotaUnits[unit]) * 1000) / 1000)
  return { unlimited: false, amount: amount.replace('.', separator), unit }
}

const facts = {
  name: label,
  contractCode: v.pipe(v.string(), v.trim(), v.maxLength(64, 'contract-code-too-long')),
  site: v.pipe(v.string(), v.minLength(1, 'required')),
  unlimited: v.boolean(),
  amount: v.string(),
  unit: v.picklist(['GB', 'TB'], 'required'),
  notification: v.boolean(),
}
const quotaIsNumber = (form: QuotaForm) => !Number.isNaN(quotaBytes(form))

/** The form that makes a customer with its owner. */
export const accountForm = v.pipe(
  v.object({
    ...facts,
    expiry: comingDay,
    ownerName: label,
    ownerEmail: email,
    password: newPassword,
    confirm: v.pipe(v.string(), v.minLength(1, 'required')),
  }),
  v.forward(v.partialCheck([['unlimited'], ['amount'], ['unit']], quotaIsNumber, 'quota-invalid'), [
    'amount',
  ]),
  v.forward(
    v.partialCheck([['password'], ['confirm']], form => form.password === form.confirm, 'not-match'),
    ['confirm'],
  ),
)

export type AccountForm = v.InferOutput<typeof accountForm>

/** The form that changes a customer; a day that is over ends it at once. */
export const accountChange = v.pipe(
  v.object({ ...facts, expiry: expiryDay }),
  v.forward(v.partialCheck([['unlimited'], ['amount'], ['unit']], quotaIsNumber, 'quota-invalid'), [
    'amount',
  ]),
)

export type AccountChange = v.InferOutput<typeof accountChange>
