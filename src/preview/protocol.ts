import type { PreviewKind } from '../../domain/preview.ts'
import type { Refusal } from '../../machines/preview/types.ts'

/** Kinds that a frame draws; the others stream. */
export type FrameKind = Exclude<PreviewKind, 'audio' | 'video'>

/** What the frame writes of its own. */
export type FrameTexts = { cut: string; plain: string; slide: string; page: string }

/** The one message to a frame, after its `ready`. `bytes` is transferred. */
export type ToFrame = {
  kind: FrameKind
  name: string
  bytes: ArrayBuffer
  dark: boolean
  locale: string
  texts: FrameTexts
}

/** Keys that a frame passes on: it has the focus after a click. */
export const passedKeys = ['Escape', 'ArrowLeft', 'ArrowRight'] as const
export type PassedKey = (typeof passedKeys)[number]

/** All that a frame can say. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'drawn' }
  | { type: 'refused'; reason: Refusal }
  | { type: 'key'; key: PassedKey }

/** A message of a frame, or null where it is none of these: a file may have taken the frame over. */
export function readMessage(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const { type } = data
  if (type === 'ready' || type === 'drawn') return { type }
  if (type === 'refused' && 'reason' in data) {
    return { type, reason: data.reason === 'too-complex' ? 'too-complex' : 'damaged' }
  }
  const key = 'key' in data ? passedKeys.find(each => each === data.key) : undefined
  return type === 'key' && key ? { type, key } : null
}
