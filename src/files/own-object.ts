import { isFolder } from '../../domain/copy-target.ts'
import type { ObjectItem } from '../../openapi/schema.ts'

/**
 * Whether it is the object of the listed folder itself, a file whose key ends in a slash. Requests that treat a key
 * with a slash as a folder would act on everything in the folder.
 */
export function isOwn({ type, key }: Pick<ObjectItem, 'type' | 'key'>): boolean {
  return type === 'file' && isFolder(key)
}
