import { chakra } from '@chakra-ui/react'

export function Consequences({ lines }: { lines: readonly string[] }) {
  return (
    <chakra.ul display="flex" flexDirection="column" gap="1.5" ps="5" listStyleType="disc">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </chakra.ul>
  )
}
