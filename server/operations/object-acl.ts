import { isFolder } from '../../domain/copy-target.ts'
import type { ObjectAcl } from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { sourcesOf, startJob } from '../jobs/user-jobs.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { BucketAccess } from '../storage/bucket-access.ts'
import { listBuckets } from '../storage/buckets.ts'
import { isAbsent } from '../storage/client.ts'
import { listPage } from '../storage/list-objects.ts'
import {
  publicReadGrants,
  readAclRules,
  readObjectAcl,
  type ObjectAcl as StoredAcl,
  withPublicRead,
  writeObjectAcl,
} from '../storage/object-acl.ts'
import type { Named } from '../storage/object-details.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import { plainUrl } from '../storage/signed-request.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'
import type { Services } from './services.ts'

const atOnce = 8

export function objectAclOperations(
  services: Pick<Services, 'db' | 'access' | 'jobs' | 'locks' | 'storageKind' | 'endpoints'>,
) {
  const { db, access, storageKind } = services

  async function readState(user: User, named: Named) {
    const { client } = await access.clientToRead(user, named)
    const own = await readObjectAcl(client, named)
    // The owner's key, once the file may be read: its settings also determine whether everybody may.
    const { client: ofBucket } = await access.clientForAccount(user)
    const rules = await readAclRules(ofBucket, storageKind, named.bucket)
    return { own, ...rules }
  }

  /** What makes a file public in spite of the bucket's rules. */
  function openBy(
    key: string,
    bucket: string,
    own: StoredAcl,
    rules: { ofBucket: BucketAccess; off: boolean },
  ) {
    const grants = rules.off ? [] : publicReadGrants(own.grants).map(({ Permission }) => Permission ?? '')
    return publicBy(storageKind, bucket, { ...rules.ofBucket, grants }, key)
  }

  /** Who may download a file without signing in. */
  async function read({ bucket, path }: Named, user: User, visitor: Visitor): Promise<ObjectAcl> {
    const { own, ...rules } = await readState(user, { bucket, path })
    const open = openBy(path, bucket, own, rules)
    return {
      acl: open.length > 0 ? 'public' : 'private',
      public_by: open,
      blocked: rules.blocked,
      url: plainUrl(services.endpoints(visitor).get, bucket, path),
      revision: revisionOf(own.grants),
    }
  }

  return {
    getObjectAcl: ({ query, visitor, session }) => read(query, session.user, visitor),

    async putObjectAcl({ body, by }) {
      const { bucket, path, acl, revision } = body
      const named = { bucket, path }
      const { client } = await access.clientForUser(by.user)
      await changeObject(services, named, {
        revision,
        read: () => readState(by.user, named),
        counts: ({ own }) => own.grants,
        async write({ own, blocked }) {
          if (acl === 'public' && blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
          await writeObjectAcl(client, named, withPublicRead(own, acl === 'public'))
        },
      })
      await audit(db, by, 'OBJECT_ACL_CHANGED', { target: bucket, detail: { kind: 'acl', path, acl } })
      return read(named, by.user, by.visitor)
    },

    /** Who may download each file without signing in; null if the storage has no ACLs. */
    async readObjectAcls({ body: { bucket, keys }, session: { user } }) {
      // The owner's key: for files that the user may read, the settings also determine whether everybody may.
      const { client } = await access.clientForAccount(user)
      try {
        const rules = await readAclRules(client, storageKind, bucket)
        const acls = await inTurns(atOnce, keys, async key => {
          const own = await readIfThere(access, user, { bucket, path: key })
          if (!own) return { key, acl: null }
          const isPublic = openBy(key, bucket, own, rules).length > 0
          return { key, acl: isPublic ? ('public' as const) : ('private' as const) }
        })
        return { acls }
      } catch (error) {
        if (isAbsent(error)) return { acls: null }
        throw error
      }
    },

    /** Starts the job that makes files and folders public or private. */
    async putObjectAcls({ body: { bucket, keys, acl }, by }) {
      const { client } = await access.clientForAccount(by.user)
      if (!(await listBuckets(client)).some(({ name }) => name === bucket))
        throw new Problem('BUCKET_NOT_FOUND')
      if (acl === 'public') {
        // The owner's key: users with a scope may not read the bucket's settings.
        const { blocked } = await readAclRules(client, storageKind, bucket)
        if (blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
      }
      const [only, ...others] = keys
      if (only !== undefined && others.length === 0 && isFolder(only)) {
        const { client: lister } = await access.clientToList(by.user)
        await listPage(lister, { bucket, prefix: only, size: 1 })
      }
      const input = { bucket, keys, acl }
      return startJob(services, by, { kind: 'change-acl', bucket, input, ...sourcesOf(keys), acl })
    },
  } satisfies Partial<Handlers>
}

async function readIfThere(access: AccountAccess, user: User, named: Named) {
  try {
    const { client } = await access.clientToRead(user, named)
    return await readObjectAcl(client, named)
  } catch (error) {
    if (error instanceof Problem && (error.code === 'OBJECT_NOT_FOUND' || error.code === 'ACCESS_DENIED'))
      return null
    throw error
  }
}
