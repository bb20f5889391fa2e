import { email } from './email.ts'
import { comingDay, expiryDay } from './expiry-day.ts'
import { firstPassword, firstPasswordRules } from './first-password.ts'
import { label } from './label.ts'
import { contractCodeMaximum, GiB, MiB } from './limits.ts'
import * as v from './valibot.ts'

/** Bytes of each unit of a quota. */
export const quotaUnits = { MB: MiB, GB: GiB, TB: 1024 * GiB } as const
type QuotaUnit = keyof typeof quotaUnits

/** A quota in a form: `amount` as typed, with comma or point; ignored if unlimited. */
export type QuotaForm = { unlimited: boolean; amount: string; unit: QuotaUnit }

/** Bytes; null if unlimited, NaN if the amount is not a number above 0 and within safe integers. */
export function quotaBytes({ unlimited, amount, unit }: QuotaForm): number | null {
  if (unlimited) return null
  const text = amount.trim()
  if (!/^\d+([.,]\d+)?$/.test(text)) return Number.NaN
  const bytes = Math.round(Number(text.replace(',', '.')) * quotaUnits[unit])
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : Number.NaN
}

/**
 * Bytes, or null, as a form quota: in the largest unit of which there is one, or else in the smallest; up to three decimals
 * after `separator`.
 */
export function quotaForm(bytes: number | null, separator: string): QuotaForm {
  if (bytes === null) return { unlimited: true, amount: '', unit: 'GB' }
  const unit = (['TB', 'GB'] as const).find(each => bytes >= quotaUnits[each]) ?? 'MB'
  const amount = bytes / quotaUnits[unit]
  const shown = amount < 1 ? amount : Math.round(amount * 1000) / 1000
  return { unlimited: false, amount: String(shown).replace('.', separator), unit }
}

const quota = { unlimited: v.boolean(), amount: v.string(), unit: v.picklist(['MB', 'GB', 'TB'], 'required') }

/** The form that changes a quota alone. */
export const quotaChange = v.pipe(
  v.object(quota),
  v.checkFields(['unlimited', 'unit', 'amount'], form => !Number.isNaN(quotaBytes(form)), 'quota-invalid'),
)

const facts = {
  name: label,
  contractCode: v.pipe(v.string(), v.trim(), v.maxLength(contractCodeMaximum, 'contract-code-too-long')),
  site: v.pipe(v.string(), v.minLength(1, 'required')),
  ...quota,
  notification: v.boolean(),
}

const accountFields = v.object({
  ...facts,
  expiry: comingDay,
  ownerName: label,
  ownerEmail: email,
  ...firstPassword,
})

/** The form that creates a customer and its owner. */
export const accountForm = v.pipe(
  accountFields,
  v.checkFields(['unlimited', 'unit', 'amount'], form => !Number.isNaN(quotaBytes(form)), 'quota-invalid'),
  ...firstPasswordRules<v.InferOutput<typeof accountFields>>(),
)

export type AccountForm = v.InferOutput<typeof accountForm>

/** The form that changes a customer; a past day ends it at once. */
export const accountChange = v.pipe(
  v.object({ ...facts, expiry: expiryDay }),
  v.checkFields(['unlimited', 'unit', 'amount'], form => !Number.isNaN(quotaBytes(form)), 'quota-invalid'),
)

export type AccountChange = v.InferOutput<typeof accountChange>
