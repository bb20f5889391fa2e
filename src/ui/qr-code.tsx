import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'

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
