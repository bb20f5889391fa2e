import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { CopyButton } from '../ui/copy.tsx'

/** Lines to paste into a terminal or a file. */
export function Snippet({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <chakra.div
      display="flex"
      alignItems="flex-start"
      borderWidth="1px"
      borderRadius="md"
      bg="bg.subtle"
      minW="0"
    >
      <chakra.pre
        tabIndex={0}
        role="region"
        aria-label={label}
        fontFamily="mono"
        fontSize="xs"
        lineHeight="20px"
        whiteSpace="pre"
        overflowX="auto"
        flex="1"
        minW="0"
        mx="3"
        py="2.5"
      >
        {text}
      </chakra.pre>
      <chakra.span m="1">
        <CopyButton value={text} label={t('keys.copy', { what: label })} />
      </chakra.span>
    </chakra.div>
  )
}
