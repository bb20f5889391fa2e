import type { ReactNode } from 'react'

export const line = 'var(--kho-colors-line-strong)'
export const fill = 'var(--kho-colors-bg-muted)'
export const paper = 'var(--kho-colors-bg-raised)'
export const blue = 'var(--kho-colors-accent)'
export const teal = 'var(--kho-colors-accent-teal)'

/** The background of all small drawings. */
export function Canvas({ children }: { children: ReactNode }) {
  return (
    <svg
      width="144"
      height="112"
      viewBox="0 0 144 112"
      fill="none"
      stroke={line}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse cx="72" cy="101" rx="58" ry="6" fill={fill} stroke="none" />
      {children}
    </svg>
  )
}
