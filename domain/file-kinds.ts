import { bareName } from './object-key.ts'

/** What a file is to its owner: its icon and its name in lists. */
export type FileKind =
  | 'folder'
  | 'text'
  | 'spreadsheet'
  | 'presentation'
  | 'image'
  | 'video'
  | 'audio'
  | 'archive'
  | 'code'
  | 'other'

/** What files are searched by: `document` also means spreadsheets and presentations. */
export const kindGroups = ['image', 'document', 'video', 'audio', 'archive', 'code'] as const
export type KindGroup = (typeof kindGroups)[number]

/** How a file is shown: `sheets` is a workbook, `slides` a presentation, `document` a formatted text. */
export type PreviewKind =
  | 'markdown'
  | 'table'
  | 'sheets'
  | 'slides'
  | 'document'
  | 'pdf'
  | 'image'
  | 'audio'
  | 'video'
  | 'text'

/** Extensions by kind and preview. The only list of them: the traits of single extensions are below. */
const table: [FileKind, PreviewKind | null, string][] = [
  ['text', 'text', 'txt log'],
  ['text', 'markdown', 'md'],
  ['text', 'pdf', 'pdf'],
  ['text', 'document', 'docx'],
  ['text', null, 'rtf doc odt epub'],
  ['spreadsheet', 'table', 'csv tsv'],
  ['spreadsheet', 'sheets', 'xlsx'],
  ['spreadsheet', null, 'xls ods'],
  ['presentation', 'slides', 'pptx'],
  ['presentation', null, 'ppt odp key'],
  ['image', 'image', 'png jpg jpeg gif webp avif svg bmp ico'],
  ['image', null, 'tif tiff heic psd raw'],
  ['video', 'video', 'mp4 m4v'],
  ['video', null, 'mov mkv avi webm'],
  ['audio', 'audio', 'mp3 wav flac ogg m4a aac opus'],
  ['archive', null, 'zip gz tgz tar bz2 xz 7z rar zst iso'],
  ['code', 'text', 'js ts tsx jsx json html css py go rs java c h cpp sh yaml yml xml sql php rb toml ini'],
  ['other', 'markdown', 'markdown'],
  ['other', 'sheets', 'xlsm'],
  [
    'other',
    'text',
    'jsonl mjs cjs htm scss less kt hpp cs bash bat ps1 lua pl r swift conf cfg env properties diff patch tex srt vtt',
  ],
]

/** Text that browsers show, in the encoding that its media type names. */
const shownAsText = new Set(
  'txt md markdown csv tsv log json xml svg html htm css js mjs srt vtt yaml yml sql ini'.split(' '),
)

/** Media types with which a browser shows a file without running anything in it. Not SVG: it is a document. */
const mediaTypes = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
    pdf: 'application/pdf',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
  }),
)

const byExtension = new Map(
  table.flatMap(([kind, preview, extensions]) =>
    extensions.split(' ').map(extension => [extension, { kind, preview }] as const),
  ),
)

/** The extension of a name, in lower case, or null: `múa lân.MP4` → `mp4`. */
export function extensionOf(name: string): string | null {
  const dot = name.lastIndexOf('.')
  return dot <= 0 || dot === name.length - 1 ? null : name.slice(dot + 1).toLowerCase()
}

/** The kind of a file, by its name; a folder's ends in a slash. */
export function kindOf(name: string): FileKind {
  if (name.endsWith('/')) return 'folder'
  return byExtension.get(extensionOf(name) ?? '')?.kind ?? 'other'
}

/** Whether a file of this name belongs to the group; a folder belongs to none. */
export function isOfGroup(group: KindGroup, name: string): boolean {
  const kind = kindOf(name)
  return group === 'document' ? ['text', 'spreadsheet', 'presentation'].includes(kind) : kind === group
}

/** What follows the last dot of a key's name, or the whole name: `.env` and `env` are of one type. */
const typeOf = (key: string) => {
  const name = bareName(key)
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

/** How a file is previewed, by the extension of its key; null if it cannot be. */
export function previewKind(key: string): PreviewKind | null {
  return byExtension.get(typeOf(key))?.preview ?? null
}

/** Whether browsers show a file of this key as text, so that its media type should name its encoding. */
export function isShownAsText(key: string): boolean {
  return key.includes('.') && shownAsText.has(key.slice(key.lastIndexOf('.') + 1).toLowerCase())
}

/** The media type of an image that is decoded, not run: for thumbnails. */
export function rasterType(name: string): string | null {
  const extension = extensionOf(name)
  const type = extension === null || extension === 'ico' ? undefined : mediaTypes.get(extension)
  return type?.startsWith('image/') ? type : null
}

const textKinds = ['text', 'markdown', 'table'] as const

/**
 * The media type with which a browser shows a file of this name without running anything in it: text, including HTML,
 * as plain text, in the encoding of `stored`, the file's Content-Type, or UTF-8. Null: there is none, as for SVG, a
 * document that may contain scripts.
 */
export function shownType(key: string, stored = ''): string | null {
  const kind = previewKind(key)
  if (textKinds.some(each => each === kind)) {
    const charset = /;\s*charset="?([\w-]+)/i.exec(stored)?.[1] ?? 'utf-8'
    return `text/plain; charset=${charset.toLowerCase()}`
  }
  return (kind && mediaTypes.get(typeOf(key))) || null
}
