import type { ReactNode } from 'react'

/*
 * The canvas of all small drawings, and that of a lost connection: the sign-in page loads them. The others are in drawings.tsx.
 */

const line = 'var(--kho-colors-line-strong)'
export const fill = 'var(--kho-colors-bg-muted)'
export const paper = 'var(--kho-colors-bg-raised)'
export const blue = 'var(--kho-colors-accent)'
export const teal = 'var(--kho-colors-accent-teal)'

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

export function Unplugged() {
  return (
    <Canvas>
      <path d="M6 66h30" stroke={blue} strokeWidth="4" />
      <path d="M36 52h16a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H36z" fill={paper} />
      <path d="M56 60h10M56 72h10" />
      <path d="M138 66h-30" stroke={teal} strokeWidth="4" />
      <path d="M108 46H92a8 8 0 0 0-8 8v24a8 8 0 0 0 8 8h16z" fill={fill} />
      <path d="m70 34 4 10M82 30v10M60 40l7 7" />
    </Canvas>
  )
}
