import { expect } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import type { Failure } from '../../../machines/failure.ts'
import { say } from '../../support/say.ts'
import type { SeenForm } from './seen-form.ts'
import type { SeenRow } from './seen-rows.ts'

export const t = (id: Parameters<typeof say>[1], values?: Parameters<typeof say>[2]) => say('en', id, values)

/** What a person can do. Labels and names are whole texts. */
export type Person = {
  fill(label: string, text: string): Promise<void>
  press(name: string, role?: 'button' | 'menuitem' | 'link'): Promise<void>
  check(label: string, checked?: boolean): Promise<void>
}

/** What a person sees; only what is named counts. A form is null while there is none. */
export type Sight = {
  screen?: Partial<SeenForm> | null
  dialog?: Partial<SeenForm> | null
  toast?: unknown
  /** Whether these texts are read. */
  says?: Record<string, boolean>
  /** The files in the upload panel. */
  rows?: SeenRow[]
  /** On the whole page: what alerts and states say, and buttons by their names, null for one that is not there. */
  alerts?: string[]
  statuses?: string[]
  buttons?: Record<string, SeenForm['state'] | null>
  /** The path and the fragment of the address. */
  path?: unknown
  hash?: string
}
export type Seen = {
  screen: SeenForm | null
  dialog: SeenForm | null
  toast: string
  says: Record<string, boolean>
  rows: SeenRow[]
  alerts: string[]
  statuses: string[]
  buttons: Record<string, SeenForm['state']>
  path: string
  hash: string
}

export const places = { screen: 'main', dialog: '[role=dialog], [role=alertdialog]' }

/**
 * What a person does for each event of a flow, and sees in each of its states: the same in the views and in Chromium. `scene`:
 * what both stages know of the walk.
 */
export type Play<TMachine extends AnyStateMachine, Scene = unknown> = {
  acts: {
    [T in EventFromLogic<TMachine>['type']]?: (
      person: Person,
      event: Extract<EventFromLogic<TMachine>, { type: T }>,
      scene: Scene,
      before: SnapshotFrom<TMachine>,
    ) => Promise<void>
  }
  /** By the path of an innermost state, or of one around it. */
  states: Record<string, (snapshot: SnapshotFrom<TMachine>, scene: Scene) => Sight>
}

/** What is said of the innermost states of a snapshot, at each or at the nearest state around it. @throws if nothing is */
export function saidOf<T>(states: Record<string, T>, snapshot: AnyMachineSnapshot): T[] {
  const innermost = snapshot._nodes.filter(node => Object.keys(node.states).length === 0)
  const said = innermost.map(({ path }) => {
    const around = path.map((_, index) => path.slice(0, path.length - index).join('.'))
    const state = around.find(each => each in states)
    if (state === undefined) throw new Error(`What is seen in "${path.join('.')}" is not said`)
    return states[state]!
  })
  return [...new Set(said)]
}

/** A text in which all of these are. */
export const containing = (...texts: string[]) => {
  const escaped = texts.map(text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return expect.stringMatching(new RegExp(escaped.map(text => `(?=[^]*${text})`).join('')))
}

/** Of what is seen, the parts that a sight names. */
export function named(seen: Partial<Seen>, sight: Sight): unknown {
  const parts = Object.entries(sight).map(([part, wanted]) => {
    const found: unknown = seen[part as keyof Sight]
    if (!found || Object.getPrototypeOf(wanted) !== Object.prototype) return [part, found]
    const keys = Object.keys(wanted as object)
    return [part, Object.fromEntries(keys.map(key => [key, found[key as keyof typeof found] ?? null]))]
  })
  return Object.fromEntries(parts)
}

/** In Chromium it is the server that gives a request its id, and says what of it is wrong. */
const inViews = typeof document !== 'undefined'

/**
 * What is read about a failed attempt: above the form, or at the field that `fields` has for its code. `issues`: what the
 * server says is wrong with fields.
 */
export function told(
  failure: Failure | null,
  fields: Record<string, string> = {},
  issues?: Record<string, string>,
): Pick<SeenForm, 'messages' | 'wrong'> {
  if (!failure) return { messages: [], wrong: {} }
  const { code } = failure
  if (code === 'INVALID_REQUEST' && issues && !inViews) return { messages: [], wrong: issues }
  const field = fields[code]
  if (field) return { messages: [], wrong: { [field]: t(`error.${code}`) } }
  return { messages: [expect.stringContaining(sentenceOf(failure))], wrong: {} }
}

function sentenceOf({ code, requestId }: Failure): string {
  if (code === 'TOO_MANY_REQUESTS') return 'Too many attempts. Try again in'
  const id =
    code === 'UNKNOWN_ERROR' && requestId ? t('common.requestId', { id: inViews ? requestId : '' }) : ''
  return t(`error.${code}`) + id.trimEnd()
}
