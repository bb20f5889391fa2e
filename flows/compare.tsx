import { useState } from 'react'
import { type Address, addressOf } from './address.ts'
import type { Chart } from './chart.ts'
import type { Difference } from './diff.ts'
import { useWords } from './use-words.ts'
import type { Words } from './words.ts'

/** The charts of another revision, or why there are none; null: nothing is compared. */
export type Comparison = { revision: string; charts: Chart[] } | { revision: string; problem: Problem } | null

type Problem = { kind: keyof Words['revisionProblems'] | 'no server'; detail: string }

type Props = { comparison: Comparison; onCompare: (comparison: Comparison) => void }

export function Compare({ comparison, onCompare }: Props) {
  const words = useWords()
  const [revision, setRevision] = useState(comparison?.revision ?? '')
  const [reading, setReading] = useState(false)
  async function compare() {
    setReading(true)
    try {
      const answer = await fetch(`/revisions/${encodeURIComponent(revision.trim())}`)
      onCompare({ revision, ...(await answer.json()) })
    } catch (error) {
      onCompare({ revision, problem: { kind: 'no server', detail: String(error) } })
    } finally {
      setReading(false)
    }
  }
  return (
    <form
      className="compare"
      onSubmit={event => {
        event.preventDefault()
        if (revision.trim() === '') onCompare(null)
        else void compare()
      }}
    >
      <label>
        {words.compareWith}
        <input
          placeholder={words.revisions}
          value={revision}
          onChange={event => setRevision(event.target.value)}
        />
      </label>
      <button type="submit" disabled={reading}>
        {reading ? words.reading : words.compare}
      </button>
      {comparison && (
        <button
          type="button"
          onClick={() => {
            setRevision('')
            onCompare(null)
          }}
        >
          {words.stopComparing(comparison.revision)}
        </button>
      )}
      {comparison && 'problem' in comparison && <Problem {...comparison} />}
    </form>
  )
}

function Problem({ revision, problem: { kind, detail } }: { revision: string; problem: Problem }) {
  const words = useWords()
  const says = kind === 'no server' ? words.noServer(detail) : words.revisionProblems[kind](revision, detail)
  return <p role="alert">{says}</p>
}

type DifferencesProps = { machine: string; revision: string; list: readonly Difference[]; chosen: Address }

/** What has changed in a chart, in words, in the colours of the drawing. */
export function Differences({ machine, revision, list, chosen }: DifferencesProps) {
  const words = useWords()
  return (
    <section className="differences" role="status">
      <h3>{words.since(revision)}</h3>
      {list.length === 0 && <p>{words.unchanged}</p>}
      <ul>
        {list.map(({ change, says, ...what }) => {
          const address = addressOf({ machine, ...what })
          return (
            <li key={address}>
              <span className={change}>{words.changes[change]}</span>{' '}
              <a href={address} aria-current={address === addressOf(chosen) ? 'true' : undefined}>
                {what.transition ?? (what.state || machine)}
              </a>
              {says.map(each => (
                <p key={each}>{each}</p>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
