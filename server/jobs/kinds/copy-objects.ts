import { isFolder, targetIn } from '../../../domain/copy-target.ts'
import type { OperationId } from '../../../domain/permissions.ts'
import type { ErrorCode, OnExisting } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../in-turns.ts'
import {
  type Hands,
  isMade,
  makeCopy,
  mustAskEncryption,
  type PlannedCopy,
  planCopies,
  removeSources,
  type Way,
} from '../../services/copying.ts'
import { listPage } from '../../storage/list-objects.ts'
import { type ObjectState, stateOf, statesOf } from '../../storage/object-states.ts'
import { holderOf, outermost } from '../../storage/outermost.ts'
import { inOneStep, type JobContext, type Kind, nothing, type Step } from '../kind.ts'
import { failureOf, withLocks } from './copy-failures.ts'
import { type BegunParts, partsStep } from './copy-parts.ts'

/** `name`: the new name of the one source. `again`: single objects of the sources, which failed before. */
export type CopyInput = {
  bucket: string
  keys: string[]
  target_bucket: string
  target_folder: string
  existing: OnExisting
  name?: string
  again?: string[]
}

/** Where the next plan begins: at a source, in a folder after the key `after`. */
type Place = { source: number; after: string | null }

export type CopyCursor =
  | { phase: 'count'; from: Place; place: Place; counted: number; pages: number }
  | { phase: 'plan'; place: Place }
  /** `plan`: what is left of it. `next`: where the next one begins. */
  | { phase: 'copy'; plan: PlannedCopy[]; next: Place | null }
  | { phase: 'parts'; begun: BegunParts; plan: PlannedCopy[]; next: Place | null }

type Counting = Extract<CopyCursor, { phase: 'count' }>

/** Pages of 1,000 objects that are counted; with more there is no total. */
const mostPages = 200
/** ms after which what was copied is written down. */
const batchTime = 5_000
/** Copies. */
export const atOnce = 8

/** Copies files and folders; `removes`: and deletes each source once its copy is verified. */
export function copying(needs: OperationId, removes: boolean): Kind<CopyInput, CopyCursor> {
  const first = countFrom({ source: 0, after: null })
  return {
    needs,
    first,
    async step(context, input, cursor) {
      const way = { ...input, removes }
      if (cursor.phase === 'count')
        return inOneStep<CopyCursor>(
          cursor,
          each => count(context, input, each as Counting),
          ({ phase }) => phase === 'count',
        )
      if (cursor.phase === 'plan') return plan(context, input, way, cursor.place)
      if (cursor.phase === 'copy') return copy(context, way, cursor)
      const { begun, plan: left, next } = cursor
      return partsStep<CopyCursor>(context, way, begun, {
        goesOn: begun => ({ phase: 'parts', begun, plan: left, next }),
        ends: afterCopies(left, next),
      })
    },
    retry({ input, cursor, done, failed }, existing = input.existing) {
      // A cursor counts the sources: they keep their places.
      const before = done ? [] : (input.again ?? [])
      const rest: Place = { source: input.keys.length, after: null }
      return {
        input: { ...input, again: [...before, ...failed], existing },
        cursor: done ? countFrom(rest) : (cursor ?? first),
      }
    },
  }
}

function countFrom(place: Place): CopyCursor {
  return { phase: 'count', from: place, place, counted: 0, pages: 0 }
}

type Source = { key: string; target: string; single: boolean }

/** The sources by their places: what was chosen, and then what failed before, to where it was to go. */
function sourcesOf({ keys, target_folder, name, again = [] }: CopyInput): (at: number) => Source | null {
  const targetOf = (key: string) =>
    name === undefined ? targetIn(target_folder, key) : target_folder + name + (isFolder(key) ? '/' : '')
  let chosen: { keys: Set<string>; folders: string[] } | undefined
  return at => {
    const key = keys[at]
    if (key !== undefined) return { key, target: targetOf(key), single: !isFolder(key) }
    const failed = again[at - keys.length]
    if (failed === undefined) return null
    chosen ??= { keys: new Set(keys), folders: outermost(keys.filter(isFolder)) }
    const of = chosen.keys.has(failed) ? failed : holderOf(chosen.folders, failed)
    if (of === undefined) return null
    return { key: failed, target: targetOf(of) + failed.slice(of.length), single: true }
  }
}

