import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ELK from 'elkjs/lib/elk.bundled.js'
import { type Chart, chartOf, statesOf } from '../flows/chart.ts'
import type { Change } from '../flows/diff.ts'
import { type Level, loadRows, type Row } from '../flows/kit/coverage-store.ts'
import { readPathFile } from '../flows/kit/path-file.ts'
import { drawByDefault } from '../flows/layout.ts'
import { palettes, svgOf } from '../flows/svg.ts'
import { allMachines } from './flows.ts'

// `npm run flows:report`: what the last run of the flows' tests has walked, as test-results/flow-report/index.html.

const results = join(import.meta.dirname, '../test-results')
const folder = join(results, 'flow-report')

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** In Chromium, in a view or on the machine alone, or nowhere. */
function markOf(rows: readonly Row[], name: string): Change {
  const isWalked = (...levels: Level[]) =>
    rows.some(({ level, unwalked }) => levels.includes(level) && !unwalked.includes(name))
  if (isWalked('browser')) return 'added'
  return isWalked('machine', 'view') ? 'changed' : 'removed'
}

async function chartIn(elk: InstanceType<typeof ELK>, chart: Chart, rows: readonly Row[]): Promise<string> {
  if (rows.length === 0) return svgOf(await drawByDefault(elk, chart), { palette: palettes.light })
  const diff = {
    states: new Map(
      statesOf(chart)
        .filter(({ path }) => path !== '')
        .map(({ path }) => [path, markOf(rows, path)]),
    ),
    transitions: new Map(chart.transitions.map(({ name }) => [name, markOf(rows, name)])),
  }
  return svgOf(await drawByDefault(elk, chart), { palette: palettes.light, diff, signs: false })
}

const levels: Record<Level, string> = { machine: 'Machine', view: 'Views', browser: 'Chromium' }

function tableOf(rows: readonly Row[]): string {
  const kinds = ['states', 'events', 'transitions', 'outcomes'] as const
  const lines = rows.map(
    ({ level, paths, counts }) =>
      `<tr><th>${levels[level]}</th><td>${paths}</td>${kinds.map(kind => `<td>${counts[kind].join(' / ')}</td>`).join('')}</tr>`,
  )
  return `<table><tr><th></th><th>paths</th>${kinds.map(kind => `<th>${kind}</th>`).join('')}</tr>${lines.join('')}</table>`
}

function pairsOf(flow: string): string {
  const file = join(results, 'flow-pairs', `${flow}.json`)
  if (!existsSync(file)) return ''
  const { walked, impossible } = JSON.parse(readFileSync(file, 'utf8')) as {
    walked: number
    impossible: string[]
  }
  const list = impossible.map(pair => `<li>${escaped(pair)}</li>`).join('')
  return `<p>Pairs of transitions that can follow one another: all ${walked} are walked.</p>
    <details><summary>${impossible.length} more look possible on the chart, but never are: a guard, or what came before, excludes them</summary><ul>${list}</ul></details>`
}

/** The picture of a state, if `npm run flows:screens` has taken it. */
function pictureOf(flow: string, state: string): string {
  const name = `${flow}/${state}.en.desktop.jpeg`
  if (!existsSync(join(results, 'flow-screens', name))) return ''
  const source = `../flow-screens/${encodeURI(name)}`
  return `<a href="${source}"><img loading="lazy" src="${source}" alt="${escaped(state)}"></a>`
}

function walksOf(flow: string, rows: readonly Row[]): string {
  return rows
    .flatMap(({ walks }) => walks)
    .map(({ start, steps }, index) => {
      const lines = steps.map(
        ({ label, states }, at) =>
          `<li><b>${escaped(at === 0 ? `start: ${start}` : label)}</b> <i>${escaped(states.join(', '))}</i> ${states.map(state => pictureOf(flow, state)).join('')}</li>`,
      )
      return `<details><summary>Walk ${index + 1} in Chromium: ${escaped(start)}, ${steps.length - 1} steps</summary><ol start="0">${lines.join('')}</ol></details>`
    })
    .join('')
}

/** Paths that were written down, and how to walk them again. */
function pathsIn(): string {
  const items = globSync('paths/*.json', { cwd: results }).map(file => {
    const place = `test-results/${file}`
    try {
      const { machine, sentence, seed, steps, start } = readPathFile(join(results, file))
      const path = [`start: ${start}`, ...steps].map(escaped).join(' → ')
      const why = sentence ? `broke “${escaped(sentence)}” (seed ${seed})` : 'written by hand'
      return `<li><b>${escaped(machine)}</b>: ${why}<br>${path}<br><code>npm run flows:test -- --replay ${place}</code></li>`
    } catch (error) {
      return `<li>${escaped(`${place} cannot be read: ${(error as Error).message}`)}</li>`
    }
  })
  return items.length === 0 ? '' : `<h2>Paths in test-results/paths</h2><ul>${items.join('')}</ul>`
}

const style = `
  body { font: 15px/1.5 Inter, 'Be Vietnam Pro', system-ui, sans-serif; margin: 2rem auto; max-width: 1400px; padding: 0 1rem; color: #10242b }
  table { border-collapse: collapse } th, td { padding: 2px 12px; text-align: start; border-bottom: 1px solid #d5e3e7 }
  section { margin-block: 3rem } .picture { overflow: auto; border: 1px solid #d5e3e7; border-radius: 8px; max-height: 80vh }
  img { width: 240px; border: 1px solid #d5e3e7; border-radius: 6px; display: block } i { color: #4c6068 } li { margin-block: 4px }
  .added { color: #1d7a3c } .changed { color: #8a5a00 } .removed { color: #b3261e } nav { columns: 4 } a { color: #0b6478 }
`

const rows = loadRows()
if (rows.length === 0) {
  console.log('No whole flow has been walked in the last run of tests: npm run flows:test')
  process.exit(1)
}
const elk = new ELK()
const sections: string[] = []
const charts = (await allMachines()).map(chartOf)
for (const chart of charts) {
  const mine = rows.filter(({ flow }) => flow === chart.id)
  sections.push(`<section id="${chart.id}"><h2>${chart.id}</h2><p>${escaped(chart.description)}</p>
    ${mine.length === 0 ? '<p>The last run of tests had none of this flow.</p>' : tableOf(mine)}
    ${pairsOf(chart.id)}
    <div class="picture">${await chartIn(elk, chart, mine)}</div>
    ${walksOf(chart.id, mine)}</section>`)
}
mkdirSync(folder, { recursive: true })
const file = join(folder, 'index.html')
writeFileSync(
  file,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Flows walked</title><style>${style}</style>
  <h1>Flows walked</h1>
  <p>Of the last run of the flows' tests. In the charts: <b class="added">walked in Chromium</b>, <b class="changed">in a view or on the machine</b>, <b class="removed">not walked</b>.</p>
  <nav>${charts.map(({ id }) => `<a href="#${id}">${id}</a><br>`).join('')}</nav>
  ${pathsIn()}${sections.join('\n')}</html>\n`,
)
console.log(file)
