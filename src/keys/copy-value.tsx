import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useText } from '../i18n/text.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** A value with its label, in letters that cannot be mixed up, and a button that copies it. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div role="group" aria-labelledby={id} minW="0">
      <chakra.div id={id} textStyle="label" mb="1.5">
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
          overflowWrap="anywhere"
          userSelect="all"
        >
          {value}
        </chakra.code>
        <CopyButton value={value} label={t('keys.copy', { what: label })} />
      </chakra.div>
    </chakra.div>
  )
}
