import { globSync, readFileSync } from 'node:fs'
import ELK from 'elkjs/lib/elk.bundled.js'
import ts from 'typescript'
import { type Chart, chartOf } from '../../flows/chart.ts'
import { closedAtFirst, folded } from '../../flows/fold.ts'
import { draw, type LayoutEngine, scoreOf } from '../../flows/layout.ts'
import { lintChart } from '../../flows/lint.ts'
import { allMachines } from '../flows.ts'

// Part of `npm run check`: what is wrong with the state charts of machines/.

/** Every text that the code of the console has as a value: types and names of properties are none. */
function textsOfCode(): Set<string> {
  const texts = new Set<string>()
  const visit = (node: ts.Node) => {
    const isName =
      ts.isPropertyAssignment(node.parent ?? node) && (node.parent as ts.PropertyAssignment).name === node
    if (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent) && !isName) texts.add(node.text)
    ts.forEachChild(node, visit)
  }
  for (const file of globSync('{src,machines}/**/*.{ts,tsx}'))
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return texts
}

function neverSent({ id, transitions }: Chart, texts: Set<string>): string[] {
  const events = new Set(
    transitions.flatMap(({ cause, event }) => (cause === 'event' && event !== '*' ? [event] : [])),
  )
  return [...events].filter(event => !texts.has(event)).map(event => `${id}: nothing sends "${event}"`)
}

/** A chart as it is shown at first, with letters of 12 px: so many windows at most are scrolled by. */
const mostScrolling = { across: 0.8, down: 1.25 }

async function notReadable(engine: LayoutEngine, chart: Chart): Promise<string[]> {
  const { across, down } = scoreOf(await draw(engine, folded(chart, closedAtFirst(chart)))).scrolling
  if (across <= mostScrolling.across && down <= mostScrolling.down) return []
  return [`${chart.id}: ${across.toFixed(1)} windows are scrolled by across and ${down.toFixed(1)} down`]
}

const charts = (await allMachines()).map(chartOf)
const texts = textsOfCode()
const elk = new ELK()
const findings = charts.flatMap(chart => [...lintChart(chart), ...neverSent(chart, texts)])
for (const chart of charts) findings.push(...(await notReadable(elk, chart)))
for (const finding of findings) console.log(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${charts.length} charts, nothing found`)
