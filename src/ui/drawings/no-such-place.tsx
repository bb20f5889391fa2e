import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
