import {
  Archive,
  File,
  FileCode,
  FileSpreadsheet,
  FileText,
  Folder,
  Image,
  Music,
  Presentation,
  Video,
} from 'lucide-react'

const icons = {
  folder: Folder,
  text: FileText,
  spreadsheet: FileSpreadsheet,
  presentation: Presentation,
  image: Image,
  video: Video,
  audio: Music,
  archive: Archive,
  code: FileCode,
  other: File,
}

/** The icon for a file's kind, by its name; a folder's ends in a slash. */
export function FileIcon({ name }: { name: string }) {
  const Icon = icons[kindOf(name)]
  return <Icon aria-hidden="true" strokeWidth={1.75} />
}

type FileKind =
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

const extensions: Record<Exclude<FileKind, 'folder' | 'other'>, string> = {
  text: 'txt md rtf pdf doc docx odt epub log',
  spreadsheet: 'xls xlsx csv tsv ods',
  presentation: 'ppt pptx odp key',
  image: 'png jpg jpeg gif webp avif svg bmp tif tiff heic ico psd raw',
  video: 'mp4 mov mkv avi webm m4v',
  audio: 'mp3 wav flac ogg m4a aac opus',
  archive: 'zip gz tgz tar bz2 xz 7z rar zst iso',
  code: 'js ts tsx jsx json html css py go rs java c h cpp sh yaml yml xml sql php rb toml ini',
}

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, list]) =>
    list.split(' ').map(extension => [extension, kind as FileKind] as const),
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
  return kinds.get(extensionOf(name) ?? '') ?? 'other'
}
