import type { Chart, ChartState, ChartTransition } from './chart.ts'
import { english, type Words, wordsOf } from './words.ts'

const idOf = (path: string) => `s_${path.replace(/\W/g, '_')}`
const quoted = (...lines: string[]) => `"${lines.map(line => line.replace(/["<>]/g, "'")).join('<br>')}"`

/** `cause [guard]` */
export function conditionOf({ label, guard, branch }: ChartTransition, words: Words = english): string {
  if (guard !== null) return `${label} [${guard}]`
  return branch > 1 ? `${label} [${words.otherwise}]` : label
}

/** The chart as a flowchart of Mermaid, which can draw transitions between any two levels. What only acts is left out. */
export function mermaidOf({ root, transitions, ...chart }: Chart): string {
  const lines = ['flowchart TD']
  const draw = (state: ChartState, indent: string) => {
    const id = idOf(state.path)
    if (state.states.length === 0) {
      const text = quoted(state.key)
      return void lines.push(`${indent}${id}${state.type === 'final' ? `(((${text})))` : `(${text})`}`)
    }
    lines.push(`${indent}subgraph ${id} [${quoted(state.key)}]`)
    for (const child of state.states) draw(child, `${indent}  `)
    if (state.initial !== null) {
      lines.push(`${indent}  ${id}_begins(( )) --> ${idOf(state.initial)}`)
    }
    lines.push(`${indent}end`)
  }
  for (const state of root.states) draw(state, '  ')
  if (root.initial !== null) lines.push(`  begins(( )) --> ${idOf(root.initial)}`)
  for (const [way, labels] of waysOf(transitions, wordsOf(chart)))
    lines.push(`  ${way[0]} -->|${quoted(...labels)}| ${way[1]}`)
  return lines.join('\n')
}

/** The transitions between the same two states are one arrow. */
function waysOf(
  transitions: readonly ChartTransition[],
  words: Words,
): [ends: [string, string], labels: string[]][] {
  const ways = new Map<string, [[string, string], string[]]>()
  for (const transition of transitions) {
    for (const target of transition.targets) {
      // The outermost state is no box.
      if (transition.source === '' || target === '') continue
      const key = `${transition.source}\n${target}`
      const way = ways.get(key) ?? [[idOf(transition.source), idOf(target)], []]
      way[1].push(conditionOf(transition, words))
      ways.set(key, way)
    }
  }
  return [...ways.values()]
}
