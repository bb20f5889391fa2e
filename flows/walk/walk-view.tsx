import { models, revision } from 'virtual:flow-models'
import { type ReactNode, useEffect, useState } from 'react'
import { walkAddressOf } from '../address.ts'
import type { LiveMarks } from '../canvas.tsx'
import { type Chart, causeOf } from '../chart.ts'
import { save } from '../export.ts'
import { Screens } from '../screens.tsx'
import { useWords } from '../use-words.ts'
import type { Language } from '../words.ts'
import {
  begin,
  type Moment,
  pathOf,
  readPath,
  step,
  stepBack,
  type Walk,
  type Way,
  walkAlong,
} from './model.ts'
import './walk.css'

type Props = {
  charts: readonly Chart[]
  machine: string
  header: ReactNode
  language: Language
  chartView: (chart: Chart, marks: LiveMarks) => ReactNode
}

/** A machine walked by hand: what has happened, its chart, and what can happen next. */
export function WalkView({ charts, machine, header, language, chartView }: Props) {
  const words = useWords()
  const model = models[machine]
  const [walks, setWalk] = useState<Walk | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const walk = walks?.machine === machine ? walks : model && begin(machine, model, model.starts[0]!)
  const chart = charts.find(({ id }) => id === machine)
  const go = (next: Walk) => {
    setProblem(null)
    setWalk(next)
  }

  async function open(file: File) {
    try {
      const path = readPath(await file.text(), words)
      const found = walkAlong(models, path, words)
      const other = path.revision && path.revision !== revision ? ` ${words.fileRevision(path.revision)}` : ''
      setProblem(found.problem && found.problem + other)
      if (!found.walk) return
      setWalk(found.walk)
      location.hash = walkAddressOf(found.walk.machine)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  useEffect(() => {
    const onKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key !== 'Backspace' || altKey || ctrlKey || metaKey || target instanceof HTMLInputElement) return
      if (walk && walk.steps.length > 1) setWalk(stepBack(walk, walk.steps.length - 2))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  const moment = walk?.steps.at(-1)?.moment
  return (
    <>
      <nav className="sidebar">
        {header}
        <label className="walked-machine">
          {words.machine}
          <select value={machine} onChange={event => (location.hash = walkAddressOf(event.target.value))}>
            {Object.keys(models)
              .sort()
              .map(id => (
                <option key={id}>{id}</option>
              ))}
          </select>
        </label>
        {walk && model && <Steps walk={walk} starts={model.starts} onWalk={go} />}
        <PathButtons walk={walk} onOpen={open} />
        {problem !== null && <p role="alert">{problem}</p>}
      </nav>
      {chart && moment ? (
        chartView(chart, { active: moment.active, taken: moment.taken })
      ) : (
        <main className="notice" role="status">
          {words.noModel(machine)}
        </main>
      )}
      {walk && moment && (
        <aside className="details">
          <h2>{words.whatCanHappen}</h2>
          {moment.isOver && <p>{words.isOver}</p>}
          {(['event', 'outcome', 'timer'] as const).map(kind => (
            <Ways key={kind} kind={kind} moment={moment} onWay={way => go(step(walk, way))} />
          ))}
          <Screens
            machine={machine}
            state={innermost(moment.active)[0] ?? ''}
            {...{ first: null, language }}
          />
          <Context walk={walk} />
        </aside>
      )}
    </>
  )
}

type StepsProps = { walk: Walk; starts: readonly string[]; onWalk: (walk: Walk) => void }

/** The steps so far; pressing one goes back to it. */
function Steps({ walk, starts, onWalk }: StepsProps) {
  const words = useWords()
  const { machine, start, steps } = walk
  return (
    <>
      <label className="walked-machine">
        {words.starts}
        <select
          value={start}
          onChange={event => onWalk(begin(machine, models[machine]!, event.target.value))}
        >
          {starts.map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <ol className="walked">
        {steps.map(({ label, moment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={index}>
            <button
              type="button"
              aria-current={index === steps.length - 1 ? 'step' : undefined}
              onClick={() => onWalk(stepBack(walk, index))}
            >
              <strong>{index === 0 ? words.start : label}</strong>
              <span>{innermost(moment.active).join(', ')}</span>
            </button>
          </li>
        ))}
      </ol>
      {steps.length > 1 && (
        <button type="button" onClick={() => onWalk(stepBack(walk, steps.length - 2))}>
          {words.stepBack}
        </button>
      )}
    </>
  )
}

const innermost = (active: readonly string[]) =>
  active.filter(path => path !== '' && !active.some(other => other.startsWith(`${path}.`)))

type PathButtonsProps = { walk: Walk | undefined; onOpen: (file: File) => void }

function PathButtons({ walk, onOpen }: PathButtonsProps) {
  const words = useWords()
  const [isCopied, setCopied] = useState(false)
  const text = () => `${JSON.stringify({ ...pathOf(walk!), revision }, null, 2)}\n`
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(setCopied, 2000, false)
  }
  return (
    <div className="path-buttons">
      {walk && (
        <>
          <button type="button" onClick={copy}>
            {isCopied ? words.copied : words.copyPath}
          </button>
          <button
            type="button"
            onClick={() =>
              save(`${walk.machine}-path.json`, new Blob([text()], { type: 'application/json' }))
            }
          >
            {words.savePath}
          </button>
        </>
      )}
      <label>
        {words.openPath}
        <input
          type="file"
          accept=".json"
          onChange={event => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) onOpen(file)
          }}
        />
      </label>
    </div>
  )
}

type WaysProps = { kind: Way['kind']; moment: Moment; onWay: (way: Way) => void }

/** The states that a way comes to; none: it stays. */
function leadsTo({ take }: Way, now: readonly string[]): string | null {
  const then = innermost(take().active)
  const others = then.filter(path => !now.includes(path))
  return others.length === 0 ? null : `→ ${others.join(', ')}`
}

function Ways({ kind, moment, onWay }: WaysProps) {
  const words = useWords()
  const now = innermost(moment.active)
  const mine = moment.ways.filter(way => way.kind === kind)
  if (mine.length === 0) return null
  return (
    <>
      <h3>{words.ways[kind]}</h3>
      <ul className="ways">
        {mine.map(way => (
          <li key={way.label}>
            <button type="button" onClick={() => onWay(way)}>
              {kind === 'timer' ? causeOf(way.event, words).label : way.label}
            </button>
            <small>{leadsTo(way, now) ?? words.stays}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The context, and what the last step has changed in it. */
function Context({ walk }: { walk: Walk }) {
  const words = useWords()
  const [before, now] = walk.steps.slice(-2).map(({ moment }) => moment.context)
  const context = now ?? before!
  const changed = (key: string) => now !== undefined && before![key] !== now[key]
  return (
    <>
      <h3>{words.context}</h3>
      <dl className="context">
        {Object.entries(context).map(([key, value]) => (
          <div key={key} className={changed(key) ? 'changed' : undefined}>
            <dt>{key}</dt>
            <dd>
              {changed(key) && <del>{before![key]}</del>} {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
