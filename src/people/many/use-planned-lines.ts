import { useRef, useState } from 'react'
import type { CsvLine } from '../../../domain/sub-user-csv.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { ErrorCode, PlannedSubUser, SubUserRow } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'

/** Rows of one request that changes something: it takes seconds, also on Ceph. */
const rowsAtOnce = 20

/** Codes that are no row's own: what is left is not tried now. */
const stops: ReadonlySet<ErrorCode> = new Set([
  ...(['TOO_MANY_REQUESTS', 'MAIL_FAILED', 'NOT_ENOUGH_STORAGE', 'UNKNOWN_ERROR'] as const),
  ...(['STORAGE_UNAVAILABLE', 'STORAGE_REFUSES', 'DATABASE_UNAVAILABLE'] as const),
])

/** `planned`: what the server says, before the act and after it; null: the line is wrong, or was not sent yet. */
export type PlannedLine = CsvLine & { planned: PlannedSubUser | null; done: boolean }

export type Step =
  | { at: 'choosing' | 'reading' }
  | { at: 'preview' | 'acting' | 'ended'; lines: readonly PlannedLine[] }

const isToDo = ({ planned, done }: PlannedLine) =>
  !done && (planned?.state === 'created' || planned?.state === 'changed')

/**
 * The steps of an act on many sub-users: a preview of its lines, then the act. `existing`: nobody new is made. `failure`: of
 * the last request.
 */
export function usePlannedLines({ existing = false } = {}) {
  const [step, setStep] = useState<Step>({ at: 'choosing' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const stopped = useRef(false)

  const send = (rows: SubUserRow[], preview: boolean) =>
    result(api.POST('/user-management/import', { body: { rows, preview, existing } }))

  async function preview(read: () => Promise<readonly CsvLine[] | null>) {
    setFailure(null)
    setStep({ at: 'reading' })
    const lines = await read()
    if (!lines) return setStep({ at: 'choosing' })
    const rows = lines.flatMap(({ row }) => (row ? [row] : []))
    const outcome = rows.length === 0 ? null : await send(rows, true)
    if (outcome && !outcome.ok) {
      setFailure(outcome)
      return setStep({ at: 'choosing' })
    }
    const planned = outcome?.data.lines.values()
    setStep({
      at: 'preview',
      lines: lines.map(line => ({
        ...{ ...line, done: false },
        planned: line.row ? (planned?.next().value ?? null) : null,
      })),
    })
  }

  /** Does what is left to do, some rows at a time. */
  async function act() {
    if (step.at !== 'preview' && step.at !== 'ended') return
    setFailure(null)
    stopped.current = false
    let { lines } = step
    setStep({ at: 'acting', lines })
    for (let next = lines.filter(isToDo); next.length > 0 && !stopped.current; next = lines.filter(isToDo)) {
      const part = next.slice(0, rowsAtOnce)
      const outcome = await send(
        part.map(({ row }) => row!),
        false,
      )
      if (!outcome.ok) {
        setFailure(outcome)
        break
      }
      const answers = outcome.data.lines
      const stop = answers.find(({ code }) => code && stops.has(code))
      lines = lines.map(line => {
        const answer = answers[part.indexOf(line)]
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
  }

  return {
    ...{ step, failure, preview, act },
    /** After the rows that are being sent. */
    stop: () => {
      stopped.current = true
    },
    left: 'lines' in step ? step.lines.filter(isToDo).length : 0,
  }
}
