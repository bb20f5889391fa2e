import type { Chart, ChartState } from './chart.ts'
import type { Drawing } from './layout.ts'
import { mermaidOf } from './mermaid.ts'
import { type Palette, svgOf } from './svg.ts'

export type ExportKind = 'SVG' | 'PNG' | 'Mermaid' | 'JSON'

/** Saves the chart as a file of this kind. */
export async function saveAs(kind: ExportKind, drawing: Drawing, palette: Palette): Promise<void> {
  const { chart } = drawing
  if (kind === 'SVG')
    save(`${chart.id}.svg`, new Blob([svgOf(drawing, { palette })], { type: 'image/svg+xml' }))
  else if (kind === 'PNG') save(`${chart.id}.png`, await pngOf(drawing, palette))
  else if (kind === 'Mermaid') save(`${chart.id}.mmd`, new Blob([mermaidOf(chart)], { type: 'text/plain' }))
  else
    save(
      `${chart.id}.json`,
      new Blob([JSON.stringify(configOf(chart), null, 2)], { type: 'application/json' }),
    )
}

/** Saves a file in the browser’s downloads. */
export function save(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Twice as many px as the drawing has. */
async function pngOf(drawing: Drawing, palette: Palette): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(drawing, { palette }))}`
  await image.decode()
  const canvas = new OffscreenCanvas(drawing.width * 2, drawing.height * 2)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** A configuration as `createMachine` takes it, with names for actions, guards, actors and delays: what Stately's editor imports. */
export function configOf(chart: Chart): object {
  return { id: chart.id, ...stateConfig(chart, chart.root) }
}

function stateConfig(chart: Chart, state: ChartState): Record<string, unknown> {
  const own = chart.transitions.filter(({ source }) => source === state.path)
  const of = (event: (event: string) => string | null) => {
    const groups: Record<string, object[]> = {}
    for (const transition of own) {
      const key = event(transition.event)
      if (key !== null) groups[key] = [...(groups[key] ?? []), transitionConfig(chart, transition)]
    }
    return groups
  }
  const isPlain = (event: string) => event !== '' && !event.startsWith('xstate.')
  const on = of(event => (isPlain(event) ? event : null))
  const after = of(event => /^xstate\.after\.([^.]+)\./.exec(event)?.[1] ?? null)
  const always = of(event => (event === '' ? 'always' : null)).always
  const onDone = of(event => (event.startsWith('xstate.done.state.') ? 'done' : null)).done
  const invoke = state.invokes.map(({ id, src }) => ({
    ...{ id, src },
    onDone: of(event => (event === `xstate.done.actor.${id}` ? 'done' : null)).done,
    onError: of(event => (event === `xstate.error.actor.${id}` ? 'error' : null)).error,
  }))
  const states = Object.fromEntries(state.states.map(child => [child.key, stateConfig(chart, child)]))
  const some = (key: string, value: unknown[] | object | null | undefined) =>
    value && Object.keys(value).length > 0 ? { [key]: value } : {}
  return {
    description: state.description,
    ...(state.type === 'parallel' || state.type === 'final' ? { type: state.type } : {}),
    ...(state.initial === null ? {} : { initial: state.initial.split('.').at(-1) }),
    ...some('tags', state.tags),
    ...some(
      'entry',
      state.entry.map(type => ({ type })),
    ),
    ...some(
      'exit',
      state.exit.map(type => ({ type })),
    ),
    ...{ ...some('invoke', invoke), ...some('on', on), ...some('after', after), ...some('always', always) },
    ...{ ...some('onDone', onDone), ...some('states', states) },
  }
}

function transitionConfig({ id }: Chart, transition: Chart['transitions'][number]): object {
  const { targets, guard, actions, reenters } = transition
  return {
    ...(targets.length > 0 && { target: targets.map(path => `#${path === '' ? id : `${id}.${path}`}`) }),
    ...(guard !== null && { guard: { type: guard } }),
    ...(actions.length > 0 && { actions: actions.map(type => ({ type })) }),
    ...(reenters && { reenter: true }),
  }
}
