import type { StorageKind } from '../../domain/storage-differences.ts'
import type { UnfinishedUpload } from '../storage/unfinished-uploads.ts'
import { findKey } from '../store/access-keys.ts'
import type { Database } from '../store/open.ts'
import { findUser, type User } from '../store/users.ts'

/**
 * Who started an upload: a sub-user's email, or the storage's name of a user outside the account. Null for the
 * account itself, and for others of it if `reader` is a sub-user: only owners see who did what.
 */
export async function starterOf(
  { db, storageKind }: { db: Database; storageKind: StorageKind },
  reader: User,
  { initiator, owner }: Pick<UnfinishedUpload, 'initiator' | 'owner'>,
): Promise<string | null> {
  const { ID: id, DisplayName: name } = initiator
  // The account of other services is the one that owns the bucket's objects.
  if (id === undefined || id === (storageKind === 's3' ? owner.ID : reader.storageUid)) return null
  const own = `arn:aws:iam::${reader.storageUid}:user/`
  if (!id.startsWith(own)) return name ?? id
  return emailOf(db, reader, id.slice(own.length))
}

/** The email of a sub-user of the storage: it is named by a user's id, or is a limited access key. */
async function emailOf(db: Database, reader: User, subUser: string): Promise<string | null> {
  const key = await findKey(db, reader, subUser)
  if (key) return key.email
  if (subUser === reader.id) return reader.email
  if (reader.isSubUser) return null
  const found = await findUser(db, subUser)
  return found?.accountId === reader.accountId ? found.email : null
}
