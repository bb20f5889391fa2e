import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
