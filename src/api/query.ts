import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { paths } from '../../openapi/schema.ts'
import { api } from './client.ts'
import { type ApiError, dataOf } from './result.ts'

type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: { parameters: unknown } } ? Path : never
}[keyof paths]
type Params<Path extends ReadPath> = paths[Path]['get'] extends { parameters: infer All } ? All : never
export type Data<Path extends ReadPath> = paths[Path]['get'] extends {
  responses: { 200: { content: { 'application/json': infer Json } } }
}
  ? Json
  : never
type Page = { next_token: string | null }
type PagedPath = { [Path in ReadPath]: Data<Path> extends Page ? Path : never }[ReadPath]

/** The query key of a read: the path of the contract and the parameters. */
export function keyOf<Asked>(path: keyof paths, params: Asked) {
  return [path, params] as const
}

async function get<Path extends ReadPath>(path: Path, params: object, signal: AbortSignal) {
  return (await dataOf(api.GET(path as '/bucket', { params, signal }))) as Data<Path>
}

export function read<Path extends ReadPath>(path: Path, params: Params<Path> = {} as never) {
  return queryOptions({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => get(path, params as object, signal),
  })
}

export function readPages<Path extends PagedPath>(path: Path, params: Params<Path> = {} as never) {
  return infiniteQueryOptions<Data<Path>, ApiError, InfiniteData<Data<Path>>, QueryKey, string | null>({
    queryKey: keyOf(path, params),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => {
      const { query } = params as { query?: object }
      return get(path, { query: { ...query, ...(pageParam && { next_token: pageParam }) } }, signal)
    },
    getNextPageParam: page => (page as Page).next_token,
  })
}

/** Options of an infinite query, as `readPages` makes them. */
type PageOptions = { queryKey: QueryKey; initialPageParam: unknown; getNextPageParam: unknown }

/** Replaces all pages by a new first page; until it is loaded, and if that fails, the rows stay. */
export async function refetchFirstPage(client: QueryClient, options: PageOptions): Promise<void> {
  const first = { ...options, pages: 1, staleTime: 0 } as Parameters<QueryClient['infiniteQuery']>[0]
  await client.cancelQueries({ queryKey: options.queryKey })
  await client.infiniteQuery(first).catch(() => undefined)
}

/** The same for all lists on the screen whose key begins with `queryKey`. */
export async function refetchFirstPages<Key extends QueryKey>(
  client: QueryClient,
  queryKey: QueryKey,
  optionsOf: (key: Key) => PageOptions,
): Promise<void> {
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  await Promise.all(shown.map(list => refetchFirstPage(client, optionsOf(list.queryKey as unknown as Key))))
}

/** The reads of what files take up: of buckets, of a folder, of the account. */
export const sizeReads: readonly (keyof paths)[] = [
  '/bucket',
  '/bucket/overview',
  '/bucket/quota',
  '/bucket/status',
  '/objects/count',
  '/dashboard/quota-user',
]

export type Target = { bucket?: string; path?: string }

/** Whether the read may concern `target`: its key names no other bucket or file. */
function isAbout([, params]: QueryKey, target: Target): boolean {
  const asked: Target = (params as { query?: Target } | undefined)?.query ?? {}
  return (['bucket', 'path'] as const).every(
    part => asked[part] === undefined || target[part] === undefined || asked[part] === target[part],
  )
}

/** Selects the reads of these paths that may concern `target`. */
export const readOf =
  (paths: readonly (keyof paths)[], target: Target = {}) =>
  ({ queryKey }: { queryKey: QueryKey }) =>
    paths.some(path => path === queryKey[0]) && isAbout(queryKey, target)

/**
 * Refetches the active reads of these paths; the others when they are next shown. Resolves when the active ones have
 * loaded.
 */
export function refresh(
  client: QueryClient,
  paths: readonly (keyof paths)[],
  target?: Target,
): Promise<void> {
  return client.invalidateQueries({ predicate: readOf(paths, target) })
}
