import { chakra } from '@chakra-ui/react'
import type { RefObject } from 'react'

type Props = {
  kind: 'audio' | 'video'
  name: string
  /** Pre-signed URL. */
  url: string
  /** Position in seconds, at which a renewed URL continues. */
  position: RefObject<number>
  onPlaying: () => void
  onBroken: () => void
}

/** Streams a file from the storage; the browser requests the ranges it needs. */
export function MediaView({ kind, name, url, position, onPlaying, onBroken }: Props) {
  const Player = kind === 'video' ? Video : Audio
  return (
    <Player
      src={url}
      controls
      playsInline
      preload="metadata"
      autoPlay={position.current > 0}
      aria-label={name}
      onLoadedMetadata={event => {
        event.currentTarget.currentTime = position.current
      }}
      onLoadedData={onPlaying}
      onTimeUpdate={event => {
        position.current = event.currentTarget.currentTime
      }}
      onError={onBroken}
    />
  )
}

const Video = chakra('video', { base: { maxW: 'full', maxH: 'full', m: 'auto', bg: 'black' } })
const Audio = chakra('audio', { base: { width: 'full', maxW: '560px', m: 'auto', px: '4' } })
