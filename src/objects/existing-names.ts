import type { ObjectPage } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'
import type { Place } from '../buckets/folder-address.ts'
import type { TopName } from '../uploads/picking/selection.ts'

/** With more names than this the folder is read instead of asking for each. */
const askUpTo = 12
/** Pages of a folder that are read at most. */
const pagesUpTo = 20

/**
 * The names that are taken in a folder, as they stand in a listing, of those that matter for `names`; or why that cannot
 * be told: there are too many to look through, or no answer.
 */
export async function namesTaken(
  place: Place,
  names: readonly TopName[],
): Promise<Set<string> | 'too many' | 'no answer'> {
  const starts = names.length <= askUpTo ? names.map(stemOf) : [commonStart(names)]
  const found = await Promise.all([...new Set(starts)].map(start => readNames(place, start)))
  const untold = found.find(some => typeof some === 'string')
  return untold ?? new Set(found.flat())
}

/** A free name for `a.txt` is looked for among `a…`. */
function stemOf({ name, folder }: TopName): string {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

async function readNames(
  { bucket, prefix }: Place,
  search: string,
): Promise<string[] | 'too many' | 'no answer'> {
  const names: string[] = []
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
      }),
    )
    if (!outcome.ok) return 'no answer'
    names.push(...outcome.data.items.map(item => item.name))
    token = outcome.data.next_token
    if (token === null) return names
  }
  return 'too many'
}

function commonStart(names: readonly TopName[]): string {
  let start = names[0]?.name ?? ''
  for (const { name } of names) while (!name.startsWith(start)) start = start.slice(0, -1)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
