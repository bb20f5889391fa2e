import { bareName } from './object-key.ts'

/** Bytes of the largest file that a preview loads completely. Specification, section 10: 20 MB. */
export const previewLimit = 20 * 1024 ** 2

const extensions = {
  markdown: 'md markdown',
  table: 'csv tsv',
  sheets: 'xlsx xlsm',
  slides: 'pptx',
  document: 'docx',
  pdf: 'pdf',
  image: 'png jpg jpeg gif webp avif svg bmp ico',
  audio: 'mp3 wav flac ogg m4a aac opus',
  video: 'mp4 m4v',
  text:
    'txt log json jsonl js mjs cjs ts jsx tsx html htm css scss less py go rs java kt c h cpp hpp cs sh bash bat ps1 ' +
    'yaml yml xml sql php rb lua pl r swift toml ini conf cfg env properties diff patch tex srt vtt',
} as const

/** How a file is shown: `sheets` is a workbook, `slides` a presentation, `document` a formatted text. */
export type PreviewKind = keyof typeof extensions

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, list]) =>
    list.split(' ').map(extension => [extension, kind as PreviewKind] as const),
  ),
)

/** Why a frame does not show a file: it has no bytes, is damaged, or beyond the frame's limits of time and size. */
export const refusals = ['empty', 'damaged', 'too-complex'] as const
export type Refusal = (typeof refusals)[number]

/** How a file is previewed, by the extension of its key; null if it cannot be. */
export function previewKind(key: string): PreviewKind | null {
  const name = bareName(key)
  return kinds.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? null
}

/** Whether a file of this kind is streamed from the storage instead of loaded completely. */
export function streams(kind: PreviewKind): boolean {
  return kind === 'audio' || kind === 'video'
}
