import { useState } from 'react'
import type { Chart } from './chart.ts'
import type { Change, ChartDiff } from './diff.ts'

/** The charts of another revision, or why there are none; null: nothing is compared. */
export type Comparison = { revision: string; charts: Chart[] } | { revision: string; problem: string } | null

type Props = { comparison: Comparison; onCompare: (comparison: Comparison) => void }

export function Compare({ comparison, onCompare }: Props) {
  const [revision, setRevision] = useState('')
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
      {comparison && 'problem' in comparison && <p role="alert">{comparison.problem}</p>}
    </form>
  )
}

/** How much has changed, in the colours of the drawing. */
export function Legend({ diff }: { diff: ChartDiff }) {
  const changes = [...diff.states.values(), ...diff.transitions.values()]
  const count = (change: Change) => changes.filter(each => each === change).length
  return (
    <p className="legend" role="status">
      {changes.length === 0
        ? 'Nothing has changed since this revision.'
        : (['added', 'changed', 'removed'] as const).map(change => (
            <span key={change} className={change}>
              {count(change)} {change}
            </span>
          ))}
    </p>
  )
}
