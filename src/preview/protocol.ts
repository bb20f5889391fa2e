import type { PreviewKind } from '../../domain/preview.ts'
import type { Refusal } from '../../machines/preview/machine.ts'

/** Kinds rendered in a frame; the others are streamed. */
export type FrameKind = Exclude<PreviewKind, 'audio' | 'video'>

/** Labels in the frame. */
export type FrameTexts = { cut: string; plain: string; slide: string; page: string }

/** The only message to a frame, after its `ready`. `bytes` is transferred. */
export type ToFrame = {
  kind: FrameKind
  name: string
  bytes: ArrayBuffer
  dark: boolean
  locale: string
  texts: FrameTexts
}

/** Keys that a focused frame passes to the console. */
export const passedKeys = ['Escape', 'ArrowLeft', 'ArrowRight'] as const
export type PassedKey = (typeof passedKeys)[number]

/** Messages from a frame. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'drawn' }
  | { type: 'refused'; reason: Refusal }
  | { type: 'key'; key: PassedKey }

/** Validates a message from a frame, which a file may control; null if it is invalid. */
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
