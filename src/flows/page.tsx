import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Address, addressOf, useAddress } from './address.ts'
import { charts } from './all-charts.ts'
import { Canvas } from './canvas.tsx'
import { type Chart, statesOf } from './chart.ts'
import { StateDetails, TransitionDetails } from './details.tsx'
import { saveAs } from './export.ts'
import './flows.css'
import { type Drawing, draw } from './layout.ts'
import { palettes, variablesOf } from './svg.ts'

type Mode = keyof typeof palettes

function Flows() {
  const address = useAddress() ?? { machine: 'sign-in' }
  const chart = charts.find(({ id }) => id === address.machine)
  const [mode, setMode] = useState<Mode>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  useEffect(() => {
    document.documentElement.dataset.mode = mode
    document.documentElement.style.cssText = variablesOf(palettes[mode])
  }, [mode])
  return (
    <div className="flows">
      <Sidebar address={address} mode={mode} onMode={setMode} />
      {chart ? (
        <ChartView key={chart.id} chart={chart} address={address} mode={mode} />
      ) : (
        <Notice>There is no machine “{address.machine}” in this revision. Choose one from the list.</Notice>
      )}
    </div>
  )
}

/** Each hit of the search, over all machines. */
function hitsOf(text: string): (Address & { says: string })[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return charts.map(({ id, description }) => ({ machine: id, says: description }))
  const matches = (...texts: (string | null)[]) => texts.some(each => each?.toLowerCase().includes(wanted))
  return charts.flatMap(({ id, ...chart }) => [
    ...statesOf({ id, ...chart })
      .filter(({ path, description }) => matches(path || id, description))
      .map(({ path, description }) =>
        path === '' ? { machine: id, says: description } : { machine: id, state: path, says: description },
      ),
    ...chart.transitions
      .filter(({ label, guard, actions }) => matches(label, guard, ...actions))
      .map(({ name, label, guard }) => ({
        machine: id,
        transition: name,
        says: guard === null ? label : `${label} [${guard}]`,
      })),
  ])
}

type SidebarProps = { address: Address; mode: Mode; onMode: (mode: Mode) => void }

function Sidebar({ address, mode, onMode }: SidebarProps) {
  const [text, setText] = useState('')
  const hits = useMemo(() => hitsOf(text), [text])
  return (
    <nav className="sidebar">
      <header>
        <h1>Flows</h1>
        <button type="button" onClick={() => onMode(mode === 'light' ? 'dark' : 'light')}>
          {mode === 'light' ? 'Dark' : 'Light'}
        </button>
      </header>
      <input
        type="search"
        placeholder="State, event, guard or action"
        aria-label="Search all flows"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <ul>
        {hits.map(({ says, ...hit }) => (
          <li key={addressOf(hit)}>
            <a
              href={addressOf(hit)}
              aria-current={addressOf(hit) === addressOf(address) ? 'page' : undefined}
            >
              <strong>{hit.state ?? hit.machine}</strong>
              {(hit.state ?? hit.transition) !== undefined && <small> {hit.machine}</small>}
              <span>{says}</span>
            </a>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p>No flow has “{text}”.</p>}
    </nav>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <main className="notice" role="status">
    {children}
  </main>
)

function ChartView({ chart, address, mode }: { chart: Chart; address: Address; mode: Mode }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    draw(chart).then(setDrawing, error => setFailure(String(error)))
  }, [chart])
  const state = statesOf(chart).find(({ path }) => path === (address.state ?? ''))
  const transition = chart.transitions.find(({ name }) => name === address.transition)
  const unknown = address.transition !== undefined ? !transition : !state
  if (failure !== null)
    return (
      <Notice>
        The machine “{chart.id}” cannot be drawn: {failure}. Its states and transitions are in docs/flows/
        {chart.id}.md.
      </Notice>
    )
  if (!drawing) return <Notice>Drawing {chart.id}…</Notice>
  return (
    <>
      <main className="chart-view">
        <Canvas drawing={drawing} chosen={address} />
      </main>
      <aside className="details">
        {unknown ? (
          <p role="status">
            “{address.state ?? address.transition}” is not in “{chart.id}” of this revision. Choose a state in
            the chart.
          </p>
        ) : transition ? (
          <TransitionDetails chart={chart} transition={transition} />
        ) : (
          <StateDetails chart={chart} state={state!} />
        )}
        <footer>
          {(['SVG', 'PNG', 'Mermaid', 'JSON'] as const).map(kind => (
            <button key={kind} type="button" onClick={() => void saveAs(kind, drawing, palettes[mode])}>
              {kind}
            </button>
          ))}
        </footer>
      </aside>
    </>
  )
}

createRoot(document.getElementById('flows')!).render(
  <StrictMode>
    <Flows />
  </StrictMode>,
)
