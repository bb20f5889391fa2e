import { waysDown } from '../../domain/scope.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'
import { ensureBrowserCors } from '../operations/buckets.ts'
import { deleteObjects, deleteSelection, generateUrl } from '../operations/objects.ts'
import type { Services } from '../operations/services.ts'
import { copyObjects, renameObject } from '../operations/start-copy.ts'
import { countObjects } from '../storage/count-objects.ts'
import { folderItem, foldersOf, paginate } from '../storage/list-objects.ts'
import { createFolder, downloadUrl, shownUrl } from '../storage/objects.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'

type ObjectHandlers = Pick<
  Handlers,
  | 'listObjects'
  | 'paginateObjects'
  | 'countObjects'
  | 'createFolder'
  | 'deleteObjects'
  | 'deleteFolder'
  | 'deleteSelection'
  | 'copyObjects'
  | 'moveObjects'
  | 'renameObject'
  | 'getDownloadUrl'
  | 'generateUrl'
>

export function objectHandlers(
  services: Pick<
    Services,
    'db' | 'jobs' | 'access' | 'cors' | 'locks' | 'storageKind' | 'now' | 'region' | 'endpoints'
  >,
): ObjectHandlers {
  const { access } = services

  async function page(
    { session: { user }, query }: Call<'paginateObjects' | 'listObjects'>,
    more: { pageSize: number; nextToken?: string | undefined; search?: string | undefined },
  ) {
    const prefix = query.prefix ?? ''
    requireFolder(prefix)
    const ways = waysDown(user.scope, query.bucket, prefix)
    if (ways.length > 0) return foldersOf(ways, prefix, more.search)
    const { client } = await access.clientForUser(user)
    return paginate(client, { bucket: query.bucket, prefix, ...more })
  }

  return {
    listObjects: call => page(call, { pageSize: 1000 }),

    paginateObjects: call =>
      page(call, {
        pageSize: call.query.page_size ?? 100,
        nextToken: call.query.next_token,
        search: call.query.search,
      }),

    async countObjects({ query: { bucket, prefix = '', next_token }, session: { user } }) {
      requireFolder(prefix)
      const { client } = await access.clientForUser(user)
      return countObjects(client, { bucket, prefix, nextToken: next_token })
    },

    async createFolder({ body, session: { user } }) {
      const { client } = await access.clientForUser(user)
      await createFolder(client, body.bucket, body.folder)
      return folderItem(body.folder, body.folder.slice(0, body.folder.slice(0, -1).lastIndexOf('/') + 1))
    },

    async deleteObjects({ body, by }) {
      return deleteObjects(services, by, body.bucket, body.keys)
    },

    deleteFolder: ({ body: { bucket, folder }, by }) =>
      deleteSelection(services, by, { bucket, keys: [folder] }),

    deleteSelection: ({ body, by }) => deleteSelection(services, by, body),

    copyObjects: ({ body, by }) => copyObjects(services, by, 'copy-objects', body),

    moveObjects: ({ body, by }) => copyObjects(services, by, 'move-objects', body),

    renameObject: ({ body, by }) => renameObject(services, by, body),

    async getDownloadUrl({ body, session: { user }, visitor }) {
      const { client, keys } = await access.clientForUser(user)
      const now = services.now()
      const endpoint = services.endpoints(visitor).get
      const presign = makePresigner({ endpoint, region: services.region, keys, now })
      // A preview fetches the file.
      await ensureBrowserCors(services, user, body.bucket)
      const urlOf = body.show ? shownUrl : downloadUrl
      const url = await urlOf(client, presign, body.bucket, body.key, body.version_id)
      if (url === null) throw invalid('show', 'must be false for files of this kind')
      return { url, expires_at: expiresAt(now) }
    },

    async generateUrl({ body, visitor, by }) {
      const at = { endpoint: services.endpoints(visitor).get, region: services.region }
      return generateUrl(services, by, at, { bucket: body.bucket, key: body.path, life: body.expires_in })
    },
  }
}

function requireFolder(prefix: string): void {
  if (prefix !== '' && !prefix.endsWith('/')) throw invalid('prefix', 'must end in a slash')
}
