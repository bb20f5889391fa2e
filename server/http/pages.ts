import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutBase } from '../../domain/base-path.ts'
import { routeOf } from '../../domain/roles.ts'
import { isLocale } from '../../languages/languages.ts'
import { Problem } from '../errors/problem.ts'
import { addPictures, madeFiles, type Site } from './brand-pages.ts'
import { framePolicy } from './headers.ts'
import { lazy, type Page } from './page.ts'
import { localeOfRequest } from './visitor.ts'

/** The folder, below the pages, of the frames in which previews are drawn. */
const frameFolder = 'preview-frame'
const forever = 'public, max-age=31536000, immutable'

export type PagesOptions = Site & { docsUrl: string | null }

/**
 * Serves the built console: files with a hash in their name are cached forever, others revalidated. Every path that may
 * be the console's gets its page, which handles unknown paths. The guide is below `/guide/`, or at `docsUrl`.
 */
export async function addPages(
  app: FastifyInstance,
  pages: Map<string, Page>,
  options: PagesOptions,
): Promise<void> {
  const { pages: folder, basePath, docsUrl } = options
  const page = pages.get('index.html')
  if (page) {
    const policies = framePolicies(join(folder, frameFolder))
    const common: Omit<FastifyStaticOptions, 'root'> = {
      preCompressed: true,
      cacheControl: false,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache')
        const frame =
          basename(dirname(path)) === frameFolder &&
          policies.get(basename(path).replace(/\.(br|gz)$/, ''))?.()
        if (frame) reply.header('content-security-policy', frame)
      },
    }
    // A route for each file would be an eighth of a start's work, and one for all would refuse `//` in a page's address.
    const few = { root: folder, wildcard: false, globIgnore: ['assets/**', ...madeFiles] }
    await app.register(fastifyStatic, { ...common, ...few })
    const assets = { root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false }
    if (existsSync(assets.root)) await app.register(fastifyStatic, { ...common, ...assets })
    app.get('/index.html', (_request, reply) => reply.redirect(`${basePath}/`))
    addPictures(app, options)
  }
  addGuide(app, pages, basePath, docsUrl)
  app.setNotFoundHandler((request, reply) => {
    if (!page || !isPage(request)) throw new Problem('NOT_FOUND')
    return page.send(request, reply)
  })
}

/** The policy of each frame, by the name of its file. */
function framePolicies(folder: string): Map<string, () => string> {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.html')) : []
  return new Map(names.map(name => [name, lazy(() => framePolicy(readFileSync(join(folder, name), 'utf8')))]))
}

/** The guide in each language, and the API reference below it, which `docsUrl` does not replace. */
function addGuide(
  app: FastifyInstance,
  pages: Map<string, Page>,
  basePath: string,
  docsUrl: string | null,
): void {
  app.get('/guide', (request, reply) =>
    reply.redirect(docsUrl ?? `${basePath}/guide/${localeOfRequest(request)}/`),
  )
  app.get<{ Params: { '*': string } }>('/guide/*', (request, reply) => {
    const asked = request.params['*']
    const parts = asked.split('/').filter(part => part !== '' && part !== 'index.html')
    const below = parts.at(-1) === 'api' ? 'api/' : ''
    if (docsUrl !== null && below === '') return reply.redirect(docsUrl)
    const [locale = localeOfRequest(request), ...more] = below === '' ? parts : parts.slice(0, -1)
    const path = `${locale}/${below}`
    const page = pages.get(`guide/${path}index.html`)
    if (!page || !isLocale(locale) || more.length > 0) return reply.callNotFound()
    if (asked !== path) return reply.redirect(`${basePath}/guide/${path}`)
    return page.send(request, reply)
  })
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0]!
  if (isApi(path)) return false
  return routeOf(path) !== null || !path.slice(path.lastIndexOf('/')).includes('.')
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/**
 * The URL to serve for a request's URL. A page's path that cannot be decoded (`/bucket-management/x/50%`) becomes `/`:
 * the console then shows that there is no such page.
 */
export function pageAddress(given: string, basePath: string): string {
  const url = withoutBase(given, basePath)
  const path = url.split('?')[0]!
  return isApi(path) || isDecodable(path) ? url : '/'
}

function isDecodable(path: string): boolean {
  try {
    // A call whose result is not used would be left out of a release.
    return decodeURI(path).length >= 0
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
