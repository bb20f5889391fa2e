import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { type Chart, type ChartState, type ChartTransition, chartOf, statesOf } from '../flows/chart.ts'
import { conditionOf, mermaidOf } from '../flows/mermaid.ts'
import { specification } from '../tests/flows/specification.ts'
import type { Statement } from '../tests/flows/support/statement.ts'

// `npm run flows:docs` writes docs/flows, which Git ignores: a page for each machine, read from its definition, and one
// that lists which transitions show what the specification says.

const root = join(import.meta.dirname, '..')
const flowsFolder = join(root, 'docs/flows')

/** Every machine of `machines/`, by its id. */
export const allMachines = (): Promise<AnyStateMachine[]> => machinesIn(join(root, 'machines'))

/** Every machine in a folder. */
export async function machinesIn(folder: string): Promise<AnyStateMachine[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    files
      .filter(file => /(^|[-/])machine\.ts$/.test(file))
      .map(file => import(join(folder, file)) as Promise<Record<string, unknown>>),
  )
  const isMachine = (value: unknown): value is AnyStateMachine =>
    typeof value === 'object' && value !== null && 'root' in value
  return modules
    .flatMap(module => Object.values(module).filter(isMachine))
    .sort((a, b) => a.id.localeCompare(b.id))
}

/** The text of each page, by its file's name. */
export async function flowPages(): Promise<Map<string, string>> {
  const charts = (await allMachines()).map(chartOf)
  const pages = charts.map((chart): [string, string] => [`${chart.id}.md`, pageOf(chart, charts)])
  return new Map([['README.md', indexOf(charts)], ['specification.md', specificationPage()], ...pages])
}

const cell = (text: string) => text.replace(/\|/g, '\\|') || ' '
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')
const code = (name: string) => `\`${name}\``
const all = (names: readonly string[]) => names.map(code).join(', ')

function indexOf(charts: readonly Chart[]): string {
  const rows = charts.map(chart => [
    `[${chart.id}](${chart.id}.md)`,
    chart.description,
    String(statesOf(chart).length - 1),
    String(chart.transitions.length),
  ])
  return `# Flows

Every flow of the console as a state chart, read from its machine in \`machines/\`.

${table(['Flow', 'What it is for', 'States', 'Transitions'], rows)}

[What the specification says](specification.md) is listed with the transitions that show it.
`
}

const linkTo = (file: string) => `[${basename(file)}](../../${file})`

/** What shows a statement: a line for each transition or test. */
function shownBy(statement: Statement): string[] {
  if ('missing' in statement) return [`Nothing: ${statement.missing}.`]
  if ('elsewhere' in statement) return statement.elsewhere.map(linkTo)
  return Object.entries(statement.shows).flatMap(([id, names]) =>
    names.map(name => `[${id}](${id}.md): ${code(name)}`),
  )
}

function specificationPage(): string {
  const rowOf = (statement: Statement) => {
    const { says, code: carriedBy, differs } = statement
    return [
      carriedBy ? `${says} ${code(carriedBy)}` : says,
      [
        ...shownBy(statement),
        ...(differs ? [`Differs: ${differs.why} (${linkTo(differs.see[0])}: “${differs.see[1]}”).`] : []),
      ].join('<br>'),
    ]
  }
  const sections = specification.map(
    ({ title, statements }) => `## ${title}\n\n${table(['Sentence', 'Shown by'], statements.map(rowOf))}`,
  )
  return `# What the specification says

The sentences of the specification on states, validation and errors, and what shows each: transitions, all of which the
flows' tests walk, or tests where no flow has to do with it. A code is the contract's for a message of the server.

${sections.join('\n\n')}
`
}

