import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Locale, locales, staticTexts } from '../languages/languages.ts'
import { version } from '../server/program.ts'
import { readApi } from './api-reference/document.ts'
import { apiPage } from './api-reference/page.ts'
import { guideFolder, guideFrame, readText } from './guide-frame.ts'

export const readGuide = (locale: Locale) => readText(locale, 'guide.md')

/** `styles`: URLs of style sheets. */
export function guidePage(locale: Locale, styles: string[]): string {
  const { title, headings, html } = readGuide(locale)
  const {
    guide: { contents },
    api,
  } = staticTexts[locale]
  const entries = headings
    .filter(({ level }) => level > 1)
    .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${text}</a></li>`)
  const body = `      <nav class="contents" aria-label="${contents}"><h2>${contents}</h2><ul>${entries.join('')}</ul><p>{brand} ${version}</p></nav>
      <main>
${html}      </main>`
  const links = `<a href="api/">${api.title}</a>`
  return guideFrame({ locale, title, path: '', styles, links, body })
}

/** Adds the guide and the API reference of each language to the build at `/guide/`, and the description of the API. */
export function guide(): Plugin {
  return {
    name: 'kho-guide',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const fonts = Object.keys(bundle).filter(name => /^assets\/entry-.*\.css$/.test(name))
        if (fonts.length === 0) this.error('The style sheet with the fonts is not in the build.')
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `guide/${fileName}`, source })
        const stylesAt = (up: string) => [...fonts.map(name => `${up}../${name}`), `${up}guide.css`]
        const api = readApi()
        emit('openapi.json', JSON.stringify(api))
        for (const locale of locales) {
          emit(`${locale}/index.html`, guidePage(locale, stylesAt('../')))
          emit(`${locale}/api/index.html`, apiPage(api, locale, stylesAt('../../')))
          for (const name of readdirSync(guideFolder(locale)).filter(name => name.endsWith('.png')))
            emit(`${locale}/${name}`, readFileSync(join(guideFolder(locale), name)))
        }
      },
    },
  }
}
