import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'

/** A QR code. Dark on white in dark mode too: many readers take no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width="full"
      maxW="208px"
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
