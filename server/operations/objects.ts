import { isFolder } from '../../domain/copy-target.ts'
import { itemsPerRequest, selectionMaximum } from '../../domain/limits.ts'
import { waysDown } from '../../domain/scope.ts'
import type { ObjectPage } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers, Result } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'
import { journalAct } from '../jobs/journal-act.ts'
import { sourcesOf, startJob, visibleFailures } from '../jobs/user-jobs.ts'
import { countObjects } from '../storage/count-objects.ts'
import { deleteObjects } from '../storage/delete-objects.ts'
import { type RowsFrom, rowsHere, type Sort, sortedHere } from '../storage/folders-here.ts'
import { folderItem, foldersOf, paginate } from '../storage/list-objects.ts'
import { createFolder, downloadUrl, readUrl, shownUrl } from '../storage/objects.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'
import { listSelection, type SelectionPosition, selectionStart } from '../storage/selected-objects.ts'
import { type AccountAccess, removerFor } from '../storage-admin/account-access.ts'
import { ensureBrowserCors } from './buckets.ts'
import type { Services } from './services.ts'

/** Maximum number of list requests; beyond it, a job is started instead. */
const maxListRequests = 10

function fromOf(query: { position?: number; from?: string; from_value?: number }): RowsFrom | null {
  if (query.position !== undefined) return { position: query.position }
  if (query.from_value !== undefined) return { value: query.from_value }
  return query.from ? { name: query.from } : null
}

