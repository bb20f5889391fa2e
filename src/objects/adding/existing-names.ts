import type { LookUpNames, TopName } from '../../../machines/add-files/types.ts'
import type { ObjectPage } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { expected } from '../../api/expected.ts'
import { type ApiResult, result } from '../../api/result.ts'
import type { Place } from '../../buckets/folder-address.ts'

/** With more names than this the folder is read instead of asking for each. */
const askUpTo = 12
/** Pages of a folder that are read at most. */
const pagesUpTo = 20

type Outcome = LookUpNames['output']

/** The names in a folder, as in a listing, that matter for `names`. */
export async function existingNames(
  place: Place,
  names: readonly TopName[],
  signal: AbortSignal,
): Promise<Outcome> {
  const starts = names.length <= askUpTo ? names.map(stemOf) : [commonStart(names)]
  const taken = new Set<string>()
  for (const outcome of await Promise.all(
    [...new Set(starts)].map(start => namesThatStart(place, start, signal)),
  )) {
    if (!outcome.ok) return outcome
    for (const name of outcome.taken) taken.add(name)
  }
  return { ok: true, taken }
}

/** A free name for `a.txt` is looked for among `a…`. */
function stemOf({ name, folder }: TopName): string {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

async function namesThatStart(
  { bucket, prefix }: Place,
  search: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const taken = new Set<string>()
  let token: string | null = null
  for (let page = 0; page < pagesUpTo; page++) {
    const outcome: ApiResult<ObjectPage> = await result(
      api.GET('/objects/paginate', {
        params: {
          query: {
            bucket,
            prefix,
            search,
            page_size: 1000,
            ...(token === null ? {} : { next_token: token }),
          },
        },
        signal,
      }),
    )
    if (!outcome.ok) {
      return expected(outcome, [
        'PERMISSION_DENIED',
        'ACCESS_DENIED',
        'BUCKET_NOT_FOUND',
        'STORAGE_UNAVAILABLE',
        'NETWORK',
      ])
    }
    for (const item of outcome.data.items) taken.add(item.name)
    token = outcome.data.next_token
    if (token === null) return { ok: true, taken }
  }
  return { ok: false, code: 'TOO_MANY_NAMES' }
}

function commonStart(names: readonly TopName[]): string {
  let start = names[0]?.name ?? ''
  for (const { name } of names) while (!name.startsWith(start)) start = start.slice(0, -1)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
