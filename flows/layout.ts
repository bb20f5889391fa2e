import type { ELK, ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import type { Chart, ChartState, ChartTransition } from './chart.ts'
import { edgeLines, headLines, type TextLine, widthOf } from './texts.ts'

export type Point = { x: number; y: number }
export type Box = Point & { width: number; height: number }

/** `lines`: its text, from top to bottom. `inner`: it has states of its own, drawn below the lines. */
export type DrawnState = Box & { path: string; state: ChartState; lines: TextLine[]; inner: boolean }
/** All transitions between two states are one arrow. `says`: each of them with its lines, from the top of the label. */
export type DrawnArrow = {
  points: Point[]
  label: Box
  says: { transition: ChartTransition; lines: TextLine[] }[]
}
/** Where a state with states of its own begins. */
export type DrawnBeginning = Box & { path: string; points: Point[] }

export type Drawing = {
  chart: Chart
  width: number
  height: number
  states: DrawnState[]
  arrows: DrawnArrow[]
  beginnings: DrawnBeginning[]
}

/** In a browser it runs in a worker. */
export type LayoutEngine = Pick<ELK, 'layout'>

const dot = 10
const gap = 12
const lineHeight = 16
const labelHeight = 14

/** What elkjs does by itself, but for what makes coordinates comparable. */
const common: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
}

/**
 * From the top to the bottom: names, sentences and labels are wide. Depth first, the initial state is at the top. Of drawings
 * with one score the first is shown.
 */
const tries: LayoutOptions[] = [
  { placement: 'NETWORK_SIMPLEX', layering: 'NETWORK_SIMPLEX' },
  { placement: 'NETWORK_SIMPLEX', layering: 'LONGEST_PATH' },
  { placement: 'BRANDES_KOEPF', layering: 'NETWORK_SIMPLEX' },
  { placement: 'NETWORK_SIMPLEX', layering: 'COFFMAN_GRAHAM' },
  { placement: 'NETWORK_SIMPLEX', layering: 'COFFMAN_GRAHAM', cycles: 'GREEDY' },
  { placement: 'BRANDES_KOEPF', layering: 'NETWORK_SIMPLEX', cycles: 'GREEDY' },
].map(({ placement, layering, cycles = 'DEPTH_FIRST' }) => ({
  'elk.direction': 'DOWN',
  'elk.layered.nodePlacement.strategy': placement,
  'elk.layered.layering.strategy': layering,
  'elk.layered.cycleBreaking.strategy': cycles,
  'elk.layered.layering.coffmanGraham.layerBound': '2',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.thoroughness': '20',
}))

/** The chart as elkjs places it with these options. */
async function place(engine: LayoutEngine, chart: Chart, options: LayoutOptions): Promise<Drawing> {
  const arrows = arrowsOf(chart)
  const graph: ElkNode = {
    id: 'canvas',
    layoutOptions: { ...common, ...options },
    children: [nodeOf(chart, chart.root, options)],
    edges: [
      ...beginningsOf(chart.root).map(({ path, initial }) => ({
        id: `begins ${path}`,
        sources: [`dot ${path}`],
        targets: [idOf(initial)],
      })),
      ...arrows.map(({ source, target, transitions }, at) => ({
        id: `arrow ${at}`,
        sources: [idOf(source)],
        targets: [idOf(target)],
        labels: [labelOf(chart, transitions)],
      })),
    ],
  }
  const placed = await engine.layout(graph)
  return drawingOf(chart, placed, arrows)
}

const idOf = (path: string) => `state ${path}`

type Arrow = { source: string; target: string; transitions: ChartTransition[] }

function arrowsOf({ transitions }: Chart): Arrow[] {
  const ways = transitions.flatMap(transition =>
    transition.targets.map(target => ({ source: transition.source, target, transition })),
  )
  return [...Map.groupBy(ways, ({ source, target }) => `${source}\n${target}`).values()].map(same => ({
    ...{ source: same[0]!.source, target: same[0]!.target },
    transitions: same.map(({ transition }) => transition),
  }))
}

function labelOf(chart: Chart, transitions: readonly ChartTransition[]) {
  const lines = transitions.flatMap(transition => edgeLines(chart, transition))
  return {
    text: lines.map(({ text }) => text).join('\n'),
    width: Math.ceil(Math.max(...lines.map(widthOf))) + 8,
    height: lines.length * labelHeight + 4,
    layoutOptions: { 'elk.edgeLabels.inline': 'false' },
  }
}

