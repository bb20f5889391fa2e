import { chakra } from '@chakra-ui/react'

/** What an act does, a line each. */
export function Consequences({ lines }: { lines: readonly string[] }) {
  return (
    <chakra.ul display="flex" flexDirection="column" gap="1.5" ps="5" listStyleType="disc">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </chakra.ul>
  )
}
