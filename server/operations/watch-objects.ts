import { setTimeout as pause } from 'node:timers/promises'
import type { FolderChanges } from '../../domain/folder-changes.ts'
import { covers } from '../../domain/scope.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { makeSlots } from '../limits/shares.ts'
import { changesOf, hasChanges } from '../storage/watch-folder.ts'
import type { User } from '../store/users.ts'
import { requireFolder } from './objects.ts'
import type { Services } from './services.ts'

/** Streams at once of a person, who has a few tabs, of an account, and in all. */
const ofPerson = { each: 8, all: Number.POSITIVE_INFINITY }
const ofAccount = { each: 64, all: 1000 }

/** ms between two looks for news. */
const interval = 500
/** Looks without news after which the rights are checked, and after which a comment keeps the connection open. */
const looksPerCheck = 4
const looksPerComment = 30

export function watchOperation(services: Pick<Services, 'access' | 'watchHere' | 'stopping'>) {
  const { access, watchHere, stopping } = services
  const personSlot = makeSlots(ofPerson)
  const accountSlot = makeSlots(ofAccount)

  return {
    async watchObjects({ query, session: { user }, disconnected, readmit }) {
      const { bucket, prefix = '', age = 0 } = query
      requireFolder(prefix)
      if (!watchHere) throw new Problem('NOT_SUPPORTED')
      const held = new DisposableStack()
      try {
        held.defer(personSlot(user.id))
        held.defer(accountSlot(user.accountId))
        const folder = await watchHere({ bucket, prefix, age })
        held.defer(folder.close)
        const read = async (caller: User): Promise<FolderChanges> =>
          changesOf(await folder.take((await access.clientForUser(caller)).keys), prefix)
        const first = await read(user)
        disconnected.addEventListener('abort', () => held.dispose(), { once: true })
        if (disconnected.aborted) held.dispose()
        const signal = AbortSignal.any([disconnected, stopping])
        /** Null once the caller may no longer list the folder. */
        const next = async () => {
          const caller = await readmit()
          if (!caller || !covers(caller.user.scope, bucket, prefix)) return null
          return read(caller.user).catch(endOfRights)
        }
        return { pieces: events(first, { waits: folder.waits, next, signal }) }
      } catch (error) {
        held.dispose()
        throw error
      }
    },
  } satisfies Partial<Handlers>
}

function endOfRights(error: unknown): null {
  if (error instanceof Problem && error.status < 500) return null
  throw error
}

async function* events(
  first: FolderChanges,
  watched: { waits(): boolean; next(): Promise<FolderChanges | null>; signal: AbortSignal },
): AsyncGenerator<string> {
  const { waits, next, signal } = watched
  yield textOf(first)
  for (let looks = 1; ; looks += 1) {
    await pause(interval, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (!waits() && looks % looksPerCheck !== 0) continue
    const changes = await next()
    if (!changes) return
    if (hasChanges(changes)) yield textOf(changes)
    else if (looks % looksPerComment < looksPerCheck) yield ':\n\n'
  }
}

const textOf = (changes: FolderChanges) => `data: ${JSON.stringify(changes)}\n\n`
