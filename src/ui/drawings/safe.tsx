import { blue, Canvas, paper, teal } from './canvas.tsx'

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
