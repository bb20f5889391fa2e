import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from '../../domain/roles.ts'
import { Problem } from '../errors/problem.ts'

const forever = 'public, max-age=31536000, immutable'

/**
 * Serves the built console in `folder`: files with a hash in their name for ever, the others checked each time.
 * Every address that the console may own gets its page; the console says what is there.
 */
export async function addPages(app: FastifyInstance, folder: string): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isPage(request)) throw new Problem('NOT_FOUND')
    return reply.type('text/html; charset=utf-8').sendFile('index.html')
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
