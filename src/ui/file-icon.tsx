import {
  Archive,
  File,
  FileCode,
  FileSpreadsheet,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  Music,
  Presentation,
  Video,
} from 'lucide-react'
import { type FileKind, kindOf } from '../../domain/file-kinds.ts'

const icons: Record<FileKind, LucideIcon> = {
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
