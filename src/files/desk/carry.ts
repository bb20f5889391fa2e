import { conflictsOf } from '../../../machines/add-files/rules.ts'
import type { CurrentUser, ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { existingNames } from '../add/existing-names.ts'
import { type CopyAct, copySent, sendCopy } from '../dialogs/copying.ts'
import { listedNames } from '../list/use-listing.ts'

/** Items of a bucket that were dragged, or pasted. */
export type Carrying = {
  act: CopyAct
  bucket: string
  items: readonly Pick<ObjectItem, 'key' | 'name' | 'type'>[]
}

/**
 * Copies or moves items into a folder as the dialog does, which `ask` opens if one of their names is taken there, or the
 * names are not known. Beside themselves copies get another name. Returns whether it is done, under way, or in the dialog.
 */
export async function carry(
  { id }: Pick<CurrentUser, 'id'>,
  { act, bucket, items }: Carrying,
  { bucket: target_bucket, prefix: target_folder }: Place,
  ask: () => void,
): Promise<boolean> {
  const keys = items.map(({ key }) => key)
  const isBeside = items.every(({ key, name }) => bucket === target_bucket && key === target_folder + name)
  if (!isBeside && !(await areFree(items, { bucket: target_bucket, prefix: target_folder }))) {
    ask()
    return true
  }
  const sent = await sendCopy(act, { bucket, keys, target_bucket, target_folder, existing: 'keep-both' })
  if (sent.ok) copySent(id, act, sent.data)
  else showFailure(sent)
  return sent.ok
}

async function areFree(items: Carrying['items'], place: Place): Promise<boolean> {
  const names = items.map(({ name, type }) => ({
    name: name.replace(/\/$/, ''),
    folder: type === 'folder',
  }))
  const listed = listedNames(place)
  if (listed) return conflictsOf(names, listed).length === 0
  const found = await existingNames(place, names, new AbortController().signal)
  return found.ok && conflictsOf(names, found.taken).length === 0
}
