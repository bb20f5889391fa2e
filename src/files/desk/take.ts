import { bareName } from '../../../domain/object-key.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { showToast } from '../../shell/toast.ts'
import type { CopyAct } from '../dialogs/copying.ts'
import { keepClip } from './clip.ts'

/** Keeps items of a bucket to be pasted, and says so. */
export function take(
  user: string,
  bucket: string,
  { act, items }: { act: CopyAct; items: readonly ObjectItem[] },
): void {
  keepClip(user, { act, bucket, keys: items.map(({ key }) => key) })
  const values = { count: items.length, name: bareName(items[0]!.key) }
  showToast(act === 'move' ? 'files.clipCut' : 'files.clipCopied', { values, severity: 'info' })
}