/** `options`: states do not inherit those of the canvas. */
function nodeOf(chart: Chart, state: ChartState, options: LayoutOptions): ElkNode {
  const lines = headLines(chart, state)
  const width = Math.ceil(Math.max(...lines.map(widthOf), 60)) + 2 * gap
  const height = lines.length * lineHeight + gap
  const id = idOf(state.path)
  if (state.states.length === 0) return { id, width, height }
  return {
    id,
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${gap + 6},left=${gap + 6},bottom=${gap + 6},right=${gap + 6}]`,
      'elk.nodeSize.constraints': 'NODE_LABELS',
      'elk.nodeLabels.placement': 'INSIDE V_TOP H_CENTER',
    },
    labels: [{ text: state.key, width, height }],
    children: [
      ...(state.initial === null ? [] : [{ id: `dot ${state.path}`, width: dot, height: dot }]),
      ...state.states.map(child => nodeOf(chart, child, options)),
    ],
  }
}

function beginningsOf(state: ChartState): { path: string; initial: string }[] {
  const own = state.initial === null ? [] : [{ path: state.path, initial: state.initial }]
  return [...own, ...state.states.flatMap(beginningsOf)]
}

function drawingOf(chart: Chart, placed: ElkNode, arrows: readonly Arrow[]): Drawing {
  const boxes = new Map<string, Box>()
  const edges = new Map<string, ElkExtendedEdge>()
  const collect = (node: ElkNode) => {
    const { id, x = 0, y = 0, width = 0, height = 0, children = [] } = node
    boxes.set(id, { x, y, width, height })
    for (const edge of node.edges ?? []) edges.set(edge.id, edge)
    for (const child of children) collect(child)
  }
  collect(placed)
  const pointsOf = (id: string): Point[] =>
    (edges.get(id)?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ])
  const states = (state: ChartState): DrawnState[] => [
    {
      ...boxes.get(idOf(state.path))!,
      ...{ path: state.path, state, lines: headLines(chart, state), inner: state.states.length > 0 },
    },
    ...state.states.flatMap(states),
  ]
  return {
    chart,
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    states: states(chart.root),
    arrows: arrows.map(({ transitions }, at) => {
      const [label] = edges.get(`arrow ${at}`)?.labels ?? []
      const { x = 0, y = 0, width = 0, height = 0 } = label ?? {}
      return {
        points: pointsOf(`arrow ${at}`),
        label: { x, y, width, height },
        says: transitions.map(transition => ({ transition, lines: edgeLines(chart, transition) })),
      }
    }),
    beginnings: beginningsOf(chart.root).map(({ path }) => ({
      path,
      ...boxes.get(`dot ${path}`)!,
      points: pointsOf(`begins ${path}`),
    })),
  }
}

/** How hard a drawing is to read; less is better. */
export type Score = {
  overlaps: number
  /** Lines of the text of a state with states of its own. */
  throughHeads: number
  crossings: number
  bends: number
  length: number
  /** Windows to scroll by until everything was seen, at the scale 1. */
  scrolling: { across: number; down: number }
  /** Where the initial state is, from 0 at the top to 1. */
  beginning: number
  total: number
}

/** What a window of 1440 × 900 px shows of a chart, beside the columns of the page. */
export const view = { width: 832, height: 852 }

export function scoreOf({ chart, states, arrows, beginnings, width, height }: Drawing): Score {
  const leaves = states.filter(({ inner }) => !inner)
  const labels = arrows.map(({ label }) => label)
  const heads = states.filter(({ inner }) => inner).map(headOf)
  const boxes: Box[] = [...leaves, ...labels, ...heads]
  const overlaps = pairs(boxes).filter(([a, b]) => overlap(a, b)).length
  const lines = [...arrows, ...beginnings].map(({ points }) => segmentsOf(points))
  const throughHeads = heads.reduce(
    (sum, head) => sum + lines.flat().filter(segment => runsThrough(segment, head)).length,
    0,
  )
  const crossings = pairs(lines).reduce(
    (sum, [a, b]) => sum + a.filter(one => b.some(other => cross(one, other))).length,
    0,
  )
  const bends = [...arrows, ...beginnings].reduce(
    (sum, { points }) => sum + Math.max(points.length - 2, 0),
    0,
  )
  const length = Math.round(
    lines.flat().reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0),
  )
  const beyond = (size: number, room: number) => Math.max(0, size / room - 1)
  const scrolling = { across: beyond(width, view.width), down: beyond(height, view.height) }
  // A wheel scrolls down.
  const first = states.find(({ path }) => path === chart.root.initial)
  const beginning = (first?.y ?? 0) / height
  const reading = 300 * scrolling.across + 100 * scrolling.down + 100 * beginning
  const total = overlaps * 1000 + throughHeads * 30 + crossings * 10 + bends * 2 + length / 100 + reading
  return { overlaps, throughHeads, crossings, bends, length, scrolling, beginning, total: Math.round(total) }
}

/** The text of a state with states of its own. */
function headOf({ x, y, width, lines }: DrawnState): Box {
  const said = Math.max(...lines.map(widthOf)) + 2 * gap
  return { x, y, width: Math.min(width, said), height: lines.length * lineHeight + gap }
}

/** Whether a segment crosses the text in a head. */
function runsThrough([a, b]: Segment, { x, y, width, height }: Box): boolean {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  return right > x + gap && left < x + width - gap && bottom > y + gap && top < y + height - gap / 2
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))
}

const overlap = (a: Box, b: Box) =>
  a.x + 0.5 < b.x + b.width &&
  b.x + 0.5 < a.x + a.width &&
  a.y + 0.5 < b.y + b.height &&
  b.y + 0.5 < a.y + a.height

type Segment = [Point, Point]
const segmentsOf = (points: readonly Point[]): Segment[] =>
  points.slice(1).map((point, at): Segment => [points[at]!, point])

/** Whether two lines that run straight up or across cross inside both. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  const [aAcross, cAcross] = [a.y === b.y, c.y === d.y]
  if (aAcross === cAcross) return false
  const [across, up] = aAcross ? [[a, b] as const, [c, d] as const] : [[c, d] as const, [a, b] as const]
  const within = (value: number, one: number, other: number) =>
    value > Math.min(one, other) + 0.5 && value < Math.max(one, other) - 0.5
  return within(up[0].x, across[0].x, across[1].x) && within(across[0].y, up[0].y, up[1].y)
}

/** As elkjs draws it by itself. */
export const drawByDefault = (engine: LayoutEngine, chart: Chart): Promise<Drawing> =>
  place(engine, chart, {})

/** The best drawing of all that are tried, by its score. @throws the reason of `signal`, once it is aborted */
export async function draw(engine: LayoutEngine, chart: Chart, signal?: AbortSignal): Promise<Drawing> {
  let best = await drawByDefault(engine, chart)
  for (const options of tries) {
    signal?.throwIfAborted()
    const drawing = await place(engine, chart, options)
    if (scoreOf(drawing).total < scoreOf(best).total) best = drawing
  }
  return best
}
