import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
