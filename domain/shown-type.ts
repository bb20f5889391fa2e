import { bareName } from './object-key.ts'
import { previewKind } from './preview.ts'

const types: Readonly<Record<string, string>> = {
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
  const name = bareName(key)
  return (kind && types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]) || null
}
