import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'
import { deleteFolder, deleteObjects } from '../storage/delete-objects.ts'
import { folderItem, paginate } from '../storage/list-objects.ts'
import { createFolder, downloadUrl } from '../storage/objects.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'
import type { User } from '../store/users.ts'
import { quoted } from './change-text.ts'
import type { Services } from './services.ts'

type ObjectHandlers = Pick<
  Handlers,
  'listObjects' | 'paginateObjects' | 'createFolder' | 'deleteObjects' | 'deleteFolder' | 'getDownloadUrl'
>

export function objectHandlers(services: Services): ObjectHandlers {
  const { access } = services

  async function page(
    { session: { user }, query }: Call<'paginateObjects' | 'listObjects'>,
    more: { pageSize: number; nextToken?: string | undefined; search?: string | undefined },
  ) {
    const prefix = query.prefix ?? ''
    if (prefix !== '' && !prefix.endsWith('/')) throw invalid('prefix', 'must end in a slash')
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

    async createFolder({ body, session: { user } }) {
      const { client } = await access.clientForUser(user)
      await createFolder(client, body.bucket, body.folder)
      return folderItem(body.folder, body.folder.slice(0, body.folder.slice(0, -1).lastIndexOf('/') + 1))
    },

    async deleteObjects({ body, visitor, session: { user } }) {
      const { client } = await access.clientForUser(user)
      const outcome = await deleteObjects(client, body.bucket, body.keys)
      const what = { target: body.bucket, detail: `${outcome.deleted}: ${body.keys.map(quoted).join(', ')}` }
      const by = { user, visitor, now: services.now() }
      if (outcome.deleted > 0) await audit(services.db, by, 'OBJECTS_DELETED', what)
      return outcome
    },

    async deleteFolder({ body, visitor, session: { user } }) {
      // The account's way: who may only write could not list what is in the folder.
      const { client } = await access.clientForAccount(user)
      const outcome = await deleteFolder(client, body.bucket, body.folder)
      const what = { target: body.bucket, detail: `${outcome.deleted}: ${quoted(body.folder)}` }
      const by = { user, visitor, now: services.now() }
      if (outcome.deleted > 0) await audit(services.db, by, 'FOLDER_DELETED', what)
      return outcome
    },

    async getDownloadUrl({ body, session: { user }, visitor }) {
      const { client, keys } = await access.clientForUser(user)
      const now = services.now()
      const endpoint = services.endpoints(visitor).get
      const presign = makePresigner({ endpoint, region: services.region, keys, now })
      return { url: await downloadUrl(client, presign, body.bucket, body.key), expires_at: expiresAt(now) }
    },
  }
}

/** Gives the bucket the CORS rule that the console's pages need to send files. BUCKET_NOT_FOUND. */
export async function ensureBrowserCors(services: Services, user: User, bucket: string): Promise<void> {
  const { client } = await services.access.clientForAccount(user)
  await services.cors.ensure(client, user.accountId, bucket)
}
