import type { PreviewKind } from './file-kinds.ts'

/** Bytes of the largest file that a preview loads completely. Specification, section 10: 20 MB. */
export const previewLimit = 20 * 1024 ** 2

/** Why a frame does not show a file: it has no bytes, is damaged, or beyond the frame's limits of time and size. */
export const refusals = ['empty', 'damaged', 'too-complex'] as const
export type Refusal = (typeof refusals)[number]

/** Whether a file of this kind is streamed from the storage instead of loaded completely. */
export function streams(kind: PreviewKind): boolean {
  return kind === 'audio' || kind === 'video'
}
