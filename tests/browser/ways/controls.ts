import type { Locator, Page } from 'playwright'
import type { MessageId } from '../../../src/i18n/messages.ts'
import type { Values } from '../../../src/i18n/text.ts'

type Say = (id: MessageId, values?: Values) => string

/**
 * Something that one presses, named by a message or by fixed `text`. `link in row`, `link in path`: what is named by
 * the data that it stands for.
 */
export type Control = {
  role: 'button' | 'link' | 'menuitem' | 'switch' | 'checkbox'
  id?: MessageId
  values?: Values
  text?: string
  /** It opens a new tab, and its name says so. */
  newTab?: boolean
  data?: 'row' | 'path'
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
/** The link of a row to what the row stands for. */
export const rowLink: Control = { role: 'link', data: 'row', gridKey: 'Enter' }
/** The link to a folder above, in the path. */
export const pathLink: Control = { role: 'link', data: 'path' }

function nameOf({ id, text, newTab }: Control, places: Values, say: Say): string {
  return (text ?? say(id!, places)) + (newTab ? ` ${say('shell.newTab')}` : '')
}

export const keyOf = (control: Control): string => JSON.stringify(control)

/** The control on the page; `of` is what it is about, where its name says so. */
export function locate(page: Page, control: Control, say: Say, of = ''): Locator {
  const { role, data, values = {} } = control
  const places = Object.fromEntries(Object.keys(values).map(name => [name, of]))
  const name = data ? of : nameOf(control, places, say)
  return page.getByRole(role, { name, exact: true }).first()
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the control may be called, with anything in the places of its values. */
function pattern(control: Control, say: Say): RegExp {
  const places = Object.fromEntries(Object.keys(control.values ?? {}).map(name => [name, '\u0001']))
  const name = nameOf(control, places, say)
  return new RegExp(`^${escaped(name).replaceAll('\u0001', '.+')}$`, 's')
}

type Shown = { role: string; name: string; data: Control['data'] | undefined }

/** Everything on the page that can be pressed, as assistive software is told. */
async function shownOn(page: Page, pathLabel: string): Promise<Shown[]> {
  const shown: Shown[] = []
  const above: { indent: number; role: string; name: string }[] = []
  for (const line of (await page.locator('body').ariaSnapshot()).split('\n')) {
    const found = /^(\s*)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line)
    if (!found) continue
    const [, spaces = '', role = '', quoted = ''] = found
    const name = JSON.parse(`"${quoted.replaceAll("''", "'")}"`) as string
    while (above.length > 0 && above.at(-1)!.indent >= spaces.length) above.pop()
    const disabled = line.endsWith(' [disabled]') || line.endsWith(' [disabled]:')
    if (!disabled && /^(button|link|menuitem|switch|checkbox)$/.test(role)) {
      const inPath = above.some(each => each.role === 'navigation' && each.name === pathLabel)
      const inRow = above.some(each => /^(row|listitem)$/.test(each.role))
      shown.push({ role, name, data: inPath ? 'path' : inRow ? 'row' : undefined })
    }
    above.push({ indent: spaces.length, role, name })
  }
  return shown
}

/** The controls on the page that none of `known` stands for. A menu's entries are the buttons of a sheet on a phone. */
export async function strays(page: Page, known: readonly Control[], say: Say): Promise<string[]> {
  const patterns = known.filter(each => !each.data).map(each => ({ ...each, name: pattern(each, say) }))
  const isKnown = ({ role, name, data }: Shown) =>
    patterns.some(
      each => (each.role === role || (each.role === 'menuitem' && role === 'button')) && each.name.test(name),
    ) ||
    (data !== undefined && known.some(each => each.role === role && each.data === data))
  const unknown = (await shownOn(page, say('files.path'))).filter(each => !isKnown(each))
  return [...new Set(unknown.map(each => `${each.role} ${each.name}`))]
}
