import { isFolder, isFolderMark, targetIn } from '../../../domain/copy-target.ts'
import { rowCharge } from '../../../domain/limits.ts'
import type { ErrorCode, OnExisting } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { getVersioning } from '../../storage/bucket-settings.ts'
import { listPage } from '../../storage/list-objects.ts'
import { findState, type ObjectState, stateOf, statesOf } from '../../storage/object-states.ts'
import { containingFolder, topFolders } from '../../storage/selected-objects.ts'
import { type CopyOptions, type PlannedCopy, planCopies } from '../copy-plan.ts'
import { atOnce, failureOf, type JobContext, noProgress, type Step } from '../kind.ts'
import type { BegunParts } from './copy-parts.ts'

/** `name`: the new name of the only source, in a rename. `again`: objects of the sources that failed before. */
export type CopyInput = {
  bucket: string
  keys: string[]
  target_bucket: string
  target_folder: string
  existing: OnExisting
  name?: string
  again?: string[]
}

/** Where to continue: at the index of a source; in a folder, after the key `after`. */
export type SourcePosition = { source: number; after: string | null }

export type CopyCursor =
  /** `charge`: the bytes that a quota will count of copies that stay beside their sources. */
  | {
      phase: 'count'
      from: SourcePosition
      place: SourcePosition
      counted: number
      charge?: number
      pages: number
    }
  | { phase: 'plan'; place: SourcePosition }
  /** `plan`: the copies that are left. `next`: where the next plan starts. */
  | { phase: 'copy'; plan: PlannedCopy[]; next: SourcePosition | null }
  | { phase: 'parts'; begun: BegunParts; plan: PlannedCopy[]; next: SourcePosition | null }

export type Counting = Extract<CopyCursor, { phase: 'count' }>

/** Pages of 1,000 objects that are counted; beyond them the total is unknown. */
const maxCountedPages = 200

export function countCursor(place: SourcePosition): CopyCursor {
  return { phase: 'count', from: place, place, counted: 0, pages: 0 }
}

type Source = { key: string; target: string; single: boolean }

/**
 * Returns a source by its index: the selected ones, then those that failed before, each with its target; null after the
 * last.
 */
function sourceLookup({ keys, target_folder, name, again = [] }: CopyInput): (at: number) => Source | null {
  const targetOf = (key: string) =>
    name === undefined ? targetIn(target_folder, key) : target_folder + name + (isFolder(key) ? '/' : '')
  let selected: { keys: Set<string>; folders: string[] } | undefined
  return at => {
    const key = keys[at]
    if (key !== undefined) return { key, target: targetOf(key), single: !isFolder(key) }
    const failed = again[at - keys.length]
    if (failed === undefined) return null
    selected ??= { keys: new Set(keys), folders: topFolders(keys.filter(isFolder)) }
    const parent = selected.keys.has(failed) ? failed : containingFolder(selected.folders, failed)
    if (parent === undefined) return null
    return { key: failed, target: targetOf(parent) + failed.slice(parent.length), single: true }
  }
}

/** Counts the next 1,000 objects of a folder; at the end, checks that there is room. */
export async function count(
  context: JobContext,
  input: CopyInput,
  { from, place, counted, charge = 0, pages }: Counting,
): Promise<Step<CopyCursor>> {
  const begin: CopyCursor = { phase: 'plan', place: from }
  const sourceAt = sourceLookup(input)
  let at = place.source
  while (sourceAt(at)?.single) at += 1
  const source = sourceAt(at)
  const total = counted + at - place.source
  if (!source) {
    await requireRoom(context, input, charge)
    return { ...noProgress, cursor: begin, total }
  }
  if (pages >= maxCountedPages) return { ...noProgress, cursor: begin, total: null }
  const start = at === place.source ? place : { source: at, after: null }
  const page = await listFolder(context, input.bucket, source, start)
  return {
    ...noProgress,
    cursor: {
      ...{ phase: 'count', from, place: page.next ?? { source: at + 1, after: null } },
      counted: total + page.found.filter(([key, { size }]) => !isFolderMark({ key, size })).length,
      charge: page.found.reduce((sum, [, { size }]) => sum + chargeOf(context, size), charge),
      pages: pages + 1,
    },
  }
}

/** A copy, and the delete marker of its source; Ceph RGW counts its own overhead by itself. */
function chargeOf({ storage }: JobContext, size: number): number {
  return size + (storage === 'embedded' ? 2 * rowCharge : 0)
}

/**
 * A folder whose bucket keeps versions takes its room twice after a rename, and is not renamed by half if that is not
 * there. NOT_ENOUGH_STORAGE.
 */
