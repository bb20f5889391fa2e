import type { BucketVersioning } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { getObjectLock, getVersioning, putVersioning, type Versioning } from '../storage/bucket-settings.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks }

/** BUCKET_NOT_FOUND. */
export async function versioningOf(
  { access }: Pick<Deps, 'access'>,
  user: User,
  bucket: string,
): Promise<BucketVersioning> {
  const { client } = await access.clientToRead(user, { bucket })
  return withRevision(await getVersioning(client, bucket))
}

/** BUCKET_NOT_FOUND, SETTING_CHANGED; LOCK_KEEPS_VERSIONS if object lock is on. */
export async function setVersioning(
  deps: Deps,
  by: By,
  {
    bucket,
    versioning,
    revision,
  }: { bucket: string; versioning: Exclude<Versioning, 'off'>; revision: string },
): Promise<BucketVersioning> {
  const { client } = await deps.access.clientForUser(by.user)
  const before = await changeSetting(deps, bucket, {
    revision,
    read: () => getVersioning(client, bucket),
    async write(before) {
      if (versioning === 'suspended' && (await getObjectLock(client, bucket)).enabled)
        throw new Problem('LOCK_KEEPS_VERSIONS')
      await putVersioning(client, bucket, versioning)
      return before
    },
  })
  const detail = changes({ versioning: before }, { versioning })
  if (detail) await audit(deps.db, by, 'BUCKET_VERSIONING_CHANGED', { target: bucket, detail })
  return withRevision(versioning)
}

function withRevision(versioning: Versioning): BucketVersioning {
  return { versioning, revision: revisionOf(versioning) }
}
