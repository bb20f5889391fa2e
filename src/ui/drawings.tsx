import type { ReactNode } from 'react'

const line = 'var(--kho-colors-line-strong)'
const fill = 'var(--kho-colors-bg-muted)'
const paper = 'var(--kho-colors-bg-raised)'
const blue = 'var(--kho-colors-accent)'
const teal = 'var(--kho-colors-accent-teal)'

function Canvas({ children }: { children: ReactNode }) {
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

/** A storehouse with one drawer pulled out: nothing is in it yet. */
export function EmptyStorehouse() {
  return (
    <Canvas>
      <path d="M16 40c22-3 40-13 50-30q6-8 12 0c10 17 28 27 50 30" stroke={blue} strokeWidth="4" />
      <path d="M28 46h88v50a4 4 0 0 1-4 4H32a4 4 0 0 1-4-4z" fill={paper} />
      <path d="M28 64h88M72 46v18" />
      <path d="M46 55h8M90 55h8" />
      <path d="M22 72h100l-7 26H29z" fill={fill} />
      <path d="M60 85h24" stroke={teal} strokeWidth="4" />
    </Canvas>
  )
}

/** An open folder with room for a file. */
export function EmptyFolder() {
  return (
    <Canvas>
      <path
        d="M26 34a4 4 0 0 1 4-4h28l9 10h47a4 4 0 0 1 4 4v50a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4z"
        fill={paper}
      />
      <path d="M18 58a4 4 0 0 1 4-5h100a4 4 0 0 1 4 5l-7 37a4 4 0 0 1-4 3H29a4 4 0 0 1-4-3z" fill={fill} />
      <path d="M72 86V66m-9 8 9-9 9 9" stroke={teal} strokeWidth="4" />
      <path d="M60 12h24M66 4h12" stroke={blue} opacity=".5" />
    </Canvas>
  )
}

/** A magnifying glass over shelves: nothing has that name. */
export function NothingFound() {
  return (
    <Canvas>
      <path d="M24 26h96M24 56h96M24 86h96M24 18v80M120 18v80" />
      <rect x="32" y="38" width="16" height="18" rx="2" fill={fill} />
      <rect x="52" y="32" width="12" height="24" rx="2" fill={fill} />
      <rect x="92" y="66" width="20" height="20" rx="2" fill={fill} />
      <circle cx="80" cy="52" r="22" fill={paper} stroke={blue} strokeWidth="4" />
      <path d="m97 68 16 16" stroke={teal} strokeWidth="6" />
    </Canvas>
  )
}

/** A cable that is pulled out. */
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

/** A closed gate. */
export function ClosedGate() {
  return (
    <Canvas>
      <path d="M16 36c22-3 40-11 50-25q6-7 12 0c10 14 28 22 50 25" stroke={blue} strokeWidth="4" />
      <path d="M26 42v56M118 42v56M26 42h92" />
      <rect x="34" y="50" width="76" height="48" rx="3" fill={fill} />
      <path d="M72 50v14" />
      <rect x="56" y="66" width="32" height="26" rx="4" fill={paper} stroke={teal} strokeWidth="3" />
      <path d="M64 66v-5a8 8 0 0 1 16 0v5" stroke={teal} strokeWidth="3" />
      <path d="M72 76v6" />
    </Canvas>
  )
}

/** A signpost without a word on it. */
export function NoSuchPlace() {
  return (
    <Canvas>
      <path d="M72 18v82" strokeWidth="4" />
      <path d="M40 24h54l12 11-12 11H40z" fill={paper} stroke={blue} strokeWidth="3" />
      <path d="M104 56H52L40 67l12 11h52z" fill={fill} stroke={teal} strokeWidth="3" />
      <path d="M52 35h24M66 67h24" />
    </Canvas>
  )
}

/** A page with a crack. */
export function BrokenPage() {
  return (
    <Canvas>
      <rect x="30" y="14" width="84" height="84" rx="6" fill={paper} />
      <path d="M30 34h84" />
      <path d="M40 24h.1M48 24h.1M56 24h.1" strokeWidth="4" />
      <path d="m76 34-12 20 14 8-12 18 6 18" stroke={blue} strokeWidth="3" />
      <path d="M42 48h12M42 60h10M88 48h14M92 60h10M90 72h12" />
    </Canvas>
  )
}

/** A shield with a tick. */
export function Safe() {
  return (
    <Canvas>
      <path
        d="M72 10c12 9 24 12 38 13v26c0 24-16 41-38 51-22-10-38-27-38-51V23c14-1 26-4 38-13z"
        fill={paper}
        stroke={blue}
        strokeWidth="3"
      />
      <path d="m56 54 12 12 21-24" stroke={teal} strokeWidth="5" />
    </Canvas>
  )
}
