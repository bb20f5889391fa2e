import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { type Locale, languages, locales, staticTexts } from '../languages/languages.ts'

export const guideFolder = (locale: Locale) => join(import.meta.dirname, '../languages', locale, 'guide')

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

/** A text of the guide's folder, as HTML. */
export function readText(locale: Locale, file: string): Guide {
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
  const html = marked.parse(readFileSync(join(guideFolder(locale), file), 'utf8'), { async: false })
  return { title: headings.find(({ level }) => level === 1)?.text ?? '', headings, html }
}

type Page = {
  locale: Locale
  title: string
  /** The address of the page below that of its language: empty, or `api/`. */
  path: string
  /** URLs of style sheets. */
  styles: string[]
  /** URLs of scripts besides `boot.js`, which sets the colours. */
  scripts?: string[]
  /** Links in the head of the page, before the languages. */
  links?: string
  body: string
}

/** A page below `/guide/<language>/`. Its addresses are relative: the console may be below a base path. */
export function guideFrame({ locale, title, path, styles, scripts = [], links = '', body }: Page): string {
  const words = staticTexts[locale].guide
  const up = '../'.repeat(path.split('/').length)
  const root = `${up}../`
  const others = locales.map(each =>
    each === locale
      ? `<span lang="${each}" aria-current="true">${languages[each].name}</span>`
      : `<a lang="${each}" hreflang="${each}" href="${up}${each}/${path}">${languages[each].name}</a>`,
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
    <link rel="icon" href="${root}favicon.svg" type="image/svg+xml" />
    <script src="${root}boot.js"></script>
${[
  ...styles.map(style => `    <link rel="stylesheet" href="${style}" />`),
  ...scripts.map(script => `    <script src="${script}" defer></script>`),
].join('\n')}
  </head>
  <body>
    <header>
      <a class="mark" href="${root}"><img src="${root}favicon.svg" alt="" width="28" height="28" />${words.console}</a>
      <nav aria-label="${words.languages}">${links}${others.join('')}</nav>
    </header>
    <div class="page">
${body}
    </div>
  </body>
</html>
`
}
