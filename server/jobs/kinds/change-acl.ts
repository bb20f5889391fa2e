import { isFolder } from '../../../domain/copy-target.ts'
import type { Acl, ErrorCode, JobFailure } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { readAclRules } from '../../services/object-acl.ts'
import { listPage } from '../../storage/list-objects.ts'
import { isAsMade, madePublic, readObjectAcl, writeObjectAcl } from '../../storage/object-acl.ts'
import { eachOf, type JobContext, type Kind, nothing, type Step } from '../kind.ts'
import { failureOf } from './copy-failures.ts'

/** `again`: single objects of the keys, which failed before. */
export type AclInput = { bucket: string; keys: string[]; acl: Acl; again?: string[] }

/** A place among the keys, in a folder after the key `after`. */
type Place = { at: number; after: string | null }

export type AclCursor =
  | { phase: 'count'; place: Place; counted: number; pages: number }
  | { phase: 'change'; place: Place }

/** Each object takes two requests. */
const pageSize = 200
/** Pages that are counted; with more there is no total. */
const mostPages = 200
const start: Place = { at: 0, after: null }

/** Makes files, and those in folders, public or private by their own ACLs. */
export const changeAcl: Kind<AclInput, AclCursor> = {
  needs: 'putObjectAcls',
  first: { phase: 'count', place: start, counted: 0, pages: 0 },
  async step(context, input, cursor) {
    if (cursor.phase === 'change') return change(context, input, cursor.place)
    const { found, next } = await pageOf(context, input, cursor.place, 1000)
    const counted = cursor.counted + found.length
    const begin: AclCursor = { phase: 'change', place: start }
    if (next === null) return { ...nothing, cursor: begin, total: counted }
    if (cursor.pages + 1 >= mostPages) return { ...nothing, cursor: begin, total: null }
    return { ...nothing, cursor: { phase: 'count', place: next, counted, pages: cursor.pages + 1 } }
  },
  retry({ input, cursor, done, failed }) {
    const before = input.again ?? []
    const rest: Place = { at: input.keys.length + before.length, after: null }
    return {
      input: { ...input, again: [...before, ...failed] },
      cursor: done ? { phase: 'change', place: rest } : (cursor ?? changeAcl.first),
    }
  },
}

type Found = { key: string; size: number; named: boolean }

/** The objects from a place on: some of the named ones, or a page of a folder. `next`: null at the end. */
async function pageOf(
  { account, bucket }: JobContext,
  { keys, again = [] }: AclInput,
  { at, after }: Place,
  size: number,
): Promise<{ found: Found[]; next: Place | null }> {
  const all = [...keys, ...again]
  const place = (at: number): Place | null => (at < all.length ? { at, after: null } : null)
  const isWhole = (index: number) => index < keys.length && isFolder(all[index]!)
  if (at < all.length && isWhole(at)) {
    const page = await listPage(account, { bucket, prefix: all[at]!, size, after: after ?? undefined })
    const found = page.files.map(({ Key, Size }) => ({ key: Key, size: Size ?? 0, named: false }))
    const last = found.at(-1)?.key
    return {
      found,
      next: page.token === undefined || last === undefined ? place(at + 1) : { at, after: last },
    }
  }
  const found: Found[] = []
  let end = at
  for (; end < all.length && found.length < size && !isWhole(end); end += 1)
    found.push({ key: all[end]!, size: 0, named: true })
  return { found, next: place(end) }
}

/** PUBLIC_ACCESS_BLOCKED, where that began in mid-job. */
async function change(context: JobContext, input: AclInput, place: Place): Promise<Step<AclCursor>> {
  const { account, storage, bucket, failuresLeft } = context
  const { off, blocked } = await readAclRules(account, storage, bucket)
  if (input.acl === 'public' && blocked) throw new Problem('PUBLIC_ACCESS_BLOCKED')
  const { found, next } = await pageOf(context, input, place, pageSize)
  const codes = off ? found.map(() => null) : await eachOf(found, one => changeOne(context, input.acl, one))
  const failures: JobFailure[] = found.flatMap(({ key }, index) => {
    const code = codes[index]
    return code ? [failureOf({ key, code })] : []
  })
  const changed = found.filter((_, index) => codes[index] === null)
  return {
    cursor: next && { phase: 'change', place: next },
    done: changed.length,
    failed: failures.length,
    bytes: changed.reduce((sum, { size }) => sum + size, 0),
    failures: failures.slice(0, failuresLeft),
  }
}

const lasting: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ACCESS_DENIED', 'OBJECT_NOT_FOUND'])

/** What it failed with; null where it is done. */
async function changeOne(
  { account, client, bucket }: JobContext,
  acl: Acl,
  { key, named }: Found,
): Promise<ErrorCode | null> {
  const path = { bucket, path: key }
  try {
    const own = await readObjectAcl(account, path)
    if (!isAsMade(own, acl === 'public'))
      await writeObjectAcl(client, path, madePublic(own, acl === 'public'))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || !lasting.has(error.code)) throw error
    return error.code === 'OBJECT_NOT_FOUND' && !named ? null : error.code
  }
}
