import type { Chart, ChartState, ChartTransition } from './chart.ts'
import { wordsOf } from './words.ts'

/** One line of a drawing. `kind`: how it is written. */
export type TextLine = {
  text: string
  kind: 'name' | 'description' | 'act' | 'fold' | 'event' | 'guard' | 'action'
}

/** In px: none is smaller than 12. */
const sizeOf = (kind: TextLine['kind']) => (kind === 'name' ? 14 : 12)
const descriptionLength = 34
const actionLength = 40
const labelLength = 26

/** The width of a line in px: an estimate that is rather too large, the same in a browser and without one. */
export function widthOf({ text, kind }: TextLine): number {
  const units = [...text].reduce(
    (sum, letter) => sum + (narrow.has(letter) ? 0.34 : wide.test(letter) ? 0.8 : 0.58),
    0,
  )
  return units * sizeOf(kind) * (kind === 'name' || kind === 'event' ? 1.06 : 1)
}
const narrow = new Set("iljtfr.,:;'|[]()! ")
const wide = /[A-ZmwMW@→]/

/** At spaces, in lines of about so many letters. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const shortened = (text: string, letters: number) =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text

export const actionsText = (actions: readonly string[]) => actions.join(', ')

const acts = (sign: string, names: readonly string[]): TextLine[] =>
  names.map(name => ({ text: shortened(`${sign} ${name}`, actionLength), kind: 'act' }))

/** The text of a state: its name and description, what it does on entry and exit, whom it waits for, and events without an arrow. */
export function headLines(
  chart: Chart,
  { path, key, description, entry, exit, invokes, states, hidden }: ChartState,
): TextLine[] {
  const words = wordsOf(chart)
  const stays = chart.transitions.filter(({ source, targets }) => source === path && targets.length === 0)
  const letters = states.length > 0 ? 2 * descriptionLength : descriptionLength
  return [
    { text: path === '' ? chart.id : key, kind: 'name' },
    ...wrapped(description, letters).map((text): TextLine => ({ text, kind: 'description' })),
    ...acts(`${words.entry} /`, entry),
    ...acts(`${words.exit} /`, exit),
    ...acts(
      words.waitsFor,
      invokes.map(({ id, src }) => (id === src ? id : `${id} (${src})`)),
    ),
    ...stays.map(
      ({ label, guard, actions }): TextLine => ({
        text: shortened(
          `${label}${guard === null ? '' : ` [${guard}]`} / ${actionsText(actions)}`,
          actionLength + 8,
        ),
        kind: 'act',
      }),
    ),
    ...(hidden === undefined ? [] : [{ text: `▸ ${words.statesInside(hidden)}`, kind: 'fold' } as const]),
  ]
}

/** The text of an arrow: what causes it, the condition, and what is done. */
export function edgeLines(chart: Chart, { label, guard, branch, actions }: ChartTransition): TextLine[] {
  const condition = guard ?? (branch > 1 ? wordsOf(chart).otherwise : null)
  const lines = (kind: TextLine['kind'], text: string) =>
    wrapped(text, labelLength).map((line): TextLine => ({ text: line, kind }))
  return [
    ...lines('event', label),
    ...(condition === null ? [] : lines('guard', `[${condition}]`)),
    ...(actions.length === 0 ? [] : lines('action', `/ ${actionsText(actions)}`)),
  ]
}
