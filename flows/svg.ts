import type { Change, ChartDiff } from './diff.ts'
import type { Drawing, DrawnArrow, DrawnState, Point } from './layout.ts'
import { type TextLine, widthOf } from './texts.ts'

/** The colours of a drawing, by the names of its CSS variables. */
export type Palette = Record<(typeof colourNames)[number], string>

const colourNames = [
  ...(['ground', 'state', 'inner', 'line', 'text', 'muted', 'accent'] as const),
  ...(['added', 'removed', 'changed'] as const),
] as const

export type Mode = 'light' | 'dark'

export const palettes: Record<Mode, Palette> = {
  light: {
    ...{ ground: '#ffffff', state: '#eef6f8', inner: '#fafdfd', line: '#5b7c86' },
    ...{ text: '#10242b', muted: '#4c6068', accent: '#0b6478' },
    ...{ added: '#1d7a3c', removed: '#b3261e', changed: '#8a5a00' },
  },
  dark: {
    ...{ ground: '#0d1a1f', state: '#16292f', inner: '#112127', line: '#7ea0aa' },
    ...{ text: '#e8f1f3', muted: '#a3b6bc', accent: '#5cc8d8' },
    ...{ added: '#6fd08c', removed: '#ff8a80', changed: '#f2c15b' },
  },
}

/** A palette as declarations of CSS. */
export const variablesOf = (palette: Palette) =>
  colourNames.map(name => `--chart-${name}: ${palette[name]}`).join('; ')

const styles = `
  .chart text { font-family: Inter, 'Be Vietnam Pro', sans-serif; fill: var(--chart-text) }
  .chart .name { font-size: 14px; font-weight: 600 }
  .chart .event { font-size: 12px; font-weight: 500 }
  .chart .description { font-size: 12px; fill: var(--chart-muted) }
  .chart .guard { font-size: 12px; fill: var(--chart-muted) }
  .chart .act, .chart .action { font-size: 12px; fill: var(--chart-accent) }
  .chart .box { fill: var(--chart-state); stroke: var(--chart-line) }
  .chart .inner > .box { fill: var(--chart-inner) }
  .chart .parallel > .box { stroke-dasharray: 6 4 }
  .chart .arrow { fill: none; stroke: var(--chart-line) }
  .chart .head, .chart .dot { fill: var(--chart-line) }
  .chart .head { fill: context-stroke }
  .chart .added > .box, .chart .added > .arrow { stroke: var(--chart-added); stroke-width: 2px }
  .chart .changed > .box, .chart .changed > .arrow { stroke: var(--chart-changed); stroke-width: 2px }
  .chart .removed > .box, .chart .removed > .arrow { stroke: var(--chart-removed); stroke-width: 2px; stroke-dasharray: 3 3 }
  .chart .added > text:first-of-type { fill: var(--chart-added) }
  .chart .changed > text:first-of-type { fill: var(--chart-changed) }
  .chart .removed > text { fill: var(--chart-removed); text-decoration: line-through }
  .chart .fold { font-size: 12px; font-weight: 500; fill: var(--chart-accent) }
  .chart .closed > .box { stroke-width: 2.5px }
  .chart [data-fold] { cursor: pointer }
  .chart .back { fill: var(--chart-ground); fill-opacity: 0.85 }
`

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** `step`: px from line to line. */
function textAt({ x, y }: Point, lines: readonly TextLine[], step: number): string {
  return lines
    .map(
      ({ text, kind }, at) => `<text x="${x}" y="${y + at * step}" class="${kind}">${escaped(text)}</text>`,
    )
    .join('')
}

const signOf: Record<Change, string> = { added: '+ ', removed: '− ', changed: '~ ' }

/** The lines with the sign of a change before the first. */
const signed = (lines: readonly TextLine[], change: Change | undefined): TextLine[] =>
  lines.map((line, at) => (change && at === 0 ? { ...line, text: signOf[change] + line.text } : line))

