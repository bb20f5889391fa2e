import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { FieldError } from './field.tsx'
import { Legend } from './radio-card.tsx'

type Props = { legend: string; error: { message?: string } | undefined; children: ReactNode }

/** A group of `RadioCard`s, with an error message. */
export function Choices({ legend, error, children }: Props) {
  const t = useText()
  const id = useId()
  const message = fieldText(t, error)
  return (
    <chakra.fieldset minW="0" aria-describedby={message && id}>
      <Legend>{legend}</Legend>
      <chakra.div display="grid" gap="2">
        {children}
      </chakra.div>
      <FieldError id={id} pt="1.5">
        {message}
      </FieldError>
    </chakra.fieldset>
  )
}
