import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../languages/languages.ts'
import type { Brand } from '../config.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { addressBlock, makeRate } from '../limits/rate.ts'
import { networkOf } from '../shares/guests.ts'
import { type OpenShare, openShare, type ShareDeps } from '../shares/open-share.ts'
import { makeGuestPages } from '../shares/page.ts'
import { graceLife, isGrace, newGrace, tryPassword } from '../shares/passwords.ts'
import { previewOf } from '../shares/preview.ts'
import type { Source } from '../storage/zip-entries.ts'
import { countView } from '../store/shares.ts'
import { carry } from '../tracing/trace.ts'
import type { Vault } from '../vault/vault.ts'
import { type FileKind, makeFileSender } from './guest-files.ts'

export type GuestOptions = ShareDeps & {
  vault: Vault
  brand: Brand
  basePath: string
  /** Whether guests are let in at all. */
  shares: boolean
  /** The origin of these pages, where it is not the console's; null: it is. */
  shareUrl: string | null
  publicUrl: string | null
  /** Requests a second of one block of addresses; 0: no limit. */
  rate: number
  readHere: Source['readHere']
}

type Named = { Params: { token: string } }
type Request = FastifyRequest<Named>

/**
 * The pages of shares, below `/s/`, for guests without an account. Whatever a guest may not have, and whatever the reason,
 * the answer is the same page. Failures are pages too.
 */
export async function addGuestRoutes(app: FastifyInstance, options: GuestOptions): Promise<void> {
  const { db, vault, basePath, readHere } = options
  const pages = makeGuestPages(options)
  const send = makeFileSender(options)
  const rate = options.rate === 0 ? () => null : makeRate({ perSecond: options.rate, now: options.now })
  const seconds = () => Math.floor(options.now() / 1000)
  const pathOf = (token: string) => `${basePath}/s/${token}`
  const isSecure = ({ visitor }: FastifyRequest) =>
    visitor.secure || (options.shareUrl?.startsWith('https:') ?? false)
  const cookieOf = (request: FastifyRequest) => `${isSecure(request) ? '__Secure-' : ''}kho_share`

  function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply
      .code(status)
      .headers({ 'content-security-policy': pages.policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(html)
  }

  const sendGone = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, 404, pages.gone(request.visitor.locale))

  const open = async (token: string, usedUp = false) =>
    options.shares ? openShare(options, token, { usedUp }) : null

  const hasGrace = (request: FastifyRequest, { share }: OpenShare) =>
    share.passwordHash === null || isGrace(vault, share, request.cookies[cookieOf(request)] ?? '', seconds())

  const localeOf = (request: FastifyRequest, { share }: OpenShare): Locale =>
    share.language ?? request.visitor.locale

  async function showPage(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params
    const opened = await open(token)
    if (!opened) return sendGone(request, reply)
    const { share, head } = opened
    const locale = localeOf(request, opened)
    if (!hasGrace(request, opened)) return sendPage(reply, 200, pages.password(locale))
    const preview = await previewOf(opened, readHere)
    if (request.method === 'GET') await countView(db, share.id, networkOf(request.visitor.address), seconds())
    const shown = { path: pathOf(token), size: head.ContentLength ?? 0, preview }
    return sendPage(reply, 200, pages.file(locale, share, shown))
  }

  async function enterPassword(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params
    const opened = await open(token)
    if (!opened || opened.share.passwordHash === null || isForeign(request, options))
      return sendGone(request, reply)
    const { password } = (request.body ?? {}) as { password?: unknown }
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const answer = await tryPassword(
      { db, vault },
      opened,
      { visitor: request.visitor, now: options.now() },
      { password: typeof password === 'string' ? password : '', disconnected: disconnected.signal },
    )
    const locale = localeOf(request, opened)
    if (answer === 'paused') return sendGone(request, reply)
    if (answer === 'wrong') return sendPage(reply, 403, pages.password(locale, 'wrong'))
    if (answer !== 'right')
      return sendPage(reply.header('retry-after', answer.wait), 429, pages.password(locale, answer))
    return reply
      .setCookie(cookieOf(request), newGrace(vault, opened.share, seconds()), {
        ...{ path: pathOf(token), httpOnly: true, sameSite: 'lax', secure: isSecure(request) },
        maxAge: graceLife,
      })
      .header('cache-control', 'no-store')
      .redirect(pathOf(token), 303)
  }

  async function sendFile(request: Request, reply: FastifyReply, kind: FileKind): Promise<unknown> {
    const { token } = request.params
    // The last download that a share allows may be resumed.
    const opened = await open(token, request.method === 'GET' && request.headers.range !== undefined)
    if (!opened) return sendGone(request, reply)
    if (!hasGrace(request, opened))
      return reply.header('cache-control', 'no-store').redirect(pathOf(token), 303)
    if (!(await send(request, reply, { opened, token, kind }))) return sendGone(request, reply)
    return undefined
  }

  await app.register(
    async guests => {
      guests.addHook('onRequest', async ({ visitor }) => {
        const wait = rate(addressBlock(visitor.address))
        if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
      })
      guests.setErrorHandler((error: Error, request, reply) => {
        const problem = problemOf(error)
        if (problem.status >= 500)
          request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'The request failed.')
        if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
        const { locale } = request.visitor
        if (problem.status === 429) return sendPage(reply, 429, pages.busy(locale))
        if (problem.status >= 500) return sendPage(reply, 503, pages.down(locale))
        return sendGone(request, reply)
      })
      const traced =
        <Result>(answer: (request: Request, reply: FastifyReply) => Promise<Result>) =>
        (request: Request, reply: FastifyReply) =>
          carry(request.trace, () => answer(request, reply))
      guests.get<Named>('/:token', traced(showPage))
      guests.post<Named>('/:token', { bodyLimit: 4096 }, traced(enterPassword))
      guests.get<Named>(
        '/:token/file',
        traced((request, reply) => sendFile(request, reply, 'file')),
      )
      guests.get<Named>(
        '/:token/view',
        traced((request, reply) => sendFile(request, reply, 'view')),
      )
      guests.get('/', sendGone)
      guests.get('/*', sendGone)
    },
    { prefix: '/s' },
  )
}

/**
 * Whether another site's page made the browser send the form: its visitors would guess for it. Browsers send `null` as the
 * origin, as these pages name no referrer. Source: Fetch Standard, "Origin header".
 */
function isForeign(
  { headers, visitor }: FastifyRequest,
  { shareUrl }: Pick<GuestOptions, 'shareUrl'>,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin = 'null' } = headers
  return origin !== 'null' && origin !== visitor.origin && origin !== shareUrl
}

/** On a host of their own there are shares, and the pictures on their pages, and nothing else. */
export function keepToShares(
  app: FastifyInstance,
  { shareUrl, publicUrl, brand }: Pick<GuestOptions, 'shareUrl' | 'publicUrl' | 'brand'>,
): void {
  const own = shareUrl === null ? null : new URL(shareUrl).host
  if (own === null || (publicUrl !== null && new URL(publicUrl).host === own)) return
  const pictures = ['/favicon.svg', '/robots.txt', ...(brand.logo ? [`/${brand.logo.file}`] : [])]
  app.addHook('onRequest', async ({ headers, url }) => {
    if (headers.host !== own || url.startsWith('/s/') || pictures.includes(url)) return
    throw new Problem('NOT_FOUND')
  })
}
