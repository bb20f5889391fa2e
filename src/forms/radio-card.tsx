import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { FieldError } from './field.tsx'

/** The name of a group of choices. */
export const Legend = chakra('legend', { base: { textStyle: 'label', mb: '1.5', p: '0' } })

const Radio = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: '0',
    boxSize: '18px',
    mt: '2px',
    borderRadius: 'full',
    borderWidth: '1.5px',
    borderColor: 'line.field',
    bg: 'bg',
    cursor: 'pointer',
    transition: 'border-color 120ms, border-width 120ms',
    _checked: { borderColor: 'accent', borderWidth: '5.5px' },
    _focusVisible: { outline: 'none' },
  },
})

const Card = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    px: '3',
    py: '2.5',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'line.strong',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms',
    _hover: { bg: 'bg.hover' },
    '&:has(:checked)': { borderColor: 'accent', bg: 'bg.selected' },
    '&:has(:focus-visible)': { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '2px' },
  },
})

type Props = { label: string; lead?: string } & Omit<ComponentProps<typeof Radio>, 'type'>

/** One choice of a group, as a card. Takes the props of a react-hook-form `register`. */
export function RadioCard({ label, lead, ...radio }: Props) {
  const id = useId()
  return (
    <Card>
      <Radio
        type="radio"
        aria-labelledby={`${id}-label`}
        aria-describedby={lead && `${id}-lead`}
        {...radio}
      />
      <chakra.span minW="0">
        <chakra.span id={`${id}-label`} display="block" textStyle="body" fontWeight="medium">
          {label}
        </chakra.span>
        {lead && (
          <chakra.span id={`${id}-lead`} display="block" textStyle="small" color="fg.muted">
            {lead}
          </chakra.span>
        )}
      </chakra.span>
    </Card>
  )
}

type ChoicesProps = { legend: string; error: { message?: string } | undefined; children: ReactNode }

/** A group of `RadioCard`s, with an error message. */
export function Choices({ legend, error, children }: ChoicesProps) {
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
