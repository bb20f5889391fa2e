import { mkdirSync } from 'node:fs'
import { type Locale, locales } from '../../languages/languages.ts'
import { buildConsole } from '../support/build.ts'
import { ensureChromium } from '../support/chromium.ts'
import { screens, texts } from '../support/screens.ts'
import { newVisitor, sharedBrowser } from '../support/shared.ts'
import type { Look } from '../support/visit.ts'

/**
 * Pictures of every screen: `screenshots.ts [part of a screen's name]`; `screenshots.ts docs` makes those of the README and
 * the guide.
 */
const only = process.argv[2] ?? ''
const folder = 'test-results/screenshots'
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

type Picture = { screen: string; size: keyof typeof sizes; mode: Look['mode']; locale: Locale; path: string }

const inDocs = (screen: string, locale: Locale, path: string): Picture => ({
  ...{ screen, locale, path },
  ...{ size: 'desktop', mode: 'light' },
})

const docs = [
  inDocs('uploads', 'en', 'docs/kho.png'),
  ...locales.flatMap(locale => [
    inDocs('uploads', locale, `languages/${locale}/guide/files.png`),
    inDocs('sub-users', locale, `languages/${locale}/guide/sub-users.png`),
  ]),
]

function all(): Picture[] {
  mkdirSync(folder, { recursive: true })
  const shown = screens.filter(({ name }) => name.includes(only))
  const looks = (['desktop', 'phone'] as const).flatMap(size =>
    (['light', 'dark'] as const).flatMap(mode => locales.map(locale => ({ size, mode, locale }))),
  )
  return looks.flatMap(look =>
    shown.map(({ name }) => ({
      ...look,
      screen: name,
      path: `${folder}/${name}-${look.size}-${look.mode}-${look.locale}.png`,
    })),
  )
}

ensureChromium()
buildConsole()
let taken = 0
const failures: string[] = []
for (const { screen: name, size, mode, locale, path } of only === 'docs' ? docs : all()) {
  const screen = screens.find(each => each.name === name)!
  const look: Look = { mode, locale, ...sizes[size] }
  const context = await newVisitor({ ...screen, look })
  const page = await context.newPage()
  if (screen.signedIn) await page.goto('/')
  const goto = async (path: string) => void (await page.goto(path))
  try {
    await screen.open(page, { goto, phone: size === 'phone', t: texts(locale) })
    await page.evaluate(() => document.fonts.ready)
    taken++
  } catch (error) {
    failures.push(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
  await page.screenshot({ path })
  await context.close()
}
await (await sharedBrowser()).close()
for (const failure of failures) console.log(failure)
console.log(`${taken} screenshots, ${failures.length} screens did not open`)
process.exit(failures.length > 0 ? 1 : 0)
