import { blue, Canvas, fill, paper, teal } from './canvas.tsx'

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
