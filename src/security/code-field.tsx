import { Field, type FieldProps } from '../ui/field.tsx'

const sixDigits = { maxLength: 12, inputMode: 'numeric' } as const
const orRecoveryCode = { maxLength: 32, autoCapitalize: 'none', spellCheck: false } as const

/** A field for six digits. `recovery` lets a recovery code in too. Takes the props of a react-hook-form `register`. */
export function CodeField({ recovery = false, ...field }: FieldProps & { recovery?: boolean }) {
  return (
    <Field
      autoComplete="one-time-code"
      fontFamily="figures"
      fontVariantNumeric="tabular-nums"
      {...(recovery ? orRecoveryCode : sixDigits)}
      {...field}
    />
  )
}
