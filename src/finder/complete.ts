import { mayCall } from '../../domain/permissions.ts'
import { type ConsoleSite, type Reading, typedPath } from '../../domain/typed-path.ts'
import type { Lookup } from '../../machines/finder/types.ts'
import { folderOf, searchOf } from '../../machines/picker/rules.ts'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { basePath } from '../site/base-path.ts'
import { readBuckets } from './buckets.ts'
import { line, lineOf, none } from './lines.ts'

/** Lines of a folder. */
const most = 50

/** Where the text leads, with what the folder has that begins like it. */
export async function complete(
  user: CurrentUser,
  { text }: Lookup['input'],
  signal: AbortSignal,
): Promise<Lookup['output']> {
  const site: ConsoleSite = { origin: location.origin, basePath }
  const typed = typedPath(text, site)
  if (typed === null) return none
  if (typed.kind === 'address') {
    const { address } = typed
    return { ...none, found: [line('address', address, address, { address })], exact: true }
  }
  const outcome = await readBuckets()
  if (!outcome.ok) return outcome
  const names = new Set(outcome.buckets.map(({ name }) => name))
  const readings = typed.readings.filter(({ bucket }) => names.has(bucket))
  const answers = await Promise.all(readings.map(reading => readPlace(user, reading, signal)))
  const found = answers.filter(each => each.ok)
  // Of several readings one may be of a bucket that this person may not list.
  if (found.length === 0) return answers[0] ?? none
  return found.find(({ exact }) => exact) ?? found.find(each => each.found.length > 0) ?? found[0]!
}

async function readPlace(
  user: CurrentUser,
  { bucket, key }: Reading,
  signal: AbortSignal,
): Promise<Lookup['output']> {
  const own = lineOf(user, bucket, key)
  // Who may only upload sees no names.
  if (!mayCall(user, 'paginateObjects')) return { ...none, found: [own], exact: true }
  const prefix = folderOf(key)
  const search = searchOf(key)
  const query = { bucket, prefix, page_size: most, ...(search && { search }) }
  const outcome = await result(api.GET('/objects/paginate', { params: { query }, signal }))
  if (!outcome.ok) return outcome
  const { items, next_token } = outcome.data
  const isExact = (item: ObjectItem) => item.name === search || item.name === `${search}/`
  const exists = search === '' ? key === '' || outcome.data.exists : items.some(isExact)
  const lineFor = (item: ObjectItem) => lineOf(user, bucket, item.key)
  // The folder's own object is the folder.
  const named = items.filter(({ name }) => name !== '')
  const first = search === '' && exists ? [own] : named.filter(isExact).map(lineFor)
  const others = named.filter(item => search === '' || !isExact(item)).map(lineFor)
  return { ok: true, found: [...first, ...others], exact: exists, more: next_token !== null }
}
