import type { Catalogue } from '../catalogue.ts'
import type { files as en } from '../en/files.ts'

export const files: Catalogue<typeof en> = {}
