import type { LookUpNames, TopName } from '../../../machines/add-files/types.ts'
import type { ObjectPage } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import type { Place } from '../../buckets/addresses.ts'

/** With more names, one listing replaces a query per name. */
const maxQueries = 12
/** Maximum pages of a listing. */
const maxPages = 20

type Outcome = LookUpNames['output']

/** The existing names in a folder, as in a listing, that may conflict with `names`. */
export async function existingNames(
  place: Place,
  names: readonly TopName[],
  signal: AbortSignal,
): Promise<Outcome> {
  const prefixes = names.length <= maxQueries ? names.map(stemOf) : [commonPrefix(names)]
  const taken = new Set<string>()
  for (const outcome of await Promise.all(
    [...new Set(prefixes)].map(start => namesWithPrefix(place, start, signal)),
  )) {
    if (!outcome.ok) return outcome
    for (const name of outcome.taken) taken.add(name)
  }
  return { ok: true, taken }
}

/** The name without its extension: free names for `a.txt` begin with it. */
function stemOf({ name, folder }: TopName): string {
  const dot = folder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

async function namesWithPrefix(
  { bucket, prefix }: Place,
  search: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const taken = new Set<string>()
  let token: string | null = null
  for (let page = 0; page < maxPages; page++) {
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
      return outcome
    }
    for (const item of outcome.data.items) taken.add(item.name)
    token = outcome.data.next_token
    if (token === null) return { ok: true, taken }
  }
  return { ok: false, code: 'TOO_MANY_NAMES' }
}

function commonPrefix(names: readonly TopName[]): string {
  let start = names[0]?.name ?? ''
  for (const { name } of names) while (!name.startsWith(start)) start = start.slice(0, -1)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