async function count(
  context: JobContext,
  input: CopyInput,
  { from, place, counted, pages }: Counting,
): Promise<Step<CopyCursor>> {
  const begin: CopyCursor = { phase: 'plan', place: from }
  const sourceAt = sourcesOf(input)
  let at = place.source
  while (sourceAt(at)?.single) at += 1
  const source = sourceAt(at)
  const found = counted + at - place.source
  if (!source) return { ...nothing, cursor: begin, total: found }
  if (pages >= mostPages) return { ...nothing, cursor: begin, total: null }
  const here = at === place.source ? place : { source: at, after: null }
  const page = await pageOf(context, input.bucket, source, here)
  return {
    ...nothing,
    cursor: {
      ...{ phase: 'count', from, place: page.next ?? { source: at + 1, after: null } },
      ...{ counted: found + page.found.length, pages: pages + 1 },
    },
  }
}

async function pageOf(
  { account }: Pick<JobContext, 'account'>,
  bucket: string,
  { key }: Source,
  { source, after }: Place,
): Promise<{ found: [string, ObjectState][]; next: Place | null }> {
  const { files, token } = await listPage(account, {
    ...{ bucket, prefix: key, size: 1000 },
    after: after ?? undefined,
  })
  const found = files.map((file): [string, ObjectState] => [file.Key, stateOf(file)])
  const last = files.at(-1)?.Key
  return { found, next: token === undefined || last === undefined ? null : { source, after: last } }
}

/** Decides on the next 1,000 objects. */
async function plan(
  context: JobContext,
  input: CopyInput,
  way: Way,
  place: Place,
): Promise<Step<CopyCursor>> {
  const sourceAt = sourcesOf(input)
  const source = sourceAt(place.source)
  if (!source) return { ...nothing, cursor: null }
  const targets = new Map<string, string>()
  let states: Map<string, ObjectState>
  let next: Place
  if (source.single) {
    let at = place.source
    for (; targets.size < 1000; at += 1) {
      const one = sourceAt(at)
      if (!one?.single) break
      targets.set(one.key, one.target)
    }
    next = { source: at, after: null }
    states = await statesOf(context.account, way.bucket, [...targets.keys()])
  } else {
    const page = await pageOf(context, way.bucket, source, place)
    states = new Map(page.found)
    for (const key of states.keys()) targets.set(key, source.target + key.slice(source.key.length))
    // The folder has vanished.
    if (states.size === 0 && place.after === null) targets.set(source.key, source.target)
    next = page.next ?? { source: place.source + 1, after: null }
  }
  const isStillSource = stillSources(input, source, place, key => !targets.has(key) || states.has(key))
  const held: string[] = []
  const wanted = [...targets].flatMap(([key, target]) => {
    const state = states.get(key)
    if (!state) return []
    if (target === key || !isStillSource(target)) return [{ key, target, state }]
    held.push(key)
    return []
  })
  const gone = [...targets.keys()].filter(key => !states.has(key))
  const planned = await planCopies(context, way, wanted)
  const failures = [
    ...gone.map(key => ({ key, code: 'OBJECT_NOT_FOUND' as const })),
    ...held.map(key => ({ key, code: 'TARGET_INSIDE_SOURCE' as const })),
    ...planned.failures,
  ]
  return {
    ...nothing,
    cursor:
      planned.plan.length > 0 ? { phase: 'copy', plan: planned.plan, next } : { phase: 'plan', place: next },
    failed: failures.length,
    failures: failures.map(failureOf),
    skipped: planned.skipped,
  }
}

