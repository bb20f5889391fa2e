import { blue, Canvas, paper } from './first-drawings.tsx'

/** `blank`: whole, and with nothing on it. */
export default function BrokenPage({ blank = false }: { blank?: boolean }) {
  return (
    <Canvas>
      <rect x="30" y="14" width="84" height="84" rx="6" fill={paper} />
      <path d="M30 34h84" />
      <path d="M40 24h.1M48 24h.1M56 24h.1" strokeWidth="4" />
      {!blank && (
        <>
          <path d="m76 34-12 20 14 8-12 18 6 18" stroke={blue} strokeWidth="3" />
          <path d="M42 48h12M42 60h10M88 48h14M92 60h10M90 72h12" />
        </>
      )}
    </Canvas>
  )
}
