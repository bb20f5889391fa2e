import { chakra } from '@chakra-ui/react'
import type { RefObject } from 'react'

type Props = {
  kind: 'audio' | 'video'
  name: string
  /** The signed address. */
  url: string
  /** Seconds played, where a renewed address goes on. */
  position: RefObject<number>
  onPlaying: () => void
  onBroken: () => void
}

/** Plays a file from the storage. The browser asks for the ranges that it needs. */
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
