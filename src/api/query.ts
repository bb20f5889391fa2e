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

/** The paths of the contract that have a GET. */
type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: { parameters: unknown } } ? Path : never
}[keyof paths]
type Params<Path extends ReadPath> = paths[Path]['get'] extends { parameters: infer All } ? All : never
type Data<Path extends ReadPath> = paths[Path]['get'] extends {
  responses: { 200: { content: { 'application/json': infer Json } } }
}
  ? Json
  : never
type Page = { next_token: string | null }
type PagedPath = { [Path in ReadPath]: Data<Path> extends Page ? Path : never }[ReadPath]

/** The key of everything that is read: the path of the contract and the parameters. */
export function keyOf<Asked>(path: keyof paths, params: Asked) {
  return [path, params] as const
}

async function get<Path extends ReadPath>(path: Path, params: object, signal: AbortSignal) {
  return (await dataOf(api.GET(path as '/bucket', { params, signal }))) as Data<Path>
}

/** Query options of a GET. */
export function read<Path extends ReadPath>(path: Path, params: Params<Path> = {} as never) {
  return queryOptions({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => get(path, params as object, signal),
  })
}

/** Query options of a GET that answers in pages. */
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

export type Place = { bucket?: string; path?: string }

/** Whether the read may be about `place`: nothing in its key says that it is about another bucket or file. */
function isAbout([, params]: QueryKey, place: Place): boolean {
  const asked: Place = (params as { query?: Place } | undefined)?.query ?? {}
  return (['bucket', 'path'] as const).every(
    part => asked[part] === undefined || place[part] === undefined || asked[part] === place[part],
  )
}

/** Chooses the reads of these paths that may be about `place`. */
export const readOf =
  (paths: readonly (keyof paths)[], place: Place = {}) =>
  ({ queryKey }: { queryKey: QueryKey }) =>
    paths.some(path => path === queryKey[0]) && isAbout(queryKey, place)

/** Reads again what is shown of these paths; the rest once it is shown. Resolves when what is shown is there. */
export function refresh(client: QueryClient, paths: readonly (keyof paths)[], place?: Place): Promise<void> {
  return client.invalidateQueries({ predicate: readOf(paths, place) })
}
