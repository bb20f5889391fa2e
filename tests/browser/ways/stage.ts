import type { Locator, Page, Request } from 'playwright'
import { expect } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import type { Values } from '../../../src/i18n/text.ts'
import { type Api, signInApi } from '../../support/api.ts'
import { type Console, owner } from '../../support/console.ts'
import { deleteBucket } from '../../support/delete-bucket.ts'
import { type App, openApp } from '../../support/open-app.ts'
import { screens, texts } from '../../support/screens.ts'
import { sharedConsole } from '../../support/shared.ts'
import { desktop, type Look, signInBeside } from '../../support/visit.ts'
import { type Control, keyOf, locate } from './controls.ts'

/** How somebody reaches an action. `right-click`: as `mouse`, but menus are opened on the row itself. */
export type Way = 'mouse' | 'right-click' | 'keyboard' | 'touch'

const t = texts('en')
const looks: Record<'desktop' | 'phone', Look> = {
  desktop,
  phone: { ...desktop, width: 390, height: 844, touch: true },
}
const keys: Partial<Record<Control['role'], string>> = { checkbox: 'Space', switch: 'Space' }

/** A page on which one action is taken in one way. Controls count as reached once they did what they say. */
export class Stage {
  readonly t = t
  readonly used = new Set<string>()
  readonly page: Page
  readonly way: Way
  readonly phone: boolean
  /** A name that no other walk uses. */
  readonly name: string
  readonly goto: App['goto']
  private readonly app: App
  private readonly kho: Console
  private readonly api: Promise<Api>
  private readonly undoing: (() => Promise<unknown>)[] = []

  constructor(app: App, kho: Console, way: Way, name: string, api: Promise<Api>) {
    this.app = app
    this.kho = kho
    this.page = app.page
    this.goto = app.goto
    this.way = way
    this.phone = way === 'touch'
    this.name = name
    this.api = api
  }

  /** The owner's API, past the console. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    return (await this.api).call<T>(method, path, body)
  }

  /** What takes back what the walk leaves on the console, once it went well. */
  afterwards(undo: () => Promise<unknown>): void {
    this.undoing.unshift(undo)
  }

  async makeBucket(bucket: string, more: object = {}): Promise<void> {
    await this.call('POST', '/bucket', { bucket, ...more })
    this.forgetBucket(bucket)
  }

  forgetBucket(bucket: string): void {
    this.afterwards(() => deleteBucket(this.kho, bucket))
  }

  /** Lets the next walk have the page. */
  async leave(): Promise<void> {
    for (const undo of this.undoing) await undo()
    await this.app.leave()
  }

  /** Brings the page to a screen of the list of screens. */
  async open(screen: string): Promise<void> {
    const found = screens.find(each => each.name === screen)
    if (!found) throw new Error(`There is no screen ${screen}`)
    await found.open(this.page, { goto: this.goto, phone: this.phone, t })
  }

  /** Presses the control in this stage's way. `of`: which one, where its name says what it is about. */
  async use(control: Control, of?: string): Promise<void> {
    const target = locate(this.page, control, t, of)
    await target.waitFor()
    if (this.way === 'touch') await target.tap()
    else if (this.way !== 'keyboard') await target.click()
    else if (control.gridKey) await this.pressInGrid(of!, control.gridKey)
    else {
      // A dialog that just closed may give the focus back late; a loading button takes no key.
      const ready = async () => {
        await target.focus()
        const focused = await target.evaluate(
          element => element === document.activeElement && element.tabIndex === 0,
        )
        return focused && (await target.isEnabled())
      }
      await expect.poll(ready).toBe(true)
      await target.press(keys[control.role] ?? 'Enter')
    }
    this.used.add(keyOf(control))
  }

  /** Opens the menu (a sheet on a phone) behind `trigger` and chooses `entry`. */
  async choose(trigger: Control, entry: Control, of?: string): Promise<void> {
    if (this.way === 'right-click')
      await this.row(of!).click({ button: 'right', position: { x: 200, y: 12 } })
    else await this.use(trigger, of)
    const name = { name: t(entry.id!), exact: true }
    // The panel beside a list is a dialog on a phone: its icons may be called as an entry is.
    const words = this.page.locator(':not([aria-label])')
    const inSheet = this.page.getByRole('dialog').getByRole('button', name).and(words)
    const target = this.page.getByRole('menuitem', name).or(inSheet)
    // The dialog that it opens may have a button of the same name.
    const chosen = await target.elementHandle()
    if (this.phone) await target.tap()
    else if (this.way !== 'keyboard') await target.click()
    else await this.pressInMenu(target)
    await chosen!.waitForElementState('hidden')
    this.used.add(keyOf(trigger)).add(keyOf(entry))
  }

