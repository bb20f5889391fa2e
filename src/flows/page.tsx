import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { addressOf, liveAddressOf, useAddress, walkAddressOf } from './address.ts'
import { charts as english } from './all-charts.ts'
import type { LiveMarks } from './canvas.tsx'
import type { Chart } from './chart.ts'
import { ChartView, Notice } from './chart-view.tsx'
import { Compare, type Comparison } from './compare.tsx'
import './flows.css'
import { LiveView } from './live/live-view.tsx'
import { Sidebar } from './sidebar.tsx'
import { type Mode, palettes, variablesOf } from './svg.ts'
import { inVietnamese } from './vietnamese.ts'
import { WalkView } from './walk/walk-view.tsx'

/** Of descriptions: names are those of the code. */
type Language = 'en' | 'vi'

const inLanguage = (charts: readonly Chart[], language: Language) =>
  language === 'vi' ? charts.map(inVietnamese) : charts

function Flows() {
  const address = useAddress() ?? { machine: 'sign-in' }
  const [language, setLanguage] = useState<Language>('en')
  const charts = useMemo(() => inLanguage(english, language), [language])
  const others = useMemo(() => inLanguage(english, language === 'en' ? 'vi' : 'en'), [language])
  const isLive = 'live' in address
  const isWalk = 'walk' in address
  const machine = address.machine ?? 'sign-in'
  const chart = charts.find(({ id }) => id === machine)
  const [mode, setMode] = useState<Mode>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const [comparison, setComparison] = useState<Comparison>(null)
  const earlier = useMemo(
    () =>
      comparison && 'charts' in comparison
        ? { revision: comparison.revision, charts: inLanguage(comparison.charts, language) }
        : null,
    [comparison, language],
  )
  useEffect(() => {
    document.documentElement.dataset.mode = mode
    document.documentElement.style.cssText = variablesOf(palettes[mode])
  }, [mode])
  const header = (
    <>
      <header>
        <h1>Flows</h1>
        <div>
          <button type="button" onClick={() => setLanguage(language === 'en' ? 'vi' : 'en')}>
            {language === 'en' ? 'Tiếng Việt' : 'English'}
          </button>
          <button type="button" onClick={() => setMode(mode === 'light' ? 'dark' : 'light')}>
            {mode === 'light' ? 'Dark' : 'Light'}
          </button>
        </div>
      </header>
      <div className="views">
        <a href={addressOf({ machine })} aria-current={isLive || isWalk ? undefined : 'page'}>
          Charts
        </a>
        <a href={walkAddressOf(machine)} aria-current={isWalk ? 'page' : undefined}>
          Walk
        </a>
        <a href={liveAddressOf()} aria-current={isLive ? 'page' : undefined}>
          Live
        </a>
      </div>
    </>
  )
  const marked = (chart: Chart, live: LiveMarks) => (
    <ChartView
      key={chart.id}
      {...{ charts, chart, mode, language, live }}
      earlier={null}
      address={{ machine: chart.id }}
    />
  )
  if ('live' in address)
    return (
      <div className="flows">
        <LiveView {...{ charts, address, header }} chartView={marked} />
      </div>
    )
  if ('walk' in address)
    return (
      <div className="flows">
        <WalkView {...{ charts, machine, header, language }} chartView={marked} />
      </div>
    )
  return (
    <div className="flows">
      <Sidebar
        charts={charts}
        others={others}
        address={address}
        foot={<Compare comparison={comparison} onCompare={setComparison} />}
      >
        {header}
      </Sidebar>
      {chart ? (
        <ChartView
          key={`${chart.id} ${earlier?.revision}`}
          {...{ charts, chart, earlier, address, mode, language }}
        />
      ) : (
        <Notice>There is no machine “{address.machine}” in this revision. Choose one from the list.</Notice>
      )}
    </div>
  )
}

createRoot(document.getElementById('flows')!).render(
  <StrictMode>
    <Flows />
  </StrictMode>,
)
