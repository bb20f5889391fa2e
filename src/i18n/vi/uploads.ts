import type { Catalogue } from '../catalogue.ts'
import type { uploads as en } from '../en/uploads.ts'

export const uploads: Catalogue<typeof en> = {}