/** `canFold`: it has a sign that closes it. */
function drawState(
  state: DrawnState,
  change: Change | undefined,
  { canFold, signs }: { canFold: boolean; signs: boolean },
): string {
  const { x, y, width, height, lines, inner, path } = state
  const { type } = state.state
  const box = (inset: number) =>
    `<rect class="box" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${8 - inset / 2}"/>`
  const boxes = type === 'final' ? box(0) + box(3) : box(0)
  const isClosed = state.state.hidden !== undefined
  const texts = signs ? signed(lines, change) : lines
  const fold = (at: Point, text: string) =>
    `<g data-fold="${escaped(path)}">${textAt(at, [{ text, kind: 'fold' }], 0)}</g>`
  const [head, foot] = isClosed ? [texts.slice(0, -1), texts.at(-1)!.text] : [texts, '']
  const folds = isClosed
    ? fold({ x: x + 12, y: y + 18 + 16 * head.length }, foot)
    : canFold && inner && path !== ''
      ? fold({ x: x + width - 22, y: y + 18 }, '▾')
      : ''
  const [name] = lines
  const fit = ((width - 24) / widthOf(name!)) * 14
  return `<g style="--fit: ${fit.toFixed(1)}px" class="state ${type}${inner ? ' inner' : ''}${isClosed ? ' closed' : ''} ${change ?? ''}" data-state="${escaped(path)}">${boxes}${textAt({ x: x + 12, y: y + 18 }, head, 16)}${folds}</g>`
}

const pathThrough = (points: readonly Point[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

const arrow = (points: readonly Point[]) =>
  `<path class="arrow" d="${pathThrough(points)}" marker-end="url(#head)"/>`

function drawArrow(
  { points, label: { x, y, width, height }, says }: DrawnArrow,
  diff: Marks,
  signs: boolean,
): string {
  let line = 0
  const texts = says.map(({ transition, lines }) => {
    const change = diff.transitions.get(transition.name)
    const text = textAt({ x: x + 4, y: y + 12 + 14 * line }, signs ? signed(lines, change) : lines, 14)
    line += lines.length
    return `<g class="transition ${change ?? ''}" data-transition="${escaped(transition.name)}">${text}</g>`
  })
  const names = says.map(({ transition }) => transition.name).join('\n')
  const changes = [...new Set(says.map(({ transition }) => diff.transitions.get(transition.name)))]
  const change = changes.length === 1 ? changes[0] : 'changed'
  return `<g class="way ${change ?? ''}" data-ways="${escaped(names)}">${arrow(points)}<rect class="back" x="${x}" y="${y}" width="${width}" height="${height}"/>${texts.join('')}</g>`
}

type Marks = Pick<ChartDiff, 'states' | 'transitions'>
const unchanged: Marks = { states: new Map(), transitions: new Map() }

/**
 * The drawing as a picture. Without a `palette` its colours are the CSS variables of `variablesOf`. `diff`: what is
 * marked as changed, with `signs` before the names.
 */
export function svgOf(
  { width, height, states, arrows, beginnings }: Drawing,
  {
    palette,
    diff = unchanged,
    signs = true,
  }: { palette?: Palette; diff?: Marks | undefined; signs?: boolean } = {},
): string {
  const parts = [
    `<style>${styles}</style>`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>`,
    ...(palette ? [`<rect width="${width}" height="${height}" fill="${palette.ground}"/>`] : []),
    ...states.map(state =>
      drawState(state, diff.states.get(state.path), { canFold: palette === undefined, signs }),
    ),
    ...beginnings.map(
      ({ x, y, width, points }) =>
        `<g><circle class="dot" cx="${x + width / 2}" cy="${y + width / 2}" r="${width / 2}"/>${arrow(points)}</g>`,
    ),
    ...arrows.map(arrow => drawArrow(arrow, diff, signs)),
  ]
  const colours = palette ? ` style="${variablesOf(palette)}"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${colours}>${parts.join('\n')}</svg>\n`
}
