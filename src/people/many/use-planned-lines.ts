import { useEffect, useRef, useState } from 'react'
import type { CsvLine } from '../../../domain/sub-user-csv.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { ErrorCode, PlannedSubUser } from '../../../openapi/schema.ts'
import type { ApiResult } from '../../api/result.ts'
import { refreshAfterMany } from '../../session/query-client.ts'

/** Lines of one request that only shows what would be done. */
const previewedAtOnce = 1000

/** Codes that are no line's own: what is left is not tried now. */
const stops: ReadonlySet<ErrorCode> = new Set([
  ...(['TOO_MANY_REQUESTS', 'MAIL_FAILED', 'NOT_ENOUGH_STORAGE', 'UNKNOWN_ERROR'] as const),
  ...(['STORAGE_UNAVAILABLE', 'STORAGE_REFUSES', 'DATABASE_UNAVAILABLE'] as const),
])

/** A line that is sent unless it has issues. `cells`: what is shown until the server says it. */
export type Line = Pick<CsvLine, 'line' | 'cells' | 'issues'>

/** `planned`: what the server says, before the act and after it; null: the line is wrong. */
export type PlannedLine<Of extends Line = Line> = Of & { planned: PlannedSubUser | null; done: boolean }

export type Step<Of extends Line> =
  | { at: 'choosing' | 'reading' }
  | { at: 'preview' | 'acting' | 'ended'; lines: readonly PlannedLine<Of>[] }

const isToDo = ({ planned, done }: PlannedLine) =>
  !done && planned !== null && planned.state !== 'unchanged' && planned.state !== 'refused'

type Options<Of extends Line> = {
  /** Sends some lines, only to know what they would do if `preview`; gives an answer for each. */
  send: (lines: readonly Of[], preview: boolean) => Promise<ApiResult<{ lines: PlannedSubUser[] }>>
  /** Lines of one request that changes something: it takes seconds, also on Ceph. */
  atOnce: number
}

/**
 * The steps of an act on many sub-users: a preview of its lines, then the act. `failure`: of the last request.
 */
export function usePlannedLines<Of extends Line>({ send, atOnce }: Options<Of>) {
  const [step, setStep] = useState<Step<Of>>({ at: 'choosing' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  async function preview(read: () => Promise<readonly Of[] | null>) {
    setFailure(null)
    stopped.current = false
    setStep({ at: 'reading' })
    const lines = await read()
    const right = (lines ?? []).filter(({ issues }) => issues.length === 0)
    const planned = new Map<Of, PlannedSubUser>()
    for (let at = 0; at < right.length && !stopped.current; at += previewedAtOnce) {
      const part = right.slice(at, at + previewedAtOnce)
      const outcome = await send(part, true)
      if (!outcome.ok) {
        setFailure(outcome)
        return setStep({ at: 'choosing' })
      }
      for (const [index, line] of part.entries()) planned.set(line, outcome.data.lines[index]!)
    }
    if (!lines) return setStep({ at: 'choosing' })
    setStep({
      at: 'preview',
      lines: lines.map(line => ({ ...line, done: false, planned: planned.get(line) ?? null })),
    })
  }

  /** Does what is left to do, some lines at a time. */
  async function act() {
    if (step.at !== 'preview' && step.at !== 'ended') return
    setFailure(null)
    stopped.current = false
    let { lines } = step
    setStep({ at: 'acting', lines })
    for (let next = lines.filter(isToDo); next.length > 0 && !stopped.current; next = lines.filter(isToDo)) {
      const part = next.slice(0, atOnce)
      const outcome = await send(part, false)
      if (!outcome.ok) {
        setFailure(outcome)
        break
      }
      const answers = new Map(part.map((line, at) => [line, outcome.data.lines[at]]))
      const stop = outcome.data.lines.find(({ code }) => code && stops.has(code))
      lines = lines.map(line => {
        const answer = answers.get(line)
        return !answer || (answer.code && stops.has(answer.code))
          ? line
          : { ...line, planned: answer, done: true }
      })
      setStep({ at: 'acting', lines })
      if (stop?.code) {
        setFailure({ ok: false, code: stop.code } as Failure)
        break
      }
    }
    setStep({ at: 'ended', lines })
    // Once, and not after each part: the list may have many pages.
    await refreshAfterMany(['/user-management', '/user-management/groups'])
  }

  return {
    ...{ step, failure, preview, act },
    back: () => setStep({ at: 'choosing' }),
    /** After the lines that are being sent. */
    stop: () => {
      stopped.current = true
    },
    left: 'lines' in step ? step.lines.filter(isToDo).length : 0,
  }
}