export function pageOf(chart: Chart, charts: readonly Chart[]): string {
  const { id, description, transitions } = chart
  const [outermost, ...states] = statesOf(chart) as [ChartState, ...ChartState[]]
  const nameOf = (path: string) => (path === '' ? id : path)
  const invoked = [outermost, ...states].flatMap(state => state.invokes.map(each => ({ ...each, state })))
  const spawned = Object.keys(chart.children).filter(src => invoked.every(each => each.src !== src))
  const machineOf = (src: string) => {
    const child = chart.children[src]
    return child && charts.some(other => other.id === child) ? `, the machine [${child}](${child}.md)` : ''
  }
  const sections = [
    `# ${id}\n\n${description}`,
    `\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\``,
    `## States\n\n${table(
      ['State', 'What it means', 'On entry', 'On exit', 'Tags'],
      states.map(state => [
        code(state.path),
        `${state.description}${state.type === 'final' ? ' The flow ends here.' : ''}${state.type === 'parallel' ? ' All its states at once.' : ''}`,
        ...[all(state.entry), all(state.exit), all(state.tags)],
      ]),
    )}`,
    `## Transitions\n\n${table(
      ['In', 'When', 'Leads to', 'Does'],
      transitions.map(transition => [
        code(nameOf(transition.source)),
        conditionOf(transition),
        transition.targets.length > 0 ? all(transition.targets.map(nameOf)) : '',
        all(transition.actions),
      ]),
    )}`,
    ...eventsOf(transitions, nameOf),
    ...(invoked.length + spawned.length === 0
      ? []
      : [
          `## Outside actors\n\n${[
            ...invoked.map(
              ({ id, src, state }) =>
                `- ${code(id)}${id === src ? '' : ` (${code(src)})`} in ${code(nameOf(state.path))}${machineOf(src)}: ${outcomesOf(id, transitions, nameOf)}`,
            ),
            ...spawned.map(src => `- ${code(src)}, any number at once${machineOf(src)}.`),
          ].join('\n')}`,
        ]),
    ...timeOutsOf(transitions, nameOf),
  ]
  return `${sections.join('\n\n')}\n`
}

const leads = ({ targets }: ChartTransition, nameOf: (path: string) => string) =>
  targets.length > 0 ? all(targets.map(nameOf)) : 'stays'

function eventsOf(transitions: readonly ChartTransition[], nameOf: (path: string) => string): string[] {
  const byEvent = Map.groupBy(
    transitions.filter(({ cause }) => cause === 'event'),
    ({ label }) => label,
  )
  if (byEvent.size === 0) return []
  const rows = [...byEvent].map(
    ([event, taken]) => `- ${code(event)} in ${all([...new Set(taken.map(({ source }) => nameOf(source)))])}`,
  )
  return [`## Events\n\n${rows.join('\n')}`]
}

function outcomesOf(
  actor: string,
  transitions: readonly ChartTransition[],
  nameOf: (path: string) => string,
): string {
  const ends = transitions.filter(
    ({ event }) => event === `xstate.done.actor.${actor}` || event === `xstate.error.actor.${actor}`,
  )
  if (ends.length === 0) return 'only sends events.'
  const outcomes = ends.map(end => {
    const fails = end.cause === 'actor fails' ? 'fails' : 'done'
    return `${end.guard === null ? fails : `${fails}, ${end.guard}`} → ${leads(end, nameOf)}`
  })
  return `${outcomes.join('; ')}.`
}

function timeOutsOf(transitions: readonly ChartTransition[], nameOf: (path: string) => string): string[] {
  const timers = transitions.filter(({ cause }) => cause === 'timer')
  if (timers.length === 0) return []
  const rows = timers.map(
    timer => `- ${code(nameOf(timer.source))}: ${conditionOf(timer)} → ${leads(timer, nameOf)}`,
  )
  return [`## Time-outs\n\n${rows.join('\n')}`]
}

if (import.meta.main) {
  rmSync(flowsFolder, { recursive: true, force: true })
  mkdirSync(flowsFolder, { recursive: true })
  for (const [name, text] of await flowPages()) writeFileSync(join(flowsFolder, name), text)
  console.log(join(flowsFolder, 'README.md'))
}
