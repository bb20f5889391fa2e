import type { S3Client } from '@aws-sdk/client-s3'
import { holds, weakens } from '../../domain/object-lock.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { ObjectLock, VersionLock, VersionRetention } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { difference } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { getObjectLock } from '../storage/bucket-settings.ts'
import { headObject, lockOfHead, type Named, namedIn } from '../storage/object-details.ts'
import { putLegalHold, putRetention } from '../storage/object-settings.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

/** Seconds until a lock ends that cannot be removed at once; long enough for a storage whose clock is behind. */
const soon = 60

export function objectLockOperations(services: Pick<Services, 'db' | 'access' | 'locks' | 'storageKind'>) {
  const { db, access } = services

  async function read(user: User, named: Named): Promise<ObjectLock> {
    const { client } = await access.clientToRead(user, named)
    // The owner's key: users with a scope may not read the bucket's settings.
    const { client: ofBucket } = await access.clientForAccount(user)
    const state = await readState(client, ofBucket, named)
    return { revision: revisionOf(state), available: state.available, ...state.lock }
  }

  /** Changes a part of the lock of a version, by `write` with the user's key. */
  async function change(
    body: { bucket: string; path: string; version_id?: string | undefined; revision: string },
    by: By,
    write: (client: S3Client, version: Named, lock: VersionLock) => Promise<void>,
  ): Promise<ObjectLock> {
    const named = namedIn(body)
    const { client } = await access.clientForUser(by.user)
    const { client: reader } = await access.clientToRead(by.user, named)
    const { client: ofBucket } = await access.clientForAccount(by.user)
    return changeObject(services, named, {
      revision: body.revision,
      read: () => readState(reader, ofBucket, named),
      async write(before) {
        if (!before.available) throw new Problem('NOT_SUPPORTED')
        const version = { ...named, versionId: named.versionId ?? before.versionId ?? undefined }
        await write(client, version, before.lock)
        const { mode, until, legal_hold } = await read(by.user, version)
        const detail = difference(named.path, { lock: before.lock }, { lock: { mode, until, legal_hold } })
        await audit(db, by, 'OBJECT_LOCK_CHANGED', { target: named.bucket, detail })
        return read(by.user, named)
      },
    })
  }

  return {
    getObjectRetention: ({ query, session }) => read(session.user, namedIn(query)),

    putObjectRetention: ({ body, by }) =>
      change(body, by, (client, version, lock) =>
        retain(client, version, lock, {
          ...{ retention: body.retention, bypass: body.bypass_governance ?? false },
          ...{ kind: services.storageKind, now: Math.floor(by.now / 1000) },
        }),
      ),

    getObjectLegalHold: ({ query, session }) => read(session.user, namedIn(query)),

    putObjectLegalHold: ({ body, by }) =>
      change(body, by, (client, version) => putLegalHold(client, version, body.legal_hold)),
  } satisfies Partial<Handlers>
}

type State = { available: boolean; versionId: string | null; lock: VersionLock }

/** `ofBucket` reads whether the bucket has object lock. */
async function readState(client: S3Client, ofBucket: S3Client, named: Named): Promise<State> {
  const [{ enabled }, head] = await Promise.all([
    getObjectLock(ofBucket, named.bucket),
    headObject(client, named),
  ])
  return { available: enabled, versionId: head.VersionId ?? null, lock: lockOfHead(head) }
}

async function retain(
  client: S3Client,
  version: Named,
  lock: VersionLock,
  {
    retention,
    bypass,
    kind,
    now,
  }: { retention: VersionRetention | null; bypass: boolean; kind: StorageKind; now: number },
): Promise<void> {
  if (retention && retention.until <= now) throw invalid('retention.until', 'must be in the future')
  if (weakens(lock, retention, now) && (lock.mode === 'compliance' || !bypass))
    throw new Problem('OBJECT_LOCKED')
  if (!holds(lock, now) && !retention) return
  const never = retention === null && differsFromS3(kind, 'lock-lift')
  const put = never ? ({ mode: 'governance', until: now + soon } as const) : retention
  await putRetention(client, version, put, bypass)
}
