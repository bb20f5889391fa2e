import { causeOf } from '../chart.ts'
import { useWords } from '../use-words.ts'
import type { Words } from '../words.ts'
import { type History, innermost, type Moment, type ShownActor, type ShownStep } from './history.ts'
import type { Facts } from './redact.ts'

/** At most so many steps are on the page: the last ones, and those around the position. */
const rows = 200

type Props = {
  title: string
  history: History
  actor: ShownActor | undefined
  moment: Moment | undefined
  /** Those of `actor`, or of all. */
  steps: readonly ShownStep[]
  position: number | null
  onPosition: (position: number | null) => void
  onStep: (by: -1 | 1) => void
  onClear: () => void
}

/** The buttons that move through history, the step that is shown, and all steps, the last one first. */
export function Log({ title, history, actor, moment, steps, position, onPosition, onStep, onClear }: Props) {
  const words = useWords()
  const at = steps.findLastIndex(({ number }) => position === null || number <= position)
  const later = steps.length - 1 - at
  const end = Math.max(0, steps.length - Math.max(0, later - rows / 2))
  const shown = steps.slice(Math.max(0, end - rows), end).reverse()
  return (
    <aside className="details live-log">
      <h2>{title}</h2>
      {moment && <p className="active-states">{innermost(moment.active).join(', ')}</p>}
      <div className="controls">
        <button
          type="button"
          aria-pressed={position !== null}
          onClick={() => onPosition(position === null ? history.last : null)}
        >
          {position === null ? words.pause : words.resume}
        </button>
        <button type="button" aria-label={words.stepBack} disabled={at < 0} onClick={() => onStep(-1)}>
          ◀
        </button>
        <button type="button" aria-label={words.stepForward} disabled={later === 0} onClick={() => onStep(1)}>
          ▶
        </button>
        <button type="button" onClick={onClear}>
          {words.clear}
        </button>
      </div>
      <p role="status">{position === null ? words.follows : words.paused(later)}</p>
      {moment?.step && <FactList title={eventText(moment.step.event, words)} facts={moment.step.facts} />}
      {moment && <FactList title={words.context} facts={moment.context} />}
      <h3>{words.log}</h3>
      <ol>
        {shown.map(step => (
          <li key={step.number}>
            <button
              type="button"
              aria-current={step === steps[at] && (actor || position !== null) ? 'step' : undefined}
              onClick={() => onPosition(step.number)}
            >
              <time>{timeText(step.at)}</time> <strong>{eventText(step.event, words)}</strong>
              {step.times > 1 && ` × ${step.times}`}
              {step.source !== null && <small> {words.fromMachine(step.source)}</small>}
              <span>
                {!actor && `${step.machine}: `}
                {wayText(step, words)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {steps.length === 0 && <p>{words.noSteps}</p>}
      {history.leftOut > 0 && <p>{words.leftOut(history.leftOut)}</p>}
    </aside>
  )
}

function FactList({ title, facts }: { title: string; facts: Facts }) {
  const words = useWords()
  const entries = Object.entries(facts)
  if (entries.length === 0) return null
  return (
    <details open>
      <summary>{title}</summary>
      <dl>
        {entries.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words.fact(text)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const timeText = (at: number) => {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}

/** As the chart calls it. */
function eventText(event: string, words: Words): string {
  if (event === 'xstate.init') return words.begins
  if (event === 'xstate.stop') return words.ends
  return causeOf(event, words).label
}

/** Of parallel states only those that change. */
function wayText({ event, before, after, transitions }: ShownStep, words: Words): string {
  const left = innermost(before).filter(path => !after.includes(path))
  const entered = innermost(after).filter(path => !before.includes(path))
  if (left.length + entered.length > 0 && before.length > 0)
    return `${left.join(', ')} → ${(entered.length > 0 ? entered : innermost(after)).join(', ')}`
  const isIgnored = transitions.length === 0 && !event.startsWith('xstate.')
  return `${innermost(after).join(', ')}${isIgnored ? `: ${words.ignored}` : ''}`
}
