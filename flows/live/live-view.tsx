import './live.css'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveAddress } from '../address.ts'
import type { LiveMarks } from '../canvas.tsx'
import type { Chart } from '../chart.ts'
import { useWords } from '../use-words.ts'
import { ActorList } from './actor-list.tsx'
import {
  actorToShow,
  cleared,
  type History,
  isFromUnknown,
  momentOf,
  noHistory,
  received,
} from './history.ts'
import { Log } from './log.tsx'
import { channelName, type Message } from './messages.ts'

type Props = {
  charts: readonly Chart[]
  address: LiveAddress
  header: ReactNode
  chartView: (chart: Chart, marks: LiveMarks) => ReactNode
}

/** What the actors of open consoles do: a list of them, the chart of one with its active states, and its log. */
export function LiveView({ charts, address: { machine, actor: chosen }, header, chartView }: Props) {
  const words = useWords()
  const history = useHistory()
  /** The number of the last step that is shown; null: everything, as it happens. */
  const [position, setPosition] = useState<number | null>(null)
  const actor = machine === undefined ? undefined : actorToShow(history, { machine, actor: chosen })
  const chart = charts.find(({ id }) => id === machine)
  const moment = actor && momentOf(history, actor, position)
  const steps = history.steps.filter(step => !actor || step.actor === actor.id)

  /** Pauses at the step `by` before or after the one shown. */
  function go(by: -1 | 1) {
    const shown = steps.findLastIndex(({ number }) => position === null || number <= position)
    const next = steps[Math.min(shown + by, steps.length - 1)]
    if (next) setPosition(next.number)
    else if (by === -1 && steps[0]) setPosition(steps[0].number - 1)
  }

  useEffect(() => {
    const onKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || target instanceof HTMLInputElement) return
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <>
      <nav className="sidebar">
        {header}
        {history.open.size === 0 && <p role="status">{words.noConsole}</p>}
        <ActorList history={history} position={position} shown={actor?.id} />
      </nav>
      {chart ? (
        chartView(chart, { active: moment?.active ?? [], taken: moment?.step?.transitions ?? [] })
      ) : (
        <main className="notice" role="status">
          {machine === undefined ? words.chooseActor : words.noMachineOfPath(machine)}
        </main>
      )}
      <Log
        title={actor?.machine ?? machine ?? words.allActors}
        {...{ history, actor, moment, steps, position }}
        onPosition={setPosition}
        onStep={go}
        onClear={() => {
          clearHistory()
          setPosition(null)
        }}
      />
    </>
  )
}

let history = noHistory
let isListening = false
const listeners = new Set<() => void>()

function set(next: History) {
  history = next
  for (const listener of listeners) listener()
}

/** Listens from the first use until the page closes, so that the log goes on while a chart is read. */
function listen(): void {
  isListening = true
  const hello: Message = { type: 'hello' }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (isFromUnknown(history, data)) channel.postMessage(hello)
    else set(received(history, data))
  })
  channel.postMessage(hello)
}

function subscribe(listener: () => void) {
  if (!isListening) listen()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the consoles of this browser publish. */
const useHistory = (): History => useSyncExternalStore(subscribe, () => history)

const clearHistory = () => set(cleared(history))
