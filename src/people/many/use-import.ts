import { useRef, useState } from 'react'
import { type CsvFileIssue, type CsvLine, importBytes, readSubUserCsv } from '../../../domain/sub-user-csv.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { PlannedSubUser, SubUserRow } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'

/** Rows of one request that changes something: what it takes is seconds, also on Ceph. */
const rowsAtOnce = 20

/** `planned`: what the server says, before the act and after it; null: the line is wrong, or was not sent yet. */
export type ImportLine = CsvLine & { planned: PlannedSubUser | null; done: boolean }

export type FileIssue = CsvFileIssue['issue'] | 'csv-too-large' | 'csv-not-text'

export type Step =
  | { at: 'choosing'; wrong: { issue: FileIssue; about: string } | null }
  | { at: 'reading' }
  | { at: 'preview' | 'acting' | 'ended'; file: string; lines: readonly ImportLine[] }

const isToDo = ({ planned, done }: ImportLine) =>
  !done && (planned?.state === 'created' || planned?.state === 'changed')

/** The steps of an import. `failure`: of the last request. */
export function useImport() {
  const [step, setStep] = useState<Step>({ at: 'choosing', wrong: null })
  const [failure, setFailure] = useState<Failure | null>(null)
  const stopped = useRef(false)

  const send = (rows: SubUserRow[], preview: boolean) =>
    result(api.POST('/user-management/import', { body: { rows, preview } }))

  async function choose(file: File) {
    setFailure(null)
    setStep({ at: 'reading' })
    const read = await linesOf(file)
    if (!Array.isArray(read)) return setStep({ at: 'choosing', wrong: read })
    const lines = read.map((line): ImportLine => ({ ...line, planned: null, done: false }))
    const rows = lines.flatMap(({ row }) => (row ? [row] : []))
    const outcome = rows.length === 0 ? null : await send(rows, true)
    if (outcome && !outcome.ok) {
      setFailure(outcome)
      return setStep({ at: 'choosing', wrong: null })
    }
    const planned = outcome?.data.lines.values()
    setStep({
      ...{ at: 'preview', file: file.name },
      lines: lines.map(line => (line.row ? { ...line, planned: planned?.next().value ?? null } : line)),
    })
  }

  /** Does what is left to do, some rows at a time. */
  async function act() {
    if (step.at !== 'preview' && step.at !== 'ended') return
    setFailure(null)
    stopped.current = false
    let { lines } = step
    setStep({ ...step, at: 'acting' })
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
      lines = lines.map(line => {
        const at = part.indexOf(line)
        return at === -1 ? line : { ...line, planned: outcome.data.lines[at]!, done: true }
      })
      setStep({ ...step, at: 'acting', lines })
    }
    setStep({ ...step, at: 'ended', lines })
  }

  return {
    ...{ step, failure, choose, act },
    /** After the rows that are being sent. */
    stop: () => {
      stopped.current = true
    },
    left: step.at === 'choosing' || step.at === 'reading' ? 0 : step.lines.filter(isToDo).length,
  }
}

async function linesOf(file: File): Promise<CsvLine[] | { issue: FileIssue; about: string }> {
  if (file.size > importBytes) return { issue: 'csv-too-large', about: '' }
  try {
    return readSubUserCsv(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  } catch {
    return { issue: 'csv-not-text', about: '' }
  }
}
