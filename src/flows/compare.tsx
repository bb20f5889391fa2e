import { useState } from 'react'
import { type Address, addressOf } from './address.ts'
import type { Chart } from './chart.ts'
import type { Difference } from './diff.ts'

/** The charts of another revision, or why there are none; null: nothing is compared. */
export type Comparison = { revision: string; charts: Chart[] } | { revision: string; problem: string } | null

type Props = { comparison: Comparison; onCompare: (comparison: Comparison) => void }

export function Compare({ comparison, onCompare }: Props) {
  const [revision, setRevision] = useState(comparison?.revision ?? '')
  const [reading, setReading] = useState(false)
  async function compare() {
    setReading(true)
    try {
      const answer = await fetch(`/revisions/${encodeURIComponent(revision.trim())}`)
      onCompare({ revision, ...(await answer.json()) })
    } catch (error) {
      onCompare({ revision, problem: `No answer (${error}). Start this page again with “npm run flows”.` })
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
        Compare with a revision
        <input
          placeholder="main, HEAD~3, a commit"
          value={revision}
          onChange={event => setRevision(event.target.value)}
        />
      </label>
      <button type="submit" disabled={reading}>
        {reading ? 'Reading…' : 'Compare'}
      </button>
      {comparison && (
        <button
          type="button"
          onClick={() => {
            setRevision('')
            onCompare(null)
          }}
        >
          Stop comparing with {comparison.revision}
        </button>
      )}
      {comparison && 'problem' in comparison && <p role="alert">{comparison.problem}</p>}
    </form>
  )
}

type DifferencesProps = { machine: string; revision: string; list: readonly Difference[]; chosen: Address }

/** What has changed in a chart, in words, in the colours of the drawing. */
export function Differences({ machine, revision, list, chosen }: DifferencesProps) {
  return (
    <section className="differences" role="status">
      <h3>Since {revision}</h3>
      {list.length === 0 && <p>Nothing has changed in this flow.</p>}
      <ul>
        {list.map(({ change, says, ...what }) => {
          const address = addressOf({ machine, ...what })
          return (
            <li key={address}>
              <span className={change}>{change}</span>{' '}
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
