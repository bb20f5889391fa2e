import { blue, Canvas, fill, paper, teal } from './first-drawings.tsx'

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

export function People() {
  return (
    <Canvas>
      <circle cx="100" cy="44" r="14" fill={fill} strokeDasharray="4 6" />
      <path d="M78 98c0-18 8-30 22-30s24 12 24 30" fill={fill} strokeDasharray="4 6" />
      <circle cx="58" cy="34" r="18" fill={paper} stroke={blue} strokeWidth="3" />
      <path d="M26 99c0-25 12-39 32-39s32 14 32 39z" fill={paper} stroke={blue} strokeWidth="3" />
      <path d="M100 78v12M94 84h12" stroke={teal} strokeWidth="4" />
    </Canvas>
  )
}

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
