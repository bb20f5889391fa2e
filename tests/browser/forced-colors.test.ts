// @module-tag looks
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { grid, row } from './support/file-browser-page.ts'

const t = texts('en')
let page: Page

beforeAll(async () => {
  const kho = await sharedConsole()
  await kho.setQuota(1e12)
  page = await nextPage()
  await page.emulateMedia({ forcedColors: 'active' })
})

type Part = '' | '::before'
const styleNow = (element: Locator, property: string, part: Part = '') =>
  element.evaluate(
    (element, [property, part]) => {
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition) animation.finish()
      }
      return getComputedStyle(element, part).getPropertyValue(property)
    },
    [property, part] as const,
  )
/** How the system paints these colours, in the order of their names. */
const system = (...names: string[]) =>
  page.evaluate(names => {
    const probe = document.body.appendChild(document.createElement('i'))
    const painted = names.map(name => {
      probe.style.color = name
      return getComputedStyle(probe).color
    })
    probe.remove()
    return painted
  }, names)

test('a selected row, its box and the row of the keyboard can be told', async () => {
  await page.goto('/bucket-management/website-static')
  const [one, other] = [row(page, 'index.html'), row(page, 'images')]
  await one.getByRole('checkbox').click()
  const [highlight, text] = await system('Highlight', 'HighlightText')
  await expect.poll(() => styleNow(one, 'background-color')).toBe(highlight)
  await expect.poll(() => styleNow(other, 'background-color')).not.toBe(highlight)
  await expect.poll(() => styleNow(one.getByText('index.html').last(), 'color')).toBe(text)
  const box = one.getByRole('checkbox')
  await expect
    .poll(() =>
      Promise.all([
        styleNow(box, 'background-color'),
        styleNow(box, 'background-color', '::before'),
        styleNow(box, 'opacity', '::before'),
      ]),
    )
    .toEqual([highlight, text, '1'])
  await expect.poll(() => styleNow(other.getByRole('checkbox'), 'background-color')).not.toBe(highlight)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+ArrowUp')
  await expect.poll(() => styleNow(grid(page).locator('[data-active]'), 'outline-style')).toBe('dashed')
})

test('a switch shows whether it is on', async () => {
  await page.goto('/security')
  const found = page.getByRole('switch').first()
  const look = async () => [
    await styleNow(found, 'background-color'),
    await styleNow(found, 'background-color', '::before'),
    await styleNow(found, 'border-top-style'),
  ]
  const [face, text, highlight, highlightText] = await system(
    'ButtonFace',
    'ButtonText',
    'Highlight',
    'HighlightText',
  )
  await expect.poll(look).toEqual([face, text, 'solid'])
  await found.evaluate(element => element.setAttribute('aria-checked', 'true'))
  await expect.poll(look).toEqual([highlight, highlightText, 'solid'])
})

test('the screen that is shown can be told in the drawer and in the tabs', async () => {
  await page.goto('/security/sessions')
  const [highlight] = await system('Highlight')
  for (const label of [t('shell.navigation'), t('security.sections')]) {
    const links = page.getByRole('navigation', { name: label }).getByRole('link')
    await links.first().waitFor()
    const told = async () => {
      const all = (await links.all()).map(async link => [
        await link.getAttribute('aria-current'),
        (await styleNow(link, 'background-color')) === highlight,
      ])
      return (await Promise.all(all)).filter(([current, chosen]) => current || chosen)
    }
    await expect.poll(told).toEqual([['page', true]])
  }
})

test('the language that is shown can be told', async () => {
  await page.goto('/bucket-management')
  const [highlight] = await system('Highlight')
  const languages = page.getByRole('group', { name: t('app.language') }).getByRole('button')
  const chosen = (pressed: boolean) => languages.and(page.locator(`[aria-pressed=${pressed}]`))
  await expect.poll(() => styleNow(chosen(true), 'background-color')).toBe(highlight)
  await expect.poll(() => styleNow(chosen(false), 'background-color')).not.toBe(highlight)
})

test('a progress bar, the entry of a menu and a field with the focus can be told', async () => {
  await page.goto('/bucket-management')
  const [highlight, text] = await system('Highlight', 'CanvasText')
  const bar = page.getByRole('progressbar').first()
  // The bar may be replaced while its bucket's size arrives.
  await expect.poll(() => styleNow(bar.locator('> *'), 'background-color')).toBe(highlight)
  await expect.poll(() => styleNow(bar, 'border-top-style')).toBe('solid')
  await page.getByRole('button', { name: t('common.actionsFor', { name: 'moi-tao' }) }).click()
  await page.keyboard.press('ArrowDown')
  const entry = page.locator('[role=menuitem][data-highlighted]')
  await expect.poll(() => styleNow(entry, 'background-color')).toBe(highlight)
  await expect.poll(() => styleNow(page.getByRole('menu'), 'border-top-style')).toBe('solid')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.goto('/bucket-management/website-static')
  const field = page.getByRole('searchbox')
  await field.focus()
  await expect
    .poll(() => Promise.all([styleNow(field, 'outline-style'), styleNow(field, 'outline-color')]))
    .toEqual(['solid', text])
})

test('what cannot be pressed is grey, and the main button has letters that can be read', async () => {
  await page.goto('/bucket-management/website-static?object=css/')
  await row(page, 'images').waitFor()
  const [grey, text] = await system('GrayText', 'ButtonText')
  const previous = page.getByRole('button', { name: t('object.previous'), disabled: true })
  await previous.waitFor()
  await expect.poll(() => styleNow(previous, 'color')).toBe(grey)
  const main = page.locator('#content header').getByRole('button', { name: t('files.uploadFiles') })
  await expect
    .poll(() =>
      Promise.all(
        ['color', 'background-image', 'border-top-style'].map(property => styleNow(main, property)),
      ),
    )
    .toEqual([text, 'none', 'solid'])
  await expect.poll(() => styleNow(main, 'border-top-color')).not.toMatch(/^rgba\(.*, 0\)$/)
})

test('a name without room is cut where the room ends', async () => {
  await page.goto('/bucket-management/website-static')
  const name = row(page, 'index.html').locator('.name')
  await name.evaluate(element => Object.assign(element.style, { flex: 'none', width: '60px' }))
  const shown = name.locator('[aria-hidden]')
  await shown.waitFor()
  await expect.poll(() => shown.textContent()).toMatch(/^index.*…/)
  await expect.poll(() => shown.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
})
