import { entersBucket, type Scope } from '../../domain/scope.ts'
import type { ErrorCode, PlannedSubUser, PlannedTerms } from '../../openapi/schema.ts'
import type { ByVisitor } from '../audit/actor.ts'
import type { Call } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { bucketsOf } from '../store/bucket-grants.ts'
import type { SubUser } from '../store/sub-users.ts'
import type { Services } from './services.ts'

/** What an act on many sub-users would do to one of them. `todo`: null: nothing. */
export type Planned<Todo> = { line: PlannedSubUser; todo: Todo | null }

export const refused = (code: ErrorCode) => ({ state: 'refused', code }) as const

export function termsOf({ permission, scope, group, expireDate }: SubUser): PlannedTerms {
  return { permission, scope: scope && [...scope], group: group?.name ?? null, expire_date: expireDate }
}

/** BUCKET_NOT_FOUND for a bucket of the scope that the account does not have, unless it is one of `known`. */
export function requireBuckets(scope: Scope, known: Scope, has: ReadonlySet<string>): void {
  for (const bucket of bucketsOf(scope))
    if (!has.has(bucket) && !entersBucket(known ?? [], bucket)) throw new Problem('BUCKET_NOT_FOUND')
}

/**
 * Does what is planned, at most `most` at once, which `act` does all or not at all: of those that are refused it finds
 * who is it, and does the others. After what is nobody's own the rest is refused with the same code. UNAUTHORIZED.
 */
export async function perform<Todo>(
  { now, log }: Pick<Services, 'now' | 'log'>,
  { by, disconnected, readmit }: Pick<Call<'importSubUsers'>, 'by' | 'disconnected' | 'readmit'>,
  plan: readonly Planned<Todo>[],
  most: number,
  act: (by: ByVisitor, todo: Todo[]) => Promise<unknown>,
): Promise<PlannedSubUser[]> {
  const lines = plan.map(({ line }) => line)
  const left = plan.flatMap(({ todo }, at) => (todo === null ? [] : [{ todo, at }]))
  for (let size = most; left.length > 0; ) {
    disconnected.throwIfAborted()
    if ((await readmit()) === null) throw new Problem('UNAUTHORIZED')
    const piece = left.slice(0, size)
    try {
      await act(
        { ...by, now: now() },
        piece.map(({ todo }) => todo),
      )
    } catch (error) {
      const { code, status, cause } = problemOf(error as Error)
      const isOwn = status < 429
      if (isOwn && piece.length > 1) {
        size = Math.ceil(piece.length / 2)
        continue
      }
      if (status >= 500) log.error({ err: cause ?? error }, 'Sub-users could not be changed.')
      if (!isOwn) piece.push(...left.slice(piece.length))
      for (const { at } of piece) lines[at] = { ...lines[at]!, ...refused(code) }
    }
    left.splice(0, piece.length)
    size = Math.min(most, size * 2)
  }
  return lines
}
