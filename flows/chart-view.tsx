import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Address, addressOf } from './address.ts'
import { Canvas, type LiveMarks } from './canvas.tsx'
import { type Chart, statesOf } from './chart.ts'
import { Differences } from './compare.tsx'
import { StateDetails, TransitionDetails } from './details.tsx'
import { diffOf } from './diff.ts'
import { saveAs } from './export.ts'
import { childrenOf, closedAround, folded, shownIn, toggled, withChild } from './fold.ts'
import { type Drawing, draw } from './layout.ts'
import { Screens } from './screens.tsx'
import { type Mode, palettes } from './svg.ts'
import { useWords } from './use-words.ts'
import type { Language } from './words.ts'

export const Notice = ({ children }: { children: ReactNode }) => (
  <main className="notice" role="status">
    {children}
  </main>
)

type ChartViewProps = {
  charts: readonly Chart[]
  chart: Chart
  /** The charts of the revision that it is compared with. */
  earlier: { revision: string; charts: readonly Chart[] } | null
  address: Address
  mode: Mode
  language: Language
  /** Of a running actor, whose log is beside the chart instead of the details. */
  live?: LiveMarks
}

export function ChartView({ charts, chart: now, earlier, address, mode, language, live }: ChartViewProps) {
  const words = useWords()
  const diff = useMemo(
    () => (earlier ? diffOf(earlier.charts.find(({ id }) => id === now.id) ?? null, now) : undefined),
    [earlier, now],
  )
  /** The states whose child machines are drawn in them, with the id of the actor. */
  const [unfolded, setUnfolded] = useState<readonly Child[]>([])
  const chart = useMemo(
    () =>
      unfolded.reduce(
        (outer, { path, id, machine }) =>
          withChild(outer, path, id, charts.find(each => each.id === machine)!),
        diff?.chart ?? now,
      ),
    [charts, unfolded, diff, now],
  )
  const [closed, setClosed] = useState(() =>
    closedAround(chart, [
      ...(diff?.states.keys() ?? []),
      ...chart.transitions
        .filter(({ name }) => diff?.transitions.has(name))
        .flatMap(({ source, targets }) => [source, ...targets]),
    ]),
  )
  const source = chart.transitions.find(({ name }) => name === address.transition)?.source
  const shown = useMemo(
    () => folded(chart, shownIn(closed, address.state ?? source ?? '')),
    [chart, closed, address.state, source],
  )
  const { drawing, failure } = useDrawing(shown)
  useEffect(() => {
    if (live) setClosed(before => live.active.reduce<ReadonlySet<string>>(shownIn, before))
  }, [live])
  const fold = (path: string) => {
    const isInside = (address.state ?? source)?.startsWith(`${path}.`)
    if (isInside) location.hash = addressOf({ machine: now.id, state: path })
    setClosed(toggled(isInside ? new Set([...closed].filter(each => each !== path)) : closed, path))
  }
  const state = statesOf(chart).find(({ path }) => path === (address.state ?? ''))
  const transition = chart.transitions.find(({ name }) => name === address.transition)
  const unknown = address.transition !== undefined ? !transition : !state
  if (failure !== null) return <Notice>{words.notDrawn(chart.id, failure)}</Notice>
  if (!drawing) return <Notice>{words.drawing(chart.id)}</Notice>
  const canvas = (
    <main className="chart-view">
      <Canvas drawing={drawing} chosen={address} diff={diff} live={live} onFold={fold} />
    </main>
  )
  if (live) return canvas
  return (
    <>
      {canvas}
      <aside className="details">
        {earlier && (
          <Differences
            machine={now.id}
            revision={earlier.revision}
            list={diff!.list}
            chosen={{ ...address, machine: now.id }}
          />
        )}
        {unknown ? (
          <p role="status">{words.noSuchPlace(address.state ?? address.transition!, chart.id)}</p>
        ) : transition ? (
          <TransitionDetails chart={chart} transition={transition} />
        ) : (
          <StateDetails chart={chart} state={state!}>
            <Screens machine={now.id} state={state!.path} first={state!.initial} language={language} />
            {state!.path !== '' && state!.states.length > 0 && (
              <button type="button" onClick={() => fold(state!.path)}>
                {closed.has(state!.path) ? words.open : words.close}
              </button>
            )}
            {childrenOf(chart, state!).map(child => (
              <ChildButton
                key={child.id}
                child={{ ...child, path: state!.path }}
                unfolded={unfolded}
                onUnfold={setUnfolded}
              />
            ))}
          </StateDetails>
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

type Child = { path: string; id: string; machine: string }

type ChildButtonProps = {
  child: Child
  unfolded: readonly Child[]
  onUnfold: (next: readonly Child[]) => void
}

/** Draws a child machine inside its state, and takes it away again with what is drawn in it. */
function ChildButton({ child, unfolded, onUnfold }: ChildButtonProps) {
  const words = useWords()
  const { path, id, machine } = child
  const isThere = unfolded.some(each => each.path === path && each.id === id)
  const others = unfolded.filter(
    each => !(each.path === path && each.id === id) && !each.path.startsWith(`${path}.${id}`),
  )
  return (
    <button type="button" onClick={() => onUnfold(isThere ? others : [...unfolded, child])}>
      {isThere ? words.takeOut(machine) : words.drawInside(machine)}
    </button>
  )
}

const engine = new ELK({ workerFactory: () => new Worker(workerUrl) })
/** The drawing of each chart that was shown. */
const known = new Map<string, Drawing>()

type Drawn = { drawing: Drawing | null; failure: string | null }

/** Draws a chart once. The drawing of the chart before stays until the new one is there. */
function useDrawing(chart: Chart): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ drawing: null, failure: null })
  useEffect(() => {
    const key = JSON.stringify(chart)
    const left = new AbortController()
    async function show() {
      const drawing = known.get(key) ?? (await draw(engine, chart, left.signal))
      known.set(key, drawing)
      if (!left.signal.aborted) setDrawn({ drawing, failure: null })
    }
    show().catch(error => {
      if (!left.signal.aborted) setDrawn({ drawing: null, failure: String(error) })
    })
    return () => left.abort()
  }, [chart])
  return drawn
}
