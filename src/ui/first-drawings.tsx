import type { ReactNode } from 'react'

/*
 * The canvas of all small drawings, and those of failures: the sign-in page loads them. The others are in drawings.tsx.
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

/** `blank`: whole, and with nothing on it. */
export function BrokenPage({ blank = false }: { blank?: boolean }) {
  return (
    <Canvas>
      <rect x="30" y="14" width="84" height="84" rx="6" fill={paper} />
      <path d="M30 34h84" />
      <path d="M40 24h.1M48 24h.1M56 24h.1" strokeWidth="4" />
      {!blank && (
        <>
          <path d="m76 34-12 20 14 8-12 18 6 18" stroke={blue} strokeWidth="3" />
          <path d="M42 48h12M42 60h10M88 48h14M92 60h10M90 72h12" />
        </>
      )}
    </Canvas>
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