  /** Goes to the next option of a closed list. */
  async next(control: Control): Promise<void> {
    const target = locate(this.page, control, t)
    await target.waitFor()
    if (this.way === 'keyboard') await target.press('ArrowDown')
    else {
      const index = await target.evaluate(element => (element as HTMLSelectElement).selectedIndex)
      await target.selectOption({ index: index + 1 })
    }
    this.used.add(keyOf(control))
  }

  /** Goes to the first place of a slider. */
  async first(control: Control): Promise<void> {
    const target = locate(this.page, control, t)
    await target.waitFor()
    const position = { x: 4, y: 20 }
    if (this.way === 'keyboard') await target.press('Home')
    else if (this.way === 'touch') await target.tap({ position })
    else await target.hover({ position })
    this.used.add(keyOf(control))
  }

  private async pressInMenu(target: Locator): Promise<void> {
    // It takes keys once it has the focus.
    const role = () => this.page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(role).toBe('menu')
    const highlighted = this.page.locator('[role=menuitem][data-highlighted]')
    const isThere = target.and(highlighted)
    const now = () => highlighted.evaluateAll(([entry]) => entry?.id)
    while ((await isThere.count()) === 0) {
      const before = await now()
      await this.page.keyboard.press('ArrowDown')
      await expect.poll(now).not.toBe(before)
    }
    await this.page.keyboard.press('Enter')
  }

  row(name: string): Locator {
    const box = this.page.getByRole('checkbox', { name: t('files.select', { name }), exact: true })
    return this.page.getByRole('row').filter({ has: box })
  }

  /** Goes to the row by arrow keys and presses `key` there. */
  async pressInGrid(name: string, key: string): Promise<void> {
    const grid = this.page.getByRole('grid')
    await grid.focus()
    await this.page.keyboard.press('Control+Home')
    const active = () => grid.getAttribute('aria-activedescendant')
    const wanted = await this.row(name).getAttribute('id')
    await expect.poll(active).not.toBeNull()
    for (let at = await active(); at !== wanted; at = await active()) {
      await this.page.keyboard.press('Control+ArrowDown')
      await expect.poll(active).not.toBe(at)
    }
    await this.page.keyboard.press(key)
  }

  async fill(label: MessageId, text: string, values?: Values): Promise<void> {
    await this.page.getByLabel(t(label, values), { exact: true }).fill(text)
  }

  /** The dialog that is open; waits for it and for its focus, and sees that it stays. */
  async dialog(title: MessageId, values?: Values): Promise<Locator> {
    const dialog = this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'))
    await dialog.getByRole('heading', { name: t(title, values), exact: true }).waitFor()
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    return dialog
  }

  async noDialog(): Promise<void> {
    await expect
      .poll(() => this.page.getByRole('dialog').or(this.page.getByRole('alertdialog')).allInnerTexts())
      .toEqual([])
  }

  async shows(id: MessageId, values?: Values): Promise<void> {
    await this.page.getByText(t(id, values)).first().waitFor()
  }

  async heading(id: MessageId, values?: Values): Promise<void> {
    await this.page.getByRole('heading', { name: t(id, values), exact: true }).waitFor()
  }

  async path(path: string): Promise<void> {
    await expect.poll(() => decodeURIComponent(new URL(this.page.url()).pathname)).toBe(path)
  }

  /** Runs `act`, and gives the first request of this kind that it sends. */
  async sends(method: string, path: string, act: () => Promise<void>): Promise<Request> {
    const matches = (request: Request) =>
      request.method() === method && new URL(request.url()).pathname === path
    const [request] = await Promise.all([this.page.waitForRequest(matches), act()])
    // A page that is left before lets a request past its route.
    await request.response()
    return request
  }
}

let count = 0
const apis = new Map<string, Promise<Api>>()

/** The owner's API: the same as long as nobody has ended its session, as many newer ones do. */
async function apiOf(url: string): Promise<Api> {
  const known = await apis.get(url)
  const user = await known?.call('GET', '/user').catch(() => null)
  return known && user ? known : signInApi(url, owner.email, owner.password)
}

/** A stage for an action that begins on this screen. `fresh`: in a session that it may end; `soft`: see `openApp`. */
export async function openStage(
  screen: string,
  way: Way,
  { fresh = false, soft = true }: { fresh?: boolean | undefined; soft?: boolean } = {},
): Promise<Stage> {
  const { setting, signedIn } = screens.find(each => each.name === screen)!
  const look = looks[way === 'touch' ? 'phone' : 'desktop']
  const kho = await sharedConsole(setting)
  const app = await openApp({ setting, look, signedIn: signedIn && !fresh }, soft)
  if (fresh) await signInBeside(app.page, kho.url)
  if (setting === 'no pin' || setting === 'first password') await app.page.goto('/')
  const api = apiOf(kho.url)
  apis.set(kho.url, api)
  count += 1
  return new Stage(app, kho, way, `w${count}`, api)
}
