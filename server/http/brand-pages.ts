import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { colorsCss, inColors } from '../brand/colors.ts'
import { escapeHtml, fillIn } from '../brand/fill-in.ts'
import type { Brand } from '../config.ts'
import { etagOf, makePage, type Page } from './page.ts'

export type Site = {
  /** The folder of the built console. */
  pages: string
  /** The path below which browsers see the console; empty: at the root. */
  basePath: string
  /** Its id, by which browsers name what it keeps in them. */
  installation: string
  brand: Brand
  /** OpenID providers that people may sign in by. */
  sso: readonly { id: string; name: string }[]
}

/** Files of the build that are sent as this module makes them, with their compressed copies. */
export const madeFiles = ['index.html*', 'guide/**/*.html*', 'favicon.svg*']

/** A picture is shown, and runs and loads nothing if it is opened by its address. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * The pages of the build, by their paths in it, with base path and brand: the console's (`index.html`) and the guide's.
 * Empty without a build.
 */
export function readPages(site: Site): Map<string, Page> {
  const console = join(site.pages, 'index.html')
  if (!existsSync(console)) return new Map()
  const read = (path: string) => readFileSync(join(site.pages, path), 'utf8')
  const html = () =>
    read('index.html')
      .replace(' data-base=""', ` data-base="${site.basePath}"`)
      .replace(' data-installation=""', ` data-installation="${site.installation}"`)
      .replace(/(="|url\()\.\//g, `$1${site.basePath}/`)
  const guide = globSync('guide/**/*.html', { cwd: site.pages })
  return new Map([
    ['index.html', makePage(() => branded(html(), site))],
    ...guide.map((path): [string, Page] => [path, makePage(() => branded(read(path), site))]),
  ])
}

/** Pictures in the guide, of Kho's own console. */
const pictures = /<p><img src="[\w-]+\.png"[^>]*><\/p>\n?/g

/** Also read by `src/site/brand.ts`. */
function dataOf({ brand, sso }: Pick<Site, 'brand' | 'sso'>): string {
  const { name, logo, support, terms, privacy } = brand
  const picture = logo
    ? { file: `/${logo.file}`, width: logo.width, height: logo.height, wide: logo.wide }
    : undefined
  const links = Object.entries({ terms, privacy, support }).filter(([, address]) => address !== null)
  const providers = sso.length > 0 ? sso.map(each => [each.id, each.name]) : undefined
  return JSON.stringify({ name, logo: picture, links, sso: providers })
}

function branded(html: string, { basePath, brand, sso }: Site): string {
  const { logo } = brand
  const name = escapeHtml(brand.name)
  const styles = colorsCss(brand.colors)
  let page = fillIn(html, name).replace(
    ' data-brand=""',
    () => ` data-brand="${escapeHtml(dataOf({ brand, sso }))}"`,
  )
  if (styles !== '') page = page.replace('</head>', () => `<style>${styles}</style></head>`)
  if (styles !== '' || logo !== null || brand.name !== 'Kho') page = page.replace(pictures, '')
  if (logo === null) return page
  const address = `${basePath}/${logo.file}`
  const image = `<img src="${address}" alt="" width="${logo.width}" height="${logo.height}" />`
  if (!logo.wide)
    page = page.replace(
      /<link rel="icon"[^>]*>/,
      () => `<link rel="icon" href="${address}" type="${logo.type}" />`,
    )
  return page.replace(
    /(class="mark[^>]*>\s*)(?:<svg.*?<\/svg>|<img[^>]*>)(\s*<span>[^<]*<\/span>)?/s,
    (_, start: string, beside = '') => `${start}${image}${logo.wide ? '' : beside}`,
  )
}

/** Serves the logo, and the favicon in the brand's colours. */
export function addPictures(app: FastifyInstance, { pages, brand }: Site): void {
  const favicon = join(pages, 'favicon.svg')
  if (existsSync(favicon)) {
    const svg = () => fillIn(readFileSync(favicon, 'utf8'), escapeHtml(brand.name))
    const page = makePage(() => inColors(svg(), brand.colors), 'image/svg+xml')
    app.get('/favicon.svg', (request, reply) =>
      page.send(request, reply.header('content-security-policy', picturePolicy)),
    )
  }
  const { logo } = brand
  if (logo === null) return
  const etag = `"${etagOf(logo.bytes)}"`
  app.get(`/${logo.file}`, (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': picturePolicy, etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(logo.type).send(logo.bytes)
  })
}
