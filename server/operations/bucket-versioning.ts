import type { BucketVersioning } from '../../openapi/schema.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { getObjectLock, getVersioning, putVersioning, type Versioning } from '../storage/bucket-settings.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { Services } from './services.ts'

export function bucketVersioningOperations(services: Pick<Services, 'db' | 'access' | 'locks'>) {
  const { db, access } = services
  return {
    async getBucketVersioning({ query: { bucket }, session }) {
      const { client } = await access.clientToRead(session.user, { bucket })
      return withRevision(await getVersioning(client, bucket))
    },

    async putBucketVersioning({ body: { bucket, versioning, revision }, by }) {
      const { client } = await access.clientForUser(by.user)
      const before = await changeSetting(services, bucket, {
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
      if (detail) await audit(db, by, 'BUCKET_VERSIONING_CHANGED', { target: bucket, detail })
      return withRevision(versioning)
    },
  } satisfies Partial<Handlers>
}

function withRevision(versioning: Versioning): BucketVersioning {
  return { versioning, revision: revisionOf(versioning) }
}
