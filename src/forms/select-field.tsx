import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError, Input } from './field.tsx'

/** The browser's own select, for few options. Within `SelectField` it is labelled. */
export function Select({ children, ...select }: ComponentProps<'select'>) {
  return (
    <chakra.span position="relative" display="block" minW="0" width="full">
      <Input asChild pe="10" appearance="none" textOverflow="ellipsis">
        <select {...select}>{children}</select>
      </Input>
      <chakra.span
        position="absolute"
        insetEnd="3"
        insetBlock="0"
        display="grid"
        placeItems="center"
        color="fg.muted"
        pointerEvents="none"
        _icon={{ boxSize: '18px' }}
      >
        <ChevronDown aria-hidden="true" />
      </chakra.span>
    </chakra.span>
  )
}

type Props = { label: ReactNode; error?: string | undefined } & ComponentProps<typeof Select>

/** A select with its label and error message. Takes the props of a react-hook-form `register`. */
export function SelectField({ label, error, ...select }: Props) {
  const id = useId()
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minW="0" width="full">
      <chakra.label htmlFor={id} textStyle="label">
        {label}
      </chakra.label>
      <Select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...select}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </chakra.div>
  )
}
