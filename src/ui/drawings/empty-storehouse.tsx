import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
