import { isFolder } from '../../domain/copy-target.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { Acl, Job, ObjectAcl } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { type JobDeps, sourcesOf, startJob } from '../jobs/user-jobs.ts'
import { inTurns } from '../limits/in-turns.ts'
import { listBuckets } from '../storage/buckets.ts'
import { isAbsent } from '../storage/client.ts'
import { listPage } from '../storage/list-objects.ts'
import {
  publicReadGrants,
  readAclRules,
  readObjectAcl,
  withPublicRead,
  writeObjectAcl,
} from '../storage/object-acl.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import { plainUrl } from '../storage/signed-request.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }
type Named = { bucket: string; path: string }

/** Who may download a file without signing in. `endpoint`: the storage's URL as browsers reach it. OBJECT_NOT_FOUND. */
export async function objectAcl(
  deps: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  { bucket, path }: Named,
  endpoint: string,
): Promise<ObjectAcl> {
  const { own, off, blocked, ofBucket } = await readState(deps, user, { bucket, path })
  const grants = off ? [] : publicReadGrants(own.grants).map(({ Permission }) => Permission ?? '')
  const open = publicBy(deps.storageKind, bucket, { ...ofBucket, grants }, path)
  return {
    acl: open.length > 0 ? 'public' : 'private',
    public_by: open,
    blocked,
    url: plainUrl(endpoint, bucket, path),
    revision: revisionOf(own.grants),
  }
}

async function readState(
  { access, storageKind }: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  named: Named,
) {
  const { client } = await access.clientToRead(user, named)
  const own = await readObjectAcl(client, named)
  // The owner's key, once the file may be read: its settings also determine whether everybody may.
  const { client: ofBucket } = await access.clientForAccount(user)
  const rules = await readAclRules(ofBucket, storageKind, named.bucket)
  return { own, ...rules }
}

const atOnce = 8

/** Who may download each file without signing in; null if the storage has no ACLs. BUCKET_NOT_FOUND. */
export async function objectAcls(
  { access, storageKind }: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  { bucket, keys }: { bucket: string; keys: readonly string[] },
): Promise<{ key: string; acl: Acl | null }[] | null> {
  // The owner's key: for files that the user may read, the settings also determine whether everybody may.
  const { client } = await access.clientForAccount(user)
  try {
    const { ofBucket, off } = await readAclRules(client, storageKind, bucket)
    return await inTurns(atOnce, keys, async key => {
      const own = await readIfThere(access, user, { bucket, path: key })
      if (!own) return { key, acl: null }
      const grants = off ? [] : publicReadGrants(own.grants).map(({ Permission }) => Permission ?? '')
      const open = publicBy(storageKind, bucket, { ...ofBucket, grants }, key)
      return { key, acl: open.length > 0 ? ('public' as const) : ('private' as const) }
    })
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
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

/** Starts the job that makes files and folders public or private. PUBLIC_ACCESS_BLOCKED, ACCESS_DENIED; as `startJob`. */
export async function setObjectAcls(
  deps: JobDeps & Pick<Deps, 'storageKind'>,
  by: By,
  { bucket, keys, acl }: { bucket: string; keys: string[]; acl: Acl },
): Promise<Job> {
  const { client } = await deps.access.clientForAccount(by.user)
  if (!(await listBuckets(client)).some(({ name }) => name === bucket)) throw new Problem('BUCKET_NOT_FOUND')
  if (acl === 'public') {
    // The owner's key: users with a scope may not read the bucket's settings.
    const { blocked } = await readAclRules(client, deps.storageKind, bucket)
    if (blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
  }
  const [only, ...others] = keys
  if (only !== undefined && others.length === 0 && isFolder(only)) {
    const { client: lister } = await deps.access.clientToList(by.user)
    await listPage(lister, { bucket, prefix: only, size: 1 })
  }
  return startJob(deps, by, {
    ...{ kind: 'change-acl', bucket, input: { bucket, keys, acl }, ...sourcesOf(keys), acl },
  })
}

/** OBJECT_CHANGED, PUBLIC_ACCESS_BLOCKED, OBJECT_NOT_FOUND. */
export async function setObjectAcl(
  deps: Deps,
  by: By,
  { bucket, path, acl, revision }: Named & { acl: Acl; revision: string },
): Promise<void> {
  const { client } = await deps.access.clientForUser(by.user)
  await changeObject(
    deps,
    { bucket, path },
    {
      revision,
      read: () => readState(deps, by.user, { bucket, path }),
      counts: ({ own }) => own.grants,
      async write({ own, blocked }) {
        if (acl === 'public' && blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
        await writeObjectAcl(client, { bucket, path }, withPublicRead(own, acl === 'public'))
      },
    },
  )
  await audit(deps.db, by, 'OBJECT_ACL_CHANGED', { target: bucket, detail: { kind: 'acl', path, acl } })
}
