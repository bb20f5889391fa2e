import type { PreviewKind } from '../../../domain/file-kinds.ts'
import { type Refusal, refusals } from '../../../domain/preview.ts'

/** Kinds rendered in a frame; the others are streamed. */
export type FrameKind = Exclude<PreviewKind, 'audio' | 'video'>

/** Encodings in which a text can be read; `utf-16` in the text's byte order. */
export const encodings = ['utf-8', 'utf-16', 'windows-1258', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** Labels in the frame. */
export type FrameTexts = {
  cut: string
  plain: string
  slide: string
  page: string
  encoding: string
  encodings: Record<Encoding, string>
}

/** The first message to a frame, after its `ready`. `bytes` is transferred. */
export type ToFrame = {
  kind: FrameKind
  name: string
  bytes: ArrayBuffer
  dark: boolean
  locale: string
  texts: FrameTexts
}

const pictureActs = ['zoomIn', 'zoomOut', 'fit', 'actual', 'turn'] as const
/** An action on the picture in a frame, as a message `{ act }`. `actual`: at 100 %. */
export type PictureAct = (typeof pictureActs)[number]

/** The act of a message to a frame; null if it is another message. */
export function readAct(data: unknown): PictureAct | null {
  if (typeof data !== 'object' || data === null || !('act' in data)) return null
  return pictureActs.find(each => each === data.act) ?? null
}

/** The scale of a picture; `fits`: it fits the window. */
export type Zoom = { percent: number; fits: boolean }

/** Keys that a focused frame passes to the console. */
export const passedKeys = ['Escape', 'ArrowLeft', 'ArrowRight', '+', '=', '-', '0', 'r', 'f'] as const
export type PassedKey = (typeof passedKeys)[number]

export type FromFrame =
  | { type: 'ready' }
  | { type: 'drawn' }
  | { type: 'refused'; reason: Refusal }
  | { type: 'key'; key: PassedKey }
  | ({ type: 'zoom' } & Zoom)

/** Validates a message from a frame, which a file may control; null if it is invalid. */
export function readMessage(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const { type } = data
  if (type === 'ready' || type === 'drawn') return { type }
  if (type === 'refused' && 'reason' in data) {
    return { type, reason: refusals.find(each => each === data.reason) ?? 'damaged' }
  }
  if (type === 'zoom' && 'percent' in data && 'fits' in data) {
    const { percent, fits } = data
    const isPercent = Number.isInteger(percent) && Number(percent) > 0 && Number(percent) <= 1000
    return isPercent ? { type, percent: Number(percent), fits: fits === true } : null
  }
  const key = 'key' in data ? passedKeys.find(each => each === data.key) : undefined
  return type === 'key' && key ? { type, key } : null
}
