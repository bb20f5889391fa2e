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

type Place = { bucket?: string; path?: string }

/** Whether the read may be about `place`: nothing in its key says that it is about another bucket or file. */
function isAbout([, params]: QueryKey, place: Place): boolean {
  const asked: Place = (params as { query?: Place } | undefined)?.query ?? {}
  return (['bucket', 'path'] as const).every(
    part => asked[part] === undefined || place[part] === undefined || asked[part] === place[part],
  )
}

const readOf =
  (paths: readonly (keyof paths)[], place: Place = {}) =>
  ({ queryKey }: { queryKey: QueryKey }) =>
    paths.some(path => path === queryKey[0]) && isAbout(queryKey, place)

/** Reads again what is shown of these paths; the rest once it is shown. Resolves when what is shown is there. */
export function refresh(client: QueryClient, paths: readonly (keyof paths)[], place?: Place): Promise<void> {
  return client.invalidateQueries({ predicate: readOf(paths, place) })
}

const bucketMarks = ['/bucket/status', '/bucket/overview'] as const
const events = [
  '/notification/',
  '/notification',
  '/notification/topics',
  '/notification/topic',
  '/notification/topic/deliveries',
  '/notification/topic/delivery',
] as const
const protectedReads = ['/user/access-key', '/user/api-client'] as const

/** What writes change, by the beginning of their path (the longest one counts), or by method and path. */
const changed: { [Path in keyof paths | `DELETE ${keyof paths}`]?: readonly (keyof paths)[] } = {
  'DELETE /notification': ['/notification/'],
  'DELETE /notification/topic': ['/notification/topics', '/notification/'],
  '/bucket': ['/bucket'],
  '/bucket/abort-uploads': [],
  '/bucket/acl': ['/bucket/acl', ...bucketMarks],
  '/bucket/cors': bucketMarks,
  '/bucket/lifecycle': bucketMarks,
  '/bucket/lifecycle/preview': [],
  '/bucket/objectlock': bucketMarks,
  '/bucket/policy': bucketMarks,
  '/bucket/policy/simulate': [],
  '/bucket/quota': ['/bucket/quota'],
  '/bucket/tags': bucketMarks,
  '/bucket/versioning': bucketMarks,
  '/notification': events,
  '/notification/topic/secret': [],
  '/objects/acl': ['/objects/acl', '/objects/acl/many'],
  '/objects/acl/many': [],
  '/objects/details': ['/objects/details'],
  '/objects/legal-hold': ['/objects/retention'],
  '/objects/retention': ['/objects/retention'],
  '/objects/tags': ['/objects/details', '/objects/tags'],
  '/objects/versions': ['/objects/versions', '/objects/details', '/objects/retention'],
  '/user-management': ['/user-management'],
  '/user/access-key': protectedReads,
  '/user/account': ['/user/list'],
  '/user/api-client': protectedReads,
  '/user/change-method-pin': ['/user/method-security'],
  '/user/change-password': ['/user/sessions'],
  '/user/change-pin': ['/user/method-security'],
  '/user/confirm-identity': protectedReads,
  '/user/create': ['/user/list'],
  '/user/end-other-sessions': ['/user/sessions'],
  '/user/info': ['/user/info'],
  '/user/notification-groups': ['/user/notification-groups'],
  '/user/recovery-codes': ['/user/method-security'],
  '/user/reset-pin': ['/user/method-security'],
  '/user/sessions': ['/user/sessions'],
  '/user/two-step-verification': ['/user/method-security'],
}

/** Statuses of a refusal because what is shown is out of date: gone, or changed meanwhile. */
const outdated = [404, 409]

function changedBy(method: string, path: string): readonly (keyof paths)[] {
  let found = changed[`${method} ${path}` as keyof typeof changed]
  for (let start = path; !found && start !== ''; start = start.slice(0, start.lastIndexOf('/'))) {
    found = changed[start as keyof paths]
  }
  return found ?? []
}

/** Makes calls of `api` that write refresh what they change before they resolve; what is not shown is read anew. */
export function refreshAfterWrites(client: QueryClient): void {
  api.use({
    async onResponse({ request, schemaPath, response }) {
      if (request.method === 'GET' || !(response.ok || outdated.includes(response.status))) return
      const paths = changedBy(request.method, schemaPath)
      if (paths.length === 0) return
      const place: Place = await request.json().catch(() => ({}))
      client.removeQueries({ predicate: readOf(paths, place), type: 'inactive' })
      await refresh(client, paths, place)
    },
  })
}
