import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/text.ts'
import { CopyButton } from './copy-button.tsx'

type Props = {
  label: string
  value: string
  /** Shows only its beginning, on one line. */
  cut?: boolean
  note?: ReactNode
}

/** A value with its label, in an unambiguous font, with a copy button. */
export function CopyValue({ label, value, cut = false, note }: Props) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div role="group" aria-labelledby={id} minW="0">
      <chakra.div id={id} textStyle="label" mb="1.5" overflowWrap="anywhere">
        {label}
      </chakra.div>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        minH="field"
        ps="3"
        pe="1"
        borderWidth="1px"
        borderRadius="md"
        bg="bg.subtle"
      >
        <chakra.code
          flex="1"
          minW="0"
          py="1.5"
          fontFamily="mono"
          textStyle="small"
          userSelect="all"
          {...(cut
            ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
            : { overflowWrap: 'anywhere' })}
        >
          {value}
        </chakra.code>
        <CopyButton value={value} label={t('keys.copy', { what: label })} />
      </chakra.div>
      {note && (
        <chakra.p textStyle="small" color="fg.muted" mt="1.5">
          {note}
        </chakra.p>
      )}
    </chakra.div>
  )
}
