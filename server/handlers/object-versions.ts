import { mayCall } from '../../domain/permissions.ts'
import { roleOf } from '../auth/role.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { listDeleted, restoreDeleted } from '../operations/deleted-objects.ts'
import { changeLock, objectLock } from '../operations/object-lock.ts'
import { changeObjectTags, objectTags } from '../operations/object-tags.ts'
import { listVersions, removeVersion, restoreVersion } from '../operations/object-versions.ts'
import type { Services } from '../operations/services.ts'

type Ids =
  | 'listObjectVersions'
  | 'deleteObjectVersion'
  | 'restoreObjectVersion'
  | 'listDeletedObjects'
  | 'restoreDeletedObjects'
  | 'getObjectTags'
  | 'putObjectTags'
  | 'deleteObjectTags'
  | 'getObjectRetention'
  | 'putObjectRetention'
  | 'getObjectLegalHold'
  | 'putObjectLegalHold'

const named = (of: { bucket: string; path: string; version_id?: string | undefined }) => ({
  ...{ bucket: of.bucket, path: of.path },
  versionId: of.version_id,
})

export function objectVersionHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'now' | 'storageKind'>,
): Pick<Handlers, Ids> {
  return {
    listObjectVersions: ({ query, session: { user } }) =>
      listVersions(services, user, {
        ...{ bucket: query.bucket, prefix: query.prefix ?? '', exact: query.exact ?? false },
        ...{ pageSize: query.page_size ?? 100, nextToken: query.next_token },
      }),

    async deleteObjectVersion(call) {
      const { body, session } = call
      const bypass = body.bypass_governance ?? false
      const actor = { ...roleOf(session.user), client: session.client?.permission ?? null }
      if (bypass && !mayCall(actor, 'putObjectRetention')) throw new Problem('PERMISSION_DENIED')
      const version = { bucket: body.bucket, path: body.path, versionId: body.version_id }
      await removeVersion(services, call.by, version, bypass)
    },

    restoreObjectVersion: call => {
      const { bucket, path, version_id } = call.body
      return restoreVersion(services, call.by, { bucket, path, versionId: version_id })
    },

    listDeletedObjects: ({ query, session: { user } }) =>
      listDeleted(services, user, {
        ...{ bucket: query.bucket, prefix: query.prefix ?? '', nextToken: query.next_token },
      }),

    restoreDeletedObjects: call => restoreDeleted(services, call.by, call.body),

    getObjectTags: ({ query, session: { user } }) => objectTags(services, user, named(query)),

    putObjectTags: call => changeObjectTags(services, call.by, named(call.body), call.body),

    async deleteObjectTags(call) {
      const { revision } = call.body
      await changeObjectTags(services, call.by, named(call.body), { revision, tags: [] })
    },

    getObjectRetention: ({ query, session: { user } }) => objectLock(services, user, named(query)),

    putObjectRetention(call) {
      const { revision, retention, bypass_governance: bypass = false } = call.body
      return changeLock(services, call.by, named(call.body), { revision, retention, bypass })
    },

    getObjectLegalHold: ({ query, session: { user } }) => objectLock(services, user, named(query)),

    putObjectLegalHold(call) {
      const { revision, legal_hold: legalHold } = call.body
      return changeLock(services, call.by, named(call.body), { revision, legalHold })
    },
  }
}
