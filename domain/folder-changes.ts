import type { ObjectItem } from '../openapi/schema.ts'

/** An event of `watchObjects`. `gone`: keys. `many`: too many have changed to name them. */
export type FolderChanges = { items: ObjectItem[]; gone: string[]; many: boolean }
