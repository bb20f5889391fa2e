import { mkdirSync } from 'node:fs'
import { locales } from '../../languages/languages.ts'
import { buildConsole } from '../support/build.ts'
import { ensureChromium } from '../support/chromium.ts'
import { screens, texts } from '../support/screens.ts'
import { newVisitor, sharedBrowser } from '../support/shared.ts'
import type { Look } from '../support/visit.ts'

/** Pictures of every screen: `screenshots.ts [part of a screen's name]`. */
const only = process.argv[2] ?? ''
const folder = 'test-results/screenshots'
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
mkdirSync(folder, { recursive: true })
ensureChromium()
buildConsole()
let taken = 0
const failures: string[] = []
for (const [size, viewport] of Object.entries(sizes)) {
  for (const mode of ['light', 'dark'] as const) {
    for (const locale of locales) {
      const look: Look = { mode, locale, ...viewport }
      for (const screen of screens.filter(({ name }) => name.includes(only))) {
        const context = await newVisitor({ ...screen, look })
        const page = await context.newPage()
        if (screen.signedIn) await page.goto('/')
        const name = `${screen.name}-${size}-${mode}-${locale}`
        const goto = async (path: string) => void (await page.goto(path))
        try {
          await screen.open(page, { goto, phone: size === 'phone', t: texts(locale) })
          await page.evaluate(() => document.fonts.ready)
          taken++
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
        }
        await page.screenshot({ path: `${folder}/${name}.png` })
        await context.close()
      }
    }
  }
}
await (await sharedBrowser()).close()
for (const failure of failures) console.log(failure)
console.log(`${taken} screenshots in ${folder}, ${failures.length} screens did not open`)
process.exit(failures.length > 0 ? 1 : 0)
