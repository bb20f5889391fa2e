import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