/**
 * Whether a target of the plan is itself what is to be copied: a copy there would take the place of a source, or be copied
 * again. So it is where `a/a/` goes above itself, and holds an `a/`; a retry copies it once that place is free. `isThere`:
 * as far as is known.
 */
function stillSources(
  { bucket, target_bucket, keys, again = [] }: CopyInput,
  source: Source,
  place: Place,
  isThere: (key: string) => boolean,
): (target: string) => boolean {
  if (bucket !== target_bucket) return () => false
  if (source.single) {
    const left = new Set([...keys, ...again].slice(place.source))
    return target => left.has(target) && isThere(target)
  }
  const folders = keys.filter(key => isFolder(key) && key.startsWith(source.target))
  return target => folders.some(folder => target.startsWith(folder))
}

function afterCopies(plan: PlannedCopy[], next: Place | null): CopyCursor | null {
  if (plan.length > 0) return { phase: 'copy', plan, next }
  return next && { phase: 'plan', place: next }
}

/** Copies what is planned, for some seconds. */
async function copy(
  context: JobContext,
  way: Way,
  cursor: Extract<CopyCursor, { phase: 'copy' }>,
): Promise<Step<CopyCursor>> {
  const small = cursor.plan.filter(({ size }) => size <= context.mostCopied)
  const large = cursor.plan.filter(({ size }) => size > context.mostCopied)
  const [first, ...others] = large
  if (small.length === 0 && first)
    return { ...nothing, cursor: { phase: 'parts', begun: { copy: first }, plan: others, next: cursor.next } }
  const made = context.resumed ? await madeBefore(context, way, small) : new Set<string>()
  const asksEncryption = await mustAskEncryption(context, way.target_bucket)
  const outcomes = new Map<PlannedCopy, ErrorCode | null>()
  const ends = performance.now() + batchTime
  let problem: unknown
  await inTurns(atOnce, small, async each => {
    if (problem !== undefined || context.lost.aborted || performance.now() > ends) return
    try {
      outcomes.set(each, made.has(each.key) ? null : await makeCopy(context, way, each, asksEncryption))
    } catch (error) {
      problem ??= error ?? new Error('A copy failed.')
    }
  })
  if (outcomes.size === 0 && problem !== undefined) throw problem
  context.lost.throwIfAborted()
  const copied = small.filter(each => outcomes.get(each) === null)
  const failures: { key: string; code: ErrorCode }[] = []
  for (const [{ key }, code] of outcomes) if (code !== null) failures.push({ key, code })
  const staying = way.removes ? await removeSources(context, way.bucket, copied) : []
  const stays = new Set(staying.map(({ key }) => key))
  const done = copied.filter(({ key }) => !stays.has(key))
  const left = [...small.filter(each => !outcomes.has(each)), ...large]
  // The sources that went may have made room for the rest.
  const goesOn = way.removes && done.length > 0 && isFull(problem)
  return {
    cursor: afterCopies(left, cursor.next),
    done: done.length,
    failed: failures.length + staying.length,
    bytes: done.reduce((sum, { size }) => sum + size, 0),
    failures: [...failures.map(failureOf), ...(await withLocks(context, staying))],
    problem: goesOn ? undefined : problem,
  }
}

function isFull(problem: unknown): boolean {
  return problem instanceof Problem && problem.code === 'NOT_ENOUGH_STORAGE'
}

/** The copies that an earlier run of this batch has made. */
async function madeBefore(
  hands: Hands,
  way: Way,
  copies: readonly PlannedCopy[],
): Promise<ReadonlySet<string>> {
  const targets = copies.map(({ target }) => target)
  const now = await statesOf(hands.account, way.target_bucket, targets)
  const made = await inTurns(atOnce, copies, each => isMade(hands, way, each, now.get(each.target) ?? null))
  return new Set(copies.filter((_, at) => made[at]).map(({ key }) => key))
}
