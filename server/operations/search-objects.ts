import { isOfGroup } from '../../domain/file-kinds.ts'
import { nameWords } from '../../domain/name-search.ts'
import { nameOf } from '../../domain/object-key.ts'
import { covers, entersBucket, type Scope } from '../../domain/scope.ts'
import type { Call, Handlers, Result } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { makeSlots } from '../limits/shares.ts'
import type { NamePosition } from '../s3/search.ts'
import { listBuckets } from '../storage/buckets.ts'
import { readToken, writeToken } from '../storage/list-objects.ts'
import type { ListedObject } from '../storage/read-listing.ts'
import type { Span } from '../storage/scan-keys.ts'
import { compareRoots, type Root, type ScanPosition, scanNames } from '../storage/search-objects.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

type Body = Call<'searchObjects'>['body']
type Page = Result<'searchObjects'>

/** Searches at once of an account, and in all. */
const atOnce = { each: 4, all: 16 }

export function searchOperation(services: Pick<Services, 'access' | 'searchHere'>) {
  const { access, searchHere } = services
  const slot = makeSlots(atOnce)

  async function inIndex(
    here: NonNullable<typeof searchHere>,
    user: User,
    body: Body,
    signal: AbortSignal,
  ): Promise<Page> {
    const { keys } = await access.clientForUser(user)
    const { rows, next, looked, complete, indexed } = await here(keys, {
      ...{ words: nameWords(body.query), bucket: body.bucket, prefix: body.prefix, signal },
      size: { from: body.size_from, to: body.size_to },
      modified: { from: milliseconds(body.modified_from), to: milliseconds(body.modified_to, 999) },
      ...{ storageClass: body.storage_class, kind: body.kind, tag: body.tag },
      ...{ order: body.sort ?? 'best', limit: body.limit ?? 50, at: positionOf(body, isNamePosition) },
      reaches: (bucket, folder) => covers(user.scope, bucket, folder),
    })
    const results = rows.map(({ bucket, key, size, modified, etag, storageClass }) => ({
      ...{ bucket, key, size, last_modified: Math.floor(modified / 1000) },
      ...{ etag: `"${etag}"`, storage_class: storageClass },
    }))
    return { results, next_cursor: cursorOf(body, next), looked_at: looked, complete, indexed }
  }

  async function byListing(user: User, body: Body, signal: AbortSignal): Promise<Page> {
    const { bucket, prefix = '' } = body
    if (body.tag !== undefined) throw new Problem('NOT_SUPPORTED')
    const { client } = await access.clientForUser(user)
    const named = bucket === undefined ? await ownBuckets(access, user) : [bucket]
    const { results, next, looked, complete } = await scanNames(client, {
      ...{ roots: rootsOf(user.scope, named, prefix), isNamed: bucket !== undefined, signal },
      ...{ words: nameWords(body.query), order: body.sort ?? 'best', limit: body.limit ?? 50 },
      at: positionOf(body, isScanPosition),
      accepts: object => passes(body, object),
    })
    return { results, next_cursor: cursorOf(body, next), looked_at: looked, complete, indexed: null }
  }

  return {
    async searchObjects({ body, session: { user }, disconnected }) {
      const { prefix = '' } = body
      if (!body.query.isWellFormed()) throw invalid('query', 'must be valid Unicode')
      if (prefix !== '' && !prefix.endsWith('/')) throw invalid('prefix', 'must end in a slash')
      if (prefix !== '' && body.bucket === undefined) throw invalid('prefix', 'needs a bucket')
      const release = slot(user.accountId)
      try {
        return searchHere
          ? await inIndex(searchHere, user, body, disconnected)
          : await byListing(user, body, disconnected)
      } finally {
        release()
      }
    },
  } satisfies Partial<Handlers>
}

const milliseconds = (seconds: number | undefined, rest = 0) =>
  seconds === undefined ? undefined : seconds * 1000 + rest

async function ownBuckets(access: Services['access'], user: User): Promise<string[]> {
  const { client } = await access.clientForAccount(user)
  const buckets = await listBuckets(client)
  return buckets.map(({ name }) => name).filter(name => entersBucket(user.scope, name))
}

/** The folders to list: of a user with a scope, those of it. */
function rootsOf(scope: Scope, buckets: readonly string[], prefix: string): Root[] {
  return buckets
    .flatMap(bucket => {
      if (covers(scope, bucket, prefix)) return [{ bucket, prefix }]
      return (scope ?? []).filter(folder => folder.bucket === bucket && folder.prefix.startsWith(prefix))
    })
    .sort(compareRoots)
}

function passes(body: Body, { Key, Size = 0, LastModified, StorageClass }: ListedObject): boolean {
  const modified = Math.floor((LastModified?.getTime() ?? 0) / 1000)
  const { size_from = 0, size_to = Infinity, modified_from = 0, modified_to = Infinity } = body
  if (Size < size_from || Size > size_to || modified < modified_from || modified > modified_to) return false
  if (body.kind !== undefined && !isOfGroup(body.kind, nameOf(Key))) return false
  return body.storage_class === undefined || body.storage_class === (StorageClass ?? 'STANDARD')
}

/** What a cursor belongs to. */
const searchOf = ({ cursor: _, limit: __, ...search }: Body) => JSON.stringify(search)

function cursorOf(body: Body, next: NamePosition | ScanPosition | null): string | null {
  return next && writeToken(JSON.stringify(next), searchOf(body))
}

function positionOf<Position>(
  body: Body,
  isPosition: (value: unknown) => value is Position,
): Position | null {
  if (body.cursor === undefined) return null
  const position = parsed(readToken(body.cursor, searchOf(body), 'cursor'))
  if (!isPosition(position)) throw invalid('cursor', 'invalid')
  return position
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const isWhole = (value: unknown) => Number.isSafeInteger(value)

function isNamePosition(value: unknown): value is NamePosition {
  const { from, to, after } = value as Partial<NamePosition>
  return (
    isWhole(from) &&
    (to === null || isWhole(to)) &&
    (after === null || (Array.isArray(after) && after.length === 2 && after.every(isWhole)))
  )
}

function isScanPosition(value: unknown): value is ScanPosition {
  const { from, again } = value as Partial<ScanPosition>
  if (!isPlace(from)) return false
  if (again === null) return true
  return isWhole(again?.value) && typeof again?.place === 'string' && (again.to === null || isPlace(again.to))
}

function isPlace(value: Partial<ScanPosition['from']> | undefined): boolean {
  const isSpan = ({ after, before }: Partial<Span>) =>
    typeof after === 'string' && (before === null || typeof before === 'string')
  const { root, spans } = value ?? {}
  const names = [root?.bucket, root?.prefix]
  return (
    names.every(name => typeof name === 'string') &&
    Array.isArray(spans) &&
    spans.every(span => isSpan(span ?? {}))
  )
}
