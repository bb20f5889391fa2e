import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code, if the text fits into one. Dark on white in dark mode too: many readers accept no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrPath(text), [text])
  if (!code) return null
  const { path, size } = code
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width="full"
      maxW={size > 80 ? '288px' : '208px'}
      flexShrink="0"
      borderRadius="md"
      borderWidth="1px"
      bg="white"
      color="black"
    >
      <path d={path} fill="currentColor" />
    </chakra.svg>
  )
}

/** Light modules around a QR code that readers need (ISO/IEC 18004, 6.3.8). */
const quietZone = 4
/** Bytes up to which a code uses a higher error correction; the modules of longer ones are small enough already. */
const short = 200
/** Bytes beyond which a camera cannot distinguish the modules on a screen. */
const longest = 1000

/**
 * A QR code as an SVG path of its dark modules, in units of a module; `size` is its width with the quiet zone. Null for a
 * text of more than 1,000 bytes.
 */
export function qrPath(text: string): { path: string; size: number } | null {
  const { length } = new TextEncoder().encode(text)
  if (length > longest) return null
  const { data, size } = encode(text, { ecc: length > short ? 'L' : 'M', border: quietZone })
  const runs: string[] = []
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      const width = x + 1 - start
      runs.push(`M${start} ${y}h${width}v1h-${width}z`)
    }
  }
  return { path: runs.join(''), size }
}
