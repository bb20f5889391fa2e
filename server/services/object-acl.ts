import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { Acl, ObjectAcl } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { quoted } from '../audit/change-text.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { readAccess } from '../storage/bucket-access.ts'
import { aclsAreOff, madePublic, openGrants, readObjectAcl, writeObjectAcl } from '../storage/object-acl.ts'
import { plainUrl } from '../storage/presign.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'
import { revisionOf } from './bucket-settings.ts'
import { changeObject } from './change-object.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }
type Named = { bucket: string; path: string }

/** Who may download a file without signing in. `endpoint`: where browsers reach the storage. OBJECT_NOT_FOUND. */
export async function objectAcl(
  deps: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  { bucket, path }: Named,
  endpoint: string,
): Promise<ObjectAcl> {
  const { own, off, blocked, ofBucket } = await readState(deps, user, { bucket, path })
  const grants = off ? [] : openGrants(own.grants).map(({ Permission }) => Permission ?? '')
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
  // The account's key: a key that may only read files may not read the policy on every storage.
  const { client } = await access.clientForAccount(user)
  const [own, ofBucket, off] = await Promise.all([
    readObjectAcl(client, named),
    readAccess(client, named.bucket),
    differsFromS3(storageKind, 'ownership-controls') ? false : aclsAreOff(client, named.bucket),
  ])
  const blocked =
    off || ['BlockPublicAcls', 'IgnorePublicAcls'].some(setting => ofBucket.block.includes(setting))
  return { own, off, blocked, ofBucket }
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
        await writeObjectAcl(client, { bucket, path }, madePublic(own, acl === 'public'))
      },
    },
  )
  await audit(deps.db, by, 'OBJECT_ACL_CHANGED', { target: bucket, detail: `${quoted(path)}: ${acl}` })
}
