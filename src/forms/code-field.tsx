import { type ChangeEvent, useEffect, useRef } from 'react'
import { codeDigits } from '../../domain/limits.ts'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  /** Accepts a recovery code: letters too, and its length is not checked. */
  recovery?: boolean
  /** Whether it is the only field: then the form is submitted at the last digit. */
  alone?: boolean
}

/**
 * A field for six digits: anything else is dropped, also when pasted. The same digits are submitted automatically only
 * once. For uncontrolled forms: accepts the props of a react-hook-form `register`, or a `ref`.
 */
export function CodeField({ recovery = false, alone = false, onChange, ...field }: Props) {
  const last = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code starts empty
  useEffect(() => {
    last.current = ''
  }, [recovery])

  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (!recovery) {
      const digits = input.value.replace(/\D/g, '').slice(0, codeDigits)
      if (digits !== input.value) input.value = digits
    }
    onChange?.(event)
    const whole = !recovery && input.value.length === codeDigits && input.value !== last.current
    last.current = input.value
    if (alone && whole) input.form?.requestSubmit()
  }

  return (
    <Field
      type="text"
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      textStyle="figures"
      fontSize="20px"
      letterSpacing={recovery ? '0.08em' : '0.3em'}
      onChange={change}
      {...field}
    />
  )
}
