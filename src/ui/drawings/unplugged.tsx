import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
