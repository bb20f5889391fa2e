import type { FolderRead } from '../../machines/picker/types.ts'
import { api } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'

/** Names that are read of one folder; who looks for one beyond them types its beginning. */
const most = 1000

type Read = { entries: { name: string; size: number | null }[]; complete: boolean }

async function readBuckets(search: string, signal: AbortSignal): Promise<ApiResult<Read>> {
  const outcome = await result(api.GET('/bucket', { signal }))
  if (!outcome.ok) return outcome
  const entries = outcome.data.buckets
    .filter(({ name }) => name.startsWith(search))
    .map(({ name }) => ({ name: `${name}/`, size: null }))
  return { ok: true, data: { entries, complete: true } }
}

async function readObjects(
  { prefix, search }: FolderRead['input'],
  bucket: string,
  signal: AbortSignal,
): Promise<ApiResult<Read>> {
  const query = { bucket, prefix, page_size: most, ...(search && { search }) }
  const outcome = await result(api.GET('/objects/paginate', { params: { query }, signal }))
  if (!outcome.ok) return outcome
  const { items, next_token } = outcome.data
  return { ok: true, data: { entries: items, complete: next_token === null } }
}

export async function readFolder(
  input: FolderRead['input'],
  signal: AbortSignal,
): Promise<FolderRead['output']> {
  const { bucket, search } = input
  const outcome = await (bucket === null ? readBuckets(search, signal) : readObjects(input, bucket, signal))
  return outcome.ok ? { ok: true, ...outcome.data } : { ok: false, code: 'NOT_DONE', failure: outcome }
}
