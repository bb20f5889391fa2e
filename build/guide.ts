import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { type Locale, languages, locales, staticTexts } from '../languages/languages.ts'
import { version } from '../server/program.ts'

const contract = join(import.meta.dirname, '../openapi/kho.json')
const folderOf = (locale: Locale) => join(import.meta.dirname, '../languages', locale, 'guide')

export type GuideHeading = { level: number; id: string; text: string }
export type Guide = { title: string; headings: GuideHeading[]; html: string }

/** `## Upload {#upload}` → text and id. Both languages use the same ids. */
function headingOf(
  { depth, tokens }: Tokens.Heading,
  inline: (tokens: Tokens.Generic[]) => string,
): GuideHeading {
  const html = inline(tokens)
  const marked = /^(.*?)\s*\{#([a-z0-9-]+)\}$/.exec(html)
  return { level: depth, id: marked?.[2] ?? '', text: marked?.[1] ?? html }
}

export function readGuide(locale: Locale): Guide {
  const headings: GuideHeading[] = []
  const marked = new Marked({
    renderer: {
      heading(token) {
        const heading = headingOf(token, tokens => this.parser.parseInline(tokens))
        headings.push(heading)
        const { level, id, text } = heading
        return `<h${level}${id && ` id="${id}"`}>${text}</h${level}>\n`
      },
      image: ({ href, text }) =>
        `<img src="${href}" alt="${text}" width="1280" height="800" loading="lazy" />`,
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map(cells => row(cells, 'td')).join('')
        return `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table>`
      },
    },
  })
  const html = marked.parse(readFileSync(join(folderOf(locale), 'guide.md'), 'utf8'), { async: false })
  return { title: headings.find(({ level }) => level === 1)?.text ?? '', headings, html }
}

/** `styles`: URLs of style sheets. The only script, `boot.js`, sets the colours. */
export function guidePage(locale: Locale, styles: string[]): string {
  const { title, headings, html } = readGuide(locale)
  const words = staticTexts[locale].guide
  const entries = headings
    .filter(({ level }) => level > 1)
    .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${text}</a></li>`)
  const others = locales.map(each =>
    each === locale
      ? `<span lang="${each}" aria-current="true">${languages[each].name}</span>`
      : `<a lang="${each}" hreflang="${each}" href="../${each}/">${languages[each].name}</a>`,
  )
  return `<!doctype html>
<html lang="${locale}" dir="${languages[locale].direction}">
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="robots" content="noindex, nofollow" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#ffffff" />
    <link rel="icon" href="../../favicon.svg" type="image/svg+xml" />
    <script src="../../boot.js"></script>
${styles.map(style => `    <link rel="stylesheet" href="${style}" />`).join('\n')}
  </head>
  <body>
    <header>
      <a class="mark" href="../../"><img src="../../favicon.svg" alt="" width="28" height="28" />${words.console}</a>
      <nav aria-label="${words.languages}">${others.join('')}</nav>
    </header>
    <div class="page">
      <nav class="contents" aria-label="${words.contents}"><h2>${words.contents}</h2><ul>${entries.join('')}</ul><p>{brand} ${version}</p></nav>
      <main>
${html}      </main>
    </div>
  </body>
</html>
`
}

/** Adds the guide of each language to the build at `/guide/`, in the console's fonts, and the description of the API. */
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
        const styles = [...fonts.map(name => `../../${name}`), '../guide.css']
        const api = JSON.stringify(JSON.parse(readFileSync(contract, 'utf8')))
        this.emitFile({ type: 'asset', fileName: 'guide/openapi.json', source: api })
        for (const locale of locales) {
          const source = guidePage(locale, styles)
          this.emitFile({ type: 'asset', fileName: `guide/${locale}/index.html`, source })
          for (const name of readdirSync(folderOf(locale)).filter(name => name.endsWith('.png'))) {
            const source = readFileSync(join(folderOf(locale), name))
            this.emitFile({ type: 'asset', fileName: `guide/${locale}/${name}`, source })
          }
        }
      },
    },
  }
}
