import { randomBytes } from 'node:crypto'
import { zipEntriesMaximum } from '../../domain/limits.ts'
import { bareName } from '../../domain/object-key.ts'
import { mayReach } from '../../domain/reach.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { makeSlots } from '../limits/shares.ts'
import { containingFolder, topFolders } from '../storage/selected-objects.ts'
import { entriesOf, findFiles, type ObjectEntry, openObject, type Selection } from '../storage/zip-entries.ts'
import { addDownload, takeDownload } from '../store/downloads.ts'
import type { User } from '../store/users.ts'
import { isFolder, ZipLength } from '../zip/layout.ts'
import { zipStream } from '../zip/stream.ts'
import type { Services } from './services.ts'

/** Seconds until an unused token expires. */
const tokenLife = 600

export function zipOperations(
  services: Pick<Services, 'db' | 'access' | 'readHere' | 'now' | 'zipSlots' | 'basePath'>,
) {
  const { db, access, zipSlots, readHere } = services

  /** The archive of a token. NOT_FOUND; PERMISSION_DENIED if the user has lost access to a part of it. */
  async function archiveOf(token: string, user: User) {
    const found = await takeDownload(db, hashToken(token), user.id, Math.floor(services.now() / 1000))
    if (!found) throw new Problem('NOT_FOUND')
    const selection = JSON.parse(found.selection) as Selection
    const { bucket, prefix, files, folders } = selection
    const wanted = { bucket, prefix, keys: files.map(({ key }) => key), folders }
    const requireReach = ({ scope }: User) => {
      if (!mayReach(scope, 'createZip', wanted)) throw new Problem('PERMISSION_DENIED')
    }
    requireReach(user)
    const { client, keys } = await access.clientForUser(user)
    const open = (entry: ObjectEntry) => openObject({ client, keys, readHere }, bucket, entry)
    const pieces = zipStream(entriesOf(client, selection), open, found.size)
    const [folder] = folders
    const only = files.length === 0 && folders.length === 1 && folder ? folder : prefix
    const name = bareName(only) || bucket
    return { fileName: `${name}.zip`, length: found.size, pieces, requireRight: requireReach }
  }

  return {
    async createZip({ body, session: { user }, disconnected }) {
      const release = zipSlots.prepare(user)
      try {
        const { token, ...made } = await prepareZip(services, user, body, disconnected)
        return { ...made, url: `${services.basePath}/api/objects/zip?token=${token}` }
      } finally {
        release()
      }
    },

    /** While too many others are sent, the token stays unused. */
    async downloadZip({ query, session: { user } }) {
      const release = zipSlots.download(user)
      try {
        const { pieces, ...zip } = await archiveOf(query.token, user)
        return { ...zip, pieces: releasing(pieces, release) }
      } catch (error) {
        release()
        throw error
      }
    },
  } satisfies Partial<Handlers>
}

/** Concurrent archives of a user, an account and in total: being counted, and being downloaded. */
export type ZipSlots = Record<'prepare' | 'download', (user: Pick<User, 'id' | 'accountId'>) => () => void>

export function makeZipSlots(): ZipSlots {
  return {
    prepare: slots({ user: 2, account: 3, all: 8 }),
    download: slots({ user: 4, account: 16, all: 64 }),
  }
}

function slots({ user, account, all }: Record<'user' | 'account' | 'all', number>): ZipSlots['prepare'] {
  const ofUser = makeSlots({ each: user, all: Number.POSITIVE_INFINITY })
  const ofAccount = makeSlots({ each: account, all })
  return ({ id, accountId }) => {
    const release = ofUser(id)
    try {
      const releaseAccount = ofAccount(accountId)
      return () => {
        release()
        releaseAccount()
      }
    } catch (error) {
      release()
      throw error
    }
  }
}

/**
 * Computes the length of an archive of the selection; its user may download it once by the token. OBJECT_NOT_FOUND,
 * BUCKET_NOT_FOUND; LIMIT_REACHED for too many entries.
 */
export async function prepareZip(
  { db, access, now }: Pick<Services, 'db' | 'access' | 'now'>,
  user: User,
  { bucket, prefix = '', keys = [], folders = [] }: Call<'createZip'>['body'],
  disconnected: AbortSignal,
): Promise<{ token: string; size: number; entries: number; files: number; expires_at: number }> {
  const { client } = await access.clientForUser(user)
  for (const [field, names] of Object.entries({ keys, folders }))
    if (names.some(name => !name.startsWith(prefix) || name === ''))
      throw invalid(field, 'must begin with the prefix')
  const selectedFolders = topFolders(folders)
  const singleKeys = [...new Set(keys)].filter(key => containingFolder(selectedFolders, key) === undefined)
  const files = await findFiles(client, bucket, singleKeys, disconnected)
  const selection: Selection = { bucket, prefix, files, folders: selectedFolders }
  const length = new ZipLength()
  let count = 0
  for await (const entry of entriesOf(client, selection, disconnected)) {
    length.add(entry)
    if (!isFolder(entry)) count += 1
    if (length.entries > zipEntriesMaximum) throw new Problem('LIMIT_REACHED')
  }
  if (length.entries === 0) throw new Problem('OBJECT_NOT_FOUND')
  const token = randomBytes(32).toString('base64url')
  const expires_at = Math.floor(now() / 1000) + tokenLife
  const size = length.total
  await addDownload(db, {
    ...{ hash: hashToken(token), userId: user.id, expiresAt: expires_at },
    ...{ selection: JSON.stringify(selection), size },
  })
  return { token, size, entries: length.entries, files: count, expires_at }
}

async function* releasing<Piece>(pieces: AsyncIterable<Piece>, release: () => void): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } finally {
    release()
  }
}
