import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from '../../domain/roles.ts'
import { Problem } from '../errors/problem.ts'

const forever = 'public, max-age=31536000, immutable'

/**
 * Serves the built console in `folder`: files with a hash in their name for ever, the others checked each time.
 * Every address that the console may own gets its page; the console says what is there. The guide is below `/guide/`,
 * unless `docsUrl` stands in its place.
 */
export async function addPages(app: FastifyInstance, folder: string, docsUrl: string | null): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      wildcard: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache')
      },
    })
  }
  addGuide(app, built, docsUrl)
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isPage(request)) throw new Problem('NOT_FOUND')
    return reply.type('text/html; charset=utf-8').sendFile('index.html')
  })
}

function addGuide(app: FastifyInstance, built: boolean, docsUrl: string | null): void {
  app.get('/guide', (request, reply) => reply.redirect(docsUrl ?? `/guide/${localeOf(request)}/`))
  app.get<{ Params: { '*': string } }>('/guide/*', (request, reply) => {
    if (docsUrl !== null) return reply.redirect(docsUrl)
    const [, locale, slash] = /^(vi|en|)(\/?)$/.exec(request.params['*']) ?? []
    if (!built || locale === undefined) return reply.callNotFound()
    if (!locale || !slash) return reply.redirect(`/guide/${locale || localeOf(request)}/`)
    return reply.type('text/html; charset=utf-8').sendFile(`guide/${locale}/index.html`)
  })
}

function localeOf({ cookies, headers }: FastifyRequest): 'vi' | 'en' {
  const locale = cookies.NEXT_LOCALE ?? headers['accept-language'] ?? ''
  return locale.startsWith('vi') ? 'vi' : 'en'
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
 * The address that is served for a request's: itself, or for a mistyped one of the console (`/bucket-management/x/50%`,
 * which cannot be decoded) that of the page, which then says that it leads nowhere.
 */
export function pageAddress(url: string): string {
  const path = url.split('?')[0]!
  if (isApi(path)) return url
  try {
    decodeURI(path)
    return url
  } catch (error) {
    if (error instanceof URIError) return '/'
    throw error
  }
}
