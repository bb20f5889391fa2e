import { chakra } from '@chakra-ui/react'
import { CopyButton } from './copy-button.tsx'

/** Lines to paste into a terminal or a file. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <chakra.div position="relative" borderWidth="1px" borderRadius="md" bg="bg.subtle" minW="0">
      <chakra.pre
        tabIndex={0}
        role="region"
        aria-label={label}
        fontFamily="mono"
        fontSize="xs"
        lineHeight="20px"
        whiteSpace="pre"
        overflowX="auto"
        ps="3"
        pe="12"
        py="2.5"
        borderRadius="md"
      >
        {text}
      </chakra.pre>
      <chakra.div position="absolute" top="1" insetEnd="1" bg="bg.subtle" borderRadius="md">
        <CopyButton text={text} what={label} />
      </chakra.div>
    </chakra.div>
  )
}
