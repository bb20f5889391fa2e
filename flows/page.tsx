import './flows.css'
import { StrictMode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { AnyStateMachine } from 'xstate'
import { addressOf, liveAddressOf, useAddress, walkAddressOf } from './address.ts'
import type { LiveMarks } from './canvas.tsx'
import { type Chart, chartOf } from './chart.ts'
import { ChartView, Notice } from './chart-view.tsx'
import { Compare, type Comparison } from './compare.tsx'
import { LiveView } from './live/live-view.tsx'
import { Sidebar } from './sidebar.tsx'
import { type Mode, palettes, variablesOf } from './svg.ts'
import { Spoken } from './use-words.ts'
import { inVietnamese } from './vietnamese.ts'
import { WalkView } from './walk/walk-view.tsx'
import { words as allWords, type Language } from './words.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../machines/**/machine.ts', '../machines/**/*-machine.ts'],
  { eager: true },
)

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value

/** The charts of all machines, by their ids. */
const inEnglish: readonly Chart[] = Object.values(modules)
  .flatMap(module => Object.values(module).filter(isMachine))
  .map(chartOf)
  .sort((a, b) => a.id.localeCompare(b.id))

const inLanguage = (charts: readonly Chart[], language: Language) =>
  language === 'vi' ? charts.map(inVietnamese) : charts

function Flows() {
  const address = useAddress() ?? { machine: 'session' }
  const [language, setLanguage] = useState<Language>(navigator.language.startsWith('vi') ? 'vi' : 'en')
  const words = allWords[language]
  const charts = useMemo(() => inLanguage(inEnglish, language), [language])
  const others = useMemo(() => inLanguage(inEnglish, language === 'en' ? 'vi' : 'en'), [language])
  const isLive = 'live' in address
  const isWalk = 'walk' in address
  const machine = address.machine ?? 'session'
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
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.title = words.title
  }, [language, words])
  const header = (
    <>
      <header>
        <h1>{words.flows}</h1>
        <div>
          <button type="button" onClick={() => setLanguage(language === 'en' ? 'vi' : 'en')}>
            {words.otherLanguage}
          </button>
          <button type="button" onClick={() => setMode(mode === 'light' ? 'dark' : 'light')}>
            {words.otherMode[mode]}
          </button>
        </div>
      </header>
      <div className="views">
        <a href={addressOf({ machine })} aria-current={isLive || isWalk ? undefined : 'page'}>
          {words.views.charts}
        </a>
        <a href={walkAddressOf(machine)} aria-current={isWalk ? 'page' : undefined}>
          {words.views.walk}
        </a>
        <a href={liveAddressOf()} aria-current={isLive ? 'page' : undefined}>
          {words.views.live}
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
  return (
    <Spoken value={language}>
      <div className="flows">
        {'live' in address ? (
          <LiveView {...{ charts, address, header }} chartView={marked} />
        ) : 'walk' in address ? (
          <WalkView {...{ charts, machine, header, language }} chartView={marked} />
        ) : (
          <>
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
              <Notice>{words.noMachine(machine)}</Notice>
            )}
          </>
        )}
      </div>
    </Spoken>
  )
}

createRoot(document.getElementById('flows')!).render(
  <StrictMode>
    <Flows />
  </StrictMode>,
)
