import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareName } from '../../domain/object-key.ts'
import { recordDownloads } from '../audit/guest-downloads.ts'
import { atIntervals } from '../limits/at-intervals.ts'
import { addressBlock } from '../limits/rate.ts'
import { makeSlots } from '../limits/shares.ts'
import { type ByteRange, byteRange } from '../shares/byte-range.ts'
import { beginBytes } from '../shares/guest-bytes.ts'
import { networkOf } from '../shares/guests.ts'
import { type OpenShare, requireOpen, type ShareDeps } from '../shares/open-share.ts'
import { guestType } from '../shares/preview.ts'
import { shareState } from '../shares/share-state.ts'
import { attachment } from '../storage/objects.ts'
import type { Source } from '../storage/zip-entries.ts'
import { countDownload } from '../store/share-downloads.ts'
import type { Vault } from '../vault/vault.ts'
import { sendPieces } from './send-pieces.ts'

/** `file`: the browser saves it; `view`: the page, or the browser, shows it. */
export type FileKind = 'file' | 'view'

/** Files sent at once, of a share and of all. */
const atOnce = { each: 500, all: 4000 }

/** A file that is opened by its address is shown, and runs and loads nothing. Source: HTML, "Sandboxing". */
const filePolicy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

type Options = ShareDeps & { vault: Vault; readHere: Source['readHere'] }
type Wanted = { opened: OpenShare; token: string; kind: FileKind }

/**
 * Sends the file of a share that is open: whole, a range, only its headers, or that the guest has it. Resolves with false,
 * with nothing sent, if the guest may not have it. TOO_MANY_REQUESTS if too many are sent at once.
 */
export function makeFileSender(options: Options) {
  const { db, vault, readHere } = options
  const slot = makeSlots(atOnce)
  const seconds = () => Math.floor(options.now() / 1000)

  /** Counts a download before its first byte; false: all that the share allows are used up. */
  async function isAllowed(
    { visitor }: FastifyRequest,
    { share, maker, head }: OpenShare,
    { from, to }: ByteRange,
  ): Promise<boolean> {
    const outcome = await countDownload(db, {
      shareId: share.id,
      guest: vault.digest(`share guest ${addressBlock(visitor.address)} ${visitor.userAgent}`),
      ...{ etag: head.ETag ?? '', resumes: from > 0, bytes: to - from, size: head.ContentLength ?? 0 },
      ...{ from: networkOf(visitor.address), now: seconds() },
    })
    if (outcome === 'counted') await recordDownloads(db, share, maker, { visitor, now: options.now() })
    return outcome !== 'refused'
  }

  /** The bytes, once the storage has sent the first ones and the download is counted; null: it may not be. */
  async function begin(
    request: FastifyRequest,
    { opened, kind }: Wanted,
    range: ByteRange,
  ): Promise<AsyncGenerator<Uint8Array> | null> {
    const { share, head, access } = opened
    const release = slot(share.id)
    const wanted = {
      ...{ bucket: share.bucket, key: share.path, versionId: share.versionId ?? undefined },
      ...{ etag: head.ETag ?? '', size: head.ContentLength ?? 0, ...range },
    }
    const pieces = await beginBytes({ ...access, readHere }, wanted, release).catch(error => {
      release()
      throw error
    })
    try {
      if (kind === 'view' || (await isAllowed(request, opened, range))) return pieces
    } catch (error) {
      await pieces.return(undefined)
      throw error
    }
    await pieces.return(undefined)
    return null
  }

  return async (request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<boolean> => {
    const { opened, kind } = wanted
    const { share, head } = opened
    const type = kind === 'view' ? guestType(opened) : 'application/octet-stream'
    if (type === null || (kind === 'file' && share.mode === 'look')) return false
    const size = head.ContentLength ?? 0
    const etag = head.ETag ?? ''
    const { range: asked, 'if-range': ifRange } = request.headers
    const range = ifRange === undefined || ifRange === etag ? byteRange(asked, size) : null
    const resumes = range !== null && range !== 'unsatisfiable' && range.from > 0
    const usedUp = shareState(share, seconds()) === 'used-up'
    if (usedUp && !resumes) return false
    const headers = {
      ...{ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' },
      'content-security-policy': filePolicy,
      ...(head.LastModified && { 'last-modified': head.LastModified.toUTCString() }),
    }
    if (!usedUp && names(request.headers['if-none-match'], etag)) {
      await reply.code(304).headers(headers).send()
      return true
    }
    if (range === 'unsatisfiable') {
      await reply.code(416).header('content-range', `bytes */${size}`).send()
      return true
    }
    const sent = range ?? { from: 0, to: size }
    const pieces = request.method === 'HEAD' ? null : await begin(request, wanted, sent)
    if (pieces === null && request.method !== 'HEAD') return false
    reply.code(range ? 206 : 200).headers({
      ...headers,
      ...{ 'content-type': type, 'content-length': sent.to - sent.from },
      ...(kind === 'file' && { 'content-disposition': attachment(bareName(share.path) || 'file') }),
      ...(range && { 'content-range': `bytes ${sent.from}-${sent.to - 1}/${size}` }),
    })
    if (pieces === null) {
      // Fastify would send the length of its empty body.
      reply.hijack()
      reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end()
      return true
    }
    const check = atIntervals(() => requireOpen(options, share, wanted.token))
    await sendPieces(reply, pieces, {}, check)
    return true
  }
}

/** Whether an `If-None-Match` names the ETag. Source: RFC 9110, 13.1.2. */
function names(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? []
  return etag !== '' && (tags.includes(etag) || tags.includes('*'))
}
