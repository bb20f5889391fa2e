import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'

export type FieldProps = {
  label: ReactNode
  /** The error message: shown below the input, announced, and linked to it. */
  error?: string | undefined
  /** A hint for filling it in; an error replaces it. */
  help?: ReactNode
  /** Shown below the input, also with an error: a control, a clock. */
  under?: ReactNode
  /** A control at the input's end. */
  end?: ReactNode
  /** A popup positioned at the input. */
  below?: ReactNode
} & ComponentProps<typeof Input>

/** An input with its label, and its help or its error message. Takes the props of a react-hook-form `register`. */
export function Field({ label, error, help: hint, under, end, below, ...input }: FieldProps) {
  const id = useId()
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = message.current
    if (error && element?.parentElement?.contains(document.activeElement)) {
      element.scrollIntoView({ block: 'nearest' })
    }
  }, [error])
  const help = error ? undefined : hint
  const described = [error && `${id}-error`, help && `${id}-help`, under && `${id}-under`]
    .filter(Boolean)
    .join(' ')
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minW="0" width="full">
      <chakra.label htmlFor={id} textStyle="label" color="fg">
        {label}
      </chakra.label>
      <chakra.div position="relative">
        <Input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          pe={end ? '12' : undefined}
          {...input}
        />
        {end && (
          <chakra.div position="absolute" insetBlock="0" insetEnd="1" display="grid" placeItems="center">
            {end}
          </chakra.div>
        )}
        {below}
      </chakra.div>
      <FieldError
        ref={message}
        id={`${id}-error`}
        // The height of a dialog's buttons, which stay visible over scrolling content.
        scrollMarginBottom="128px"
      >
        {error}
      </FieldError>
      {help && (
        <chakra.div id={`${id}-help`} textStyle="small" color="fg.muted">
          {help}
        </chakra.div>
      )}
      {under && (
        <chakra.div id={`${id}-under`} textStyle="small" color="fg.muted" _empty={{ display: 'none' }}>
          {under}
        </chakra.div>
      )}
    </chakra.div>
  )
}

/** The error of a field, announced when it changes. Always rendered, with an id that the field refers to. */
export const FieldError = chakra(
  'div',
  { base: { textStyle: 'small', color: 'fg.danger', _empty: { display: 'none' } } },
  { defaultProps: { 'aria-live': 'polite' } },
)

/** A text input. Within `Field` it is labelled; elsewhere give it a name with `aria-label`. */
export const Input = chakra('input', {
  base: {
    width: 'full',
    minW: '0',
    h: 'field',
    px: '3',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'line.field',
    bg: 'bg',
    color: 'fg',
    textStyle: 'body',
    fontSize: { base: '16px', sm: 'md' },
    transition: 'border-color 120ms, box-shadow 120ms',
    _focusVisible: {
      borderColor: 'focus',
      outline: 'none',
      boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-focus) 22%, transparent)',
    },
    _invalid: {
      borderColor: 'fg.danger',
      _focusVisible: {
        borderColor: 'fg.danger',
        boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-fg-danger) 22%, transparent)',
      },
    },
    _disabled: { opacity: '0.6', cursor: 'not-allowed' },
  },
})
