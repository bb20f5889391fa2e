import { chakra, defineStyle } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

/** The box's style, for lists that style plain inputs. */
export const checkboxStyle = defineStyle({
  appearance: 'none',
  flexShrink: '0',
  boxSize: '18px',
  borderRadius: '5px',
  borderWidth: '1.5px',
  borderColor: 'line.field',
  bg: 'bg',
  display: 'inline-grid',
  placeItems: 'center',
  cursor: 'pointer',
  transition: 'background-color 120ms, border-color 120ms',
  _before: {
    content: '""',
    boxSize: '10px',
    bg: 'bg',
    opacity: '0',
    clipPath: 'polygon(14% 44%, 0 60%, 40% 96%, 100% 20%, 84% 6%, 38% 66%)',
  },
  _hover: { borderColor: 'accent' },
  _checked: { bg: 'accent', borderColor: 'accent', _before: { opacity: '1' } },
  _indeterminate: {
    bg: 'accent',
    borderColor: 'accent',
    _before: { opacity: '1', clipPath: 'inset(40% 5%)' },
  },
  _invalid: { borderColor: 'fg.danger' },
  _disabled: { opacity: '0.5', cursor: 'not-allowed' },
})

/**
 * The box alone; give it a name with `aria-label`. Set `indeterminate` through a ref, as HTML has no attribute for it.
 */
export const CheckboxBox = chakra('input', { base: checkboxStyle })

type Props = { label: ReactNode; help?: string; error?: string | undefined } & ComponentProps<
  typeof CheckboxBox
>

/** A checkbox with its label, help and error message. Takes the props of a react-hook-form `register`. */
export function Checkbox({ label, help, error, ...box }: Props) {
  const id = useId()
  const describing = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <chakra.div>
      <chakra.label
        htmlFor={id}
        display="flex"
        gap="2.5"
        alignItems="flex-start"
        textStyle="body"
        cursor="pointer"
      >
        <CheckboxBox
          id={id}
          type="checkbox"
          mt="2px"
          aria-invalid={error ? true : undefined}
          aria-describedby={describing || undefined}
          {...box}
        />
        <span>{label}</span>
      </chakra.label>
      {help && (
        <chakra.p id={`${id}-help`} textStyle="small" color="fg.muted" ps="7" pt="0.5">
          {help}
        </chakra.p>
      )}
      <FieldError id={`${id}-error`} ps="7" pt="1">
        {error}
      </FieldError>
    </chakra.div>
  )
}
