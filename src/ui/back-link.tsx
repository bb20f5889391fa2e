import { ChevronLeft } from 'lucide-react'
import { Anchor } from './anchor.tsx'

/** A link to the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      href={to}
      display="inline-flex"
      alignItems="center"
      gap="1"
      textStyle="small"
      color="fg.muted"
      _hover={{ color: 'fg' }}
      _icon={{ boxSize: '16px' }}
    >
      <ChevronLeft aria-hidden="true" />
      {children}
    </Anchor>
  )
}
