import type { Locator, Page } from 'playwright'
import type { MessageId } from '../../../src/i18n/messages.ts'
import type { Values } from '../../../src/i18n/text.ts'

type Say = (id: MessageId, values?: Values) => string

/**
 * Something that one presses, named by a message or by fixed `text`. `link in row`, `link in path`: what is named by
 * the data that it stands for.
 */
export type Control = {
  role: 'button' | 'link' | 'menuitem' | 'switch' | 'checkbox' | 'combobox' | 'slider'
  id?: MessageId
  values?: Values
  text?: string
  /** It opens a new tab, and its name says so. */
  newTab?: boolean
  data?: 'row' | 'path'
  /** What names of this data look like, where other controls of the role may stand beside it. */
  like?: RegExp
  /** Another one of its name stands before it on the page. */
  last?: boolean
  /** The key that does the same in the grid of files. */
  gridKey?: string
}

const named =
  (role: Control['role']) =>
  (id: MessageId, ...places: string[]): Control => ({
    role,
    id,
    ...(places.length > 0 && { values: Object.fromEntries(places.map(name => [name, ''])) }),
  })
/** By their message and the names of its places. */
export const button = named('button')
export const link = named('link')
export const item = named('menuitem')
export const toggle = named('switch')
/** A list of options that is closed. */
export const options = named('combobox')
export const slider = named('slider')
/** The link of a row to what the row stands for. */
export const rowLink: Control = { role: 'link', data: 'row', gridKey: 'Enter' }
/** The link to a folder above, in the path. */
export const pathLink: Control = { role: 'link', data: 'path' }

function nameOf({ id, text, newTab }: Control, places: Values, say: Say): string {
  return (text ?? say(id!, places)) + (newTab ? ` ${say('common.newTab')}` : '')
}

export const keyOf = (control: Control): string => JSON.stringify([control, String(control.like)])

/** The control on the page; `of` is what it is about, where its name says so. */
export function locate(page: Page, control: Control, say: Say, of = ''): Locator {
  const { role, data, values = {} } = control
  const places = Object.fromEntries(Object.keys(values).map(name => [name, of]))
  const name = data ? of : nameOf(control, places, say)
  const found = page.getByRole(role, { name, exact: true })
  return control.last ? found.last() : found.first()
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the control may be called, with anything in the places of its values. */
function pattern(control: Control, say: Say): RegExp {
  const places = Object.fromEntries(Object.keys(control.values ?? {}).map(name => [name, '\u0001']))
  const name = nameOf(control, places, say)
  return new RegExp(`^${escaped(name).replaceAll('\u0001', '.+')}$`, 's')
}

type Shown = { role: string; name: string; data: Control['data'] | undefined }

export type Node = string | { role: string; name?: string; disabled?: boolean; children?: readonly Node[] }

/** What can be pressed among `nodes`, as assistive software is told. `data`: what they are within. */
function pressable(nodes: readonly Node[], pathLabel: string, data?: Control['data']): Shown[] {
  return nodes.flatMap(node => {
    if (typeof node === 'string') return []
    const { role, name = '', disabled, children = [] } = node
    const isControl = !disabled && /^(button|link|menuitem|switch|checkbox)$/.test(role)
    const inPath = data === 'path' || (role === 'navigation' && name === pathLabel)
    const within = inPath ? 'path' : /^(row|listitem)$/.test(role) ? 'row' : data
    return [...(isControl ? [{ role, name, data }] : []), ...pressable(children, pathLabel, within)]
  })
}

/** The controls among `nodes` that none of `known` stands for. A menu's entries are the buttons of a sheet on a phone. */
export function straysAmong(nodes: readonly Node[], known: readonly Control[], say: Say): string[] {
  const patterns = known.map(each => ({
    ...each,
    name: each.data ? (each.like ?? /^/) : pattern(each, say),
  }))
  const isKnown = (shown: Shown) =>
    patterns.some(
      ({ role, data, name }) =>
        (role === shown.role || (role === 'menuitem' && shown.role === 'button')) &&
        (data === undefined || data === shown.data) &&
        name.test(shown.name),
    )
  const unknown = pressable(nodes, say('files.path')).filter(each => !isKnown(each))
  return [...new Set(unknown.map(each => `${each.role} ${each.name}`))]
}

/** As `straysAmong`, of what the page shows now. */
export async function straysNow(page: Page, known: readonly Control[], say: Say): Promise<string[]> {
  return straysAmong((await page.locator('body').ariaSnapshotJSON()) as readonly Node[], known, say)
}