async function requireRoom(
  { admin, account, by: { user } }: JobContext,
  { bucket, name }: CopyInput,
  charge: number,
): Promise<void> {
  if (name === undefined || charge === 0 || !admin.capabilities.quota) return
  if ((await getVersioning(account, bucket)) !== 'enabled') return
  const { storageUid } = user
  for (const held of [await admin.usage(storageUid), await admin.bucketQuota(storageUid, bucket)]) {
    if (held && held.quota !== null && held.counted + charge > held.quota) {
      throw new Problem('NOT_ENOUGH_STORAGE')
    }
  }
}

async function listFolder(
  { lister }: Pick<JobContext, 'lister'>,
  bucket: string,
  { key }: Source,
  { source, after }: SourcePosition,
): Promise<{ found: [string, ObjectState][]; next: SourcePosition | null }> {
  const { files, token } = await listPage(lister, {
    ...{ bucket, prefix: key, size: 1000 },
    after: after ?? undefined,
  })
  const found = files.map((file): [string, ObjectState] => [file.Key, stateOf(file)])
  const last = files.at(-1)?.Key
  return { found, next: token === undefined || last === undefined ? null : { source, after: last } }
}

/** Plans the copies of the next 1,000 objects. */
export async function plan(
  context: JobContext,
  input: CopyInput,
  options: CopyOptions,
  place: SourcePosition,
): Promise<Step<CopyCursor>> {
  const sourceAt = sourceLookup(input)
  const source = sourceAt(place.source)
  if (!source) return { ...noProgress, cursor: null }
  const targets = new Map<string, string>()
  let states: Map<string, ObjectState>
  let next: SourcePosition
  if (source.single) {
    let at = place.source
    for (; targets.size < 1000; at += 1) {
      const file = sourceAt(at)
      if (!file?.single) break
      targets.set(file.key, file.target)
    }
    next = { source: at, after: null }
    states = await statesOf(context.account, options.bucket, [...targets.keys()])
  } else {
    const page = await listFolder(context, options.bucket, source, place)
    states = new Map(page.found)
    for (const key of states.keys()) targets.set(key, source.target + key.slice(source.key.length))
    // The folder was deleted.
    if (states.size === 0 && place.after === null) targets.set(source.key, source.target)
    next = page.next ?? { source: place.source + 1, after: null }
  }
  const isPendingSource = pendingSourceCheck(
    input,
    source,
    place,
    key => !targets.has(key) || states.has(key),
  )
  const blocked: string[] = []
  const requested = [...targets].flatMap(([key, target]) => {
    const state = states.get(key)
    if (!state) return []
    if (target === key || !isPendingSource(target)) return [{ key, target, state }]
    blocked.push(key)
    return []
  })
  const missing = [...targets.keys()].filter(key => !states.has(key))
  const toldMissing = await inTurns(atOnce, missing, key => missingCode(context, key))
  const planned = await planCopies(context, options, requested)
  const failures = [
    ...missing.map((key, at) => ({ key, code: toldMissing[at]! })),
    ...blocked.map(key => ({ key, code: 'TARGET_INSIDE_SOURCE' as const })),
    ...planned.failures,
  ]
  return {
    ...noProgress,
    // A job that is cancelled in its last batch has left nothing undone.
    cursor: nextCursor(planned.plan, sourceAt(next.source) && next),
    failed: failures.length,
    failures: failures.map(failureOf),
    skipped: planned.skipped,
  }
}

/** Users who may not read a key must not learn that it does not exist. */
async function missingCode({ client, bucket }: JobContext, key: string): Promise<ErrorCode> {
  try {
    await findState(client, bucket, key)
    return 'OBJECT_NOT_FOUND'
  } catch (error) {
    if (error instanceof Problem && error.code === 'ACCESS_DENIED') return error.code
    throw error
  }
}

/**
 * Whether a target is a source that is yet to be copied: a copy there would replace it, or be copied again. For
 * example, moving `a/a/` up if it contains an `a/`; a retry copies it once that target is free. `exists`: as far as
 * known.
 */
function pendingSourceCheck(
  { bucket, target_bucket, keys, again = [] }: CopyInput,
  source: Source,
  place: SourcePosition,
  exists: (key: string) => boolean,
): (target: string) => boolean {
  if (bucket !== target_bucket) return () => false
  if (source.single) {
    const pending = new Set([...keys, ...again].slice(place.source))
    return target => pending.has(target) && exists(target)
  }
  const folders = keys.filter(key => isFolder(key) && key.startsWith(source.target))
  return target => folders.some(folder => target.startsWith(folder))
}

export function nextCursor(plan: PlannedCopy[], next: SourcePosition | null): CopyCursor | null {
  if (plan.length > 0) return { phase: 'copy', plan, next }
  return next && { phase: 'plan', place: next }
}
