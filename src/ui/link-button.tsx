import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from './button.tsx'

export function LinkButton({
  to,
  variant = 'plain',
  children,
}: {
  to: string
  variant?: 'main' | 'plain'
  children: ReactNode
}) {
  return (
    <Button asChild variant={variant}>
      <Link href={to}>{children}</Link>
    </Button>
  )
}
