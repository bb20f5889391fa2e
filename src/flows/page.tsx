import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Address, addressOf, useAddress } from './address.ts'
import { charts as english } from './all-charts.ts'
import { type Chart, statesOf } from './chart.ts'
import { ChartView, Notice } from './chart-view.tsx'
import { Compare, type Comparison } from './compare.tsx'
import './flows.css'
import { type Mode, palettes, variablesOf } from './svg.ts'
import { inVietnamese } from './vietnamese.ts'

/** Of descriptions: names are those of the code. */
type Language = 'en' | 'vi'

const inLanguage = (charts: readonly Chart[], language: Language) =>
  language === 'vi' ? charts.map(inVietnamese) : charts

function Flows() {
  const address = useAddress() ?? { machine: 'sign-in' }
  const [language, setLanguage] = useState<Language>('en')
  const charts = useMemo(() => inLanguage(english, language), [language])
  const chart = charts.find(({ id }) => id === address.machine)
  const [mode, setMode] = useState<Mode>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const [comparison, setComparison] = useState<Comparison>(null)
  const earlier = useMemo(
    () => (comparison && 'charts' in comparison ? inLanguage(comparison.charts, language) : null),
    [comparison, language],
  )
  useEffect(() => {
    document.documentElement.dataset.mode = mode
    document.documentElement.style.cssText = variablesOf(palettes[mode])
  }, [mode])
  return (
    <div className="flows">
      <Sidebar
        charts={charts}
        address={address}
        foot={<Compare comparison={comparison} onCompare={setComparison} />}
      >
        <button type="button" onClick={() => setLanguage(language === 'en' ? 'vi' : 'en')}>
          {language === 'en' ? 'Tiếng Việt' : 'English'}
        </button>
        <button type="button" onClick={() => setMode(mode === 'light' ? 'dark' : 'light')}>
          {mode === 'light' ? 'Dark' : 'Light'}
        </button>
      </Sidebar>
      {chart ? (
        <ChartView
          key={`${chart.id} ${language} ${earlier && comparison?.revision}`}
          charts={charts}
          chart={chart}
          earlier={earlier}
          address={address}
          mode={mode}
        />
      ) : (
        <Notice>There is no machine “{address.machine}” in this revision. Choose one from the list.</Notice>
      )}
    </div>
  )
}

/** Each hit of the search, over all machines. */
function hitsOf(charts: readonly Chart[], text: string): (Address & { says: string })[] {
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

type SidebarProps = { charts: readonly Chart[]; address: Address; foot: ReactNode; children: ReactNode }

function Sidebar({ charts, address, foot, children }: SidebarProps) {
  const [text, setText] = useState('')
  const hits = useMemo(() => hitsOf(charts, text), [charts, text])
  return (
    <nav className="sidebar">
      <header>
        <h1>Flows</h1>
        <div>{children}</div>
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
      {foot}
    </nav>
  )
}

createRoot(document.getElementById('flows')!).render(
  <StrictMode>
    <Flows />
  </StrictMode>,
)