export function objectOperations(
  services: Pick<
    Services,
    | 'db'
    | 'jobs'
    | 'access'
    | 'cors'
    | 'storageKind'
    | 'now'
    | 'region'
    | 'endpoints'
    | 'foldersHere'
    | 'watchHere'
  >,
) {
  const { db, access, storageKind, region, foldersHere, watchHere } = services

  async function page(
    { session: { user }, query }: Call<'paginateObjects' | 'listObjects'>,
    more: {
      pageSize: number
      nextToken?: string | undefined
      search?: string | undefined
      sort?: Sort | undefined
      from?: RowsFrom | null
    },
  ): Promise<ObjectPage> {
    const prefix = query.prefix ?? ''
    requireFolder(prefix)
    const ways = waysDown(user.scope, query.bucket, prefix)
    if (ways.length > 0) return foldersOf(ways, prefix, more.search)
    const live = watchHere !== null
    const { client, keys } = await access.clientForUser(user)
    const { sort, from = null, ...request } = { bucket: query.bucket, prefix, ...more }
    const here = !more.search && foldersHere?.ready() ? foldersHere : null
    const rows = here && (await rowsHere(here, keys, { ...request, sort: sort ?? 'name', from }))
    if (rows) return { ...rows, live }
    const sorted = here && sort && (await sortedHere(here, keys, { ...request, sort }))
    if (sorted) return { ...sorted, live }
    const name = from && 'name' in from ? from.name : undefined
    const page = { ...(await paginate(client, { ...request, from: name })), live }
    return here && page.next_token !== null ? { ...page, sortable: true } : page
  }

  /** Deletes files and folders: up to 1,000 objects at once, more by a job. BUCKET_NOT_FOUND; as `startJob`. */
  async function deleteSelection(
    { bucket, keys, objects = [] }: Selected,
    by: By,
  ): Promise<Result<'deleteSelection'>> {
    const named = [...keys, ...objects]
    if (named.length === 0 || named.length > selectionMaximum)
      throw invalid('keys', `must name 1 to ${selectionMaximum}`)
    const isSingle = named.length === 1
    const fewKeys = await listFewKeys(access, by, { bucket, keys, objects })
    if (fewKeys === null) {
      const input = { bucket, keys, ...(objects.length > 0 && { objects }) }
      const job = await startJob(services, by, { kind: 'delete-objects', bucket, input, ...sourcesOf(named) })
      return { deleted: 0, failed: [], job }
    }
    if (fewKeys.length === 0) return { deleted: 0, failed: [], job: null }
    const { client } = await access.clientForUser(by.user)
    const remover = removerFor(client, storageKind, by.user)
    const markers = new Map<string, string>()
    const outcome = await deleteObjects(remover, bucket, fewKeys, { markers })
    const detail = { kind: 'deleted', count: outcome.deleted, names: named } as const
    const action = isSingle && keys.some(isFolder) ? 'FOLDER_DELETED' : 'OBJECTS_DELETED'
    if (outcome.deleted > 0) await audit(db, by, action, { target: bucket, detail })
    const entries = [...markers].map(([key, marker]) => ({ key, marker }))
    const undo = await journalAct(db, by, { act: 'delete', bucket, targetBucket: null, entries })
    const failed = visibleFailures(by.user, named, outcome.failed)
    return { ...outcome, failed, job: null, ...(undo !== null && { undo }) }
  }

  return {
    listObjects: call => page(call, { pageSize: 1000 }),

    paginateObjects: call =>
      page(call, {
        pageSize: call.query.page_size ?? 100,
        nextToken: call.query.next_token,
        search: call.query.search,
        sort: call.query.sort,
        from: fromOf(call.query),
      }),

    async countObjects({ query: { bucket, prefix = '', next_token }, session: { user } }) {
      requireFolder(prefix)
      const { client, keys } = await access.clientForUser(user)
      const count = next_token === undefined && (await foldersHere?.count(keys, { bucket, prefix }))
      return count
        ? { ...count, next_token: null }
        : countObjects(client, { bucket, prefix, nextToken: next_token })
    },

    async createFolder({ body: { bucket, folder }, session: { user } }) {
      const { client } = await access.clientForUser(user)
      await createFolder(client, bucket, folder)
      return folderItem(folder, folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1))
    },

    async deleteObjects({ body: { bucket, keys }, by }) {
      const { client } = await access.clientForUser(by.user)
      const remover = removerFor(client, storageKind, by.user)
      const outcome = await deleteObjects(remover, bucket, keys)
      const detail = { kind: 'deleted', count: outcome.deleted, names: keys } as const
      if (outcome.deleted > 0) await audit(db, by, 'OBJECTS_DELETED', { target: bucket, detail })
      return outcome
    },

    deleteFolder: ({ body: { bucket, folder }, by }) => deleteSelection({ bucket, keys: [folder] }, by),

    deleteSelection: ({ body, by }) => deleteSelection(body, by),

    async getDownloadUrl({ body, session: { user }, visitor }) {
      const { client, keys } = await access.clientForUser(user)
      const now = services.now()
      const endpoint = services.endpoints(visitor).get
      const presign = makePresigner({ endpoint, region, keys, now })
      // A preview fetches the file.
      await ensureBrowserCors(services, user, body.bucket)
      const urlOf = body.show ? shownUrl : downloadUrl
      const url = await urlOf(client, presign, body.bucket, body.key, body.version_id)
      if (url === null) throw invalid('show', 'must be false for files of this kind')
      return { url, expires_at: expiresAt(now) }
    },

    /**
     * A pre-signed URL with which anyone can read an object. It is signed with the user's key, and stops working when
     * that key is deleted.
     */
    async generateUrl({ body: { bucket, path, expires_in: life }, visitor, by }) {
      const { client, keys } = await access.clientForUser(by.user)
      const { now } = by
      const presign = makePresigner({ endpoint: services.endpoints(visitor).get, region, keys, now, life })
      const url = await readUrl(client, presign, bucket, path)
      const until = expiresAt(now, life)
      await audit(db, by, 'LINK_CREATED', { target: bucket, detail: { kind: 'link', path, until } })
      return { url, expires_at: until }
    },
  } satisfies Partial<Handlers>
}

/** `objects`: single ones, even with a trailing slash. */
type Selected = { bucket: string; keys: string[]; objects?: string[] }

/** The keys of all selected objects; null if there are too many for one request. */
async function listFewKeys(access: AccountAccess, by: By, selected: Selected): Promise<string[] | null> {
  const { client } = await access.clientToList(by.user)
  const found = new Set<string>()
  let position: SelectionPosition | null = selectionStart
  for (let reads = 0; position !== null; reads += 1) {
    if (reads === maxListRequests) return null
    const page: Awaited<ReturnType<typeof listSelection>> = await listSelection(client, {
      ...{ ...selected, place: position },
      size: itemsPerRequest + 1 - found.size,
    })
    for (const { key } of page.objects) found.add(key)
    if (found.size > itemsPerRequest) return null
    position = page.next
  }
  return [...found]
}

export function requireFolder(prefix: string): void {
  if (prefix !== '' && !prefix.endsWith('/')) throw invalid('prefix', 'must end in a slash')
}
