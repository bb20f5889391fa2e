import { createHmac, randomBytes } from 'node:crypto'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { DeliveryProblem } from '../../openapi/schema.ts'
import { version } from '../program.ts'
import { traceHeaders } from '../tracing/trace.ts'
import { type Guard, hostOf, isUnknownName, RefusedAddress } from './address.ts'

/** The result of an attempt. `status` null: no response. `answer`: its first bytes, as text. `retryAfter`: seconds. */
export type Answer = {
  status: number | null
  problem: DeliveryProblem | null
  answer: string
  retryAfter: number
}

export type WebhookClient = {
  /** `secrets`: each one signs. `time`: unix seconds. */
  send(
    message: { address: string; id: string; time: number; body: string; secrets: readonly string[] },
    stopping: AbortSignal,
  ): Promise<Answer>
  close(): void
}

const prefix = 'whsec_'
const secretBytes = 32
/** Characters of the response that are kept, and bytes that are read for them. */
const shown = 500
const mostRead = 4096

export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** `webhook-signature`. Source: https://www.standardwebhooks.com, "Signature scheme". */
export function signatures(secrets: readonly string[], id: string, time: number, body: string): string {
  return secrets
    .map(secret => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
    })
    .join(' ')
}

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof RefusedAddress) return 'ADDRESS_REFUSED'
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT') return 'TIMEOUT'
  if (isUnknownName(error)) return 'NAME_UNKNOWN'
  return /CERT|TLS|SSL|SIGNATURE/.test(code) ? 'TLS_FAILED' : 'CONNECTION_FAILED'
}

/** The first bytes as text, without control characters. */
async function firstText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size >= mostRead) break
    }
  } catch {
    // The text received before the connection was cut is shown.
  }
  const text = Buffer.concat(pieces).subarray(0, mostRead).toString('utf8')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, '').slice(0, shown)
}

function secondsOf(header: string | undefined): number {
  return /^\d{1,6}$/.test(header ?? '') ? Math.min(3600, Number(header)) : 0
}

/**
 * Posts events to addresses. Redirects are not followed: only the checked address receives the event. `timeout`: ms for
 * a whole attempt.
 */
export function makeWebhookClient({
  guard,
  timeout = 15_000,
}: {
  guard: Guard
  timeout?: number
}): WebhookClient {
  const options = { keepAlive: true, keepAliveMsecs: 1000, maxFreeSockets: 64, timeout: 4000 }
  const plain = { request: plainRequest, agent: new PlainAgent(options) }
  const tls = { request: tlsRequest, agent: new TlsAgent(options) }

  function post(url: URL, headers: Record<string, string>, body: Buffer, signal: AbortSignal) {
    const { request, agent } = url.protocol === 'https:' ? tls : plain
    return new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers, signal, lookup: guard.lookup })
      sent.on('response', resolve)
      sent.on('error', error => reject(Object.assign(error, { reused: sent.reusedSocket })))
      sent.end(body)
    })
  }

  return {
    async send({ address, id, time, body, secrets }, stopping) {
      const url = new URL(address)
      // Sockets to a literal address skip the resolver.
      if (!guard.allowsHost(hostOf(url))) {
        return { status: null, problem: 'ADDRESS_REFUSED', answer: '', retryAfter: 0 }
      }
      const bytes = Buffer.from(body, 'utf8')
      const headers = {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': `Kho/${version}`,
        'webhook-id': id,
        'webhook-timestamp': String(time),
        'webhook-signature': signatures(secrets, id, time, body),
        ...traceHeaders(),
      }
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)])
      try {
        const response = await post(url, headers, bytes, signal).catch(error => {
          // The receiver closed an idle connection just when it was reused.
          if (error.reused && error.code === 'ECONNRESET') return post(url, headers, bytes, signal)
          throw error
        })
        const status = response.statusCode ?? 0
        const answer = await firstText(response)
        const good = status >= 200 && status < 300
        const problem = good ? null : status >= 300 && status < 400 ? 'REDIRECTED' : 'STATUS'
        return { status, problem, answer, retryAfter: secondsOf(response.headers['retry-after']) }
      } catch (error) {
        return { status: null, problem: problemOf(error), answer: '', retryAfter: 0 }
      }
    },
    close() {
      plain.agent.destroy()
      tls.agent.destroy()
    },
  }
}
