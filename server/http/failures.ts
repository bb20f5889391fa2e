import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '../disk.ts'
import { isDatabaseDown } from '../errors/database-error.ts'
import { Problem } from '../errors/problem.ts'
import { carry } from '../tracing/trace.ts'

/** Sends a failure as application/problem+json. An unexpected one is logged, and only its request id is sent. */
export function sendFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error)
  // Work for a client that has disconnected was abandoned.
  if (error.name === 'AbortError' && reply.raw.destroyed) return
  // disk.ts logs a full disk once: the log may be on that disk.
  if (problem.status >= 500 && problem.code !== 'NOT_ENOUGH_STORAGE') {
    carry(request.trace, () =>
      request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'The request failed.'),
    )
  }
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem.body(request.id)))
}

/**
 * The problem that represents an error to the caller; UNKNOWN_ERROR, with the error as its cause, if it is unexpected.
 */
export function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseDown(error)) return new Problem('DATABASE_UNAVAILABLE', { cause: error })
  if (isDiskFull(error)) return new Problem('NOT_ENOUGH_STORAGE', { cause: error })
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) {
    return new Problem('INVALID_REQUEST', {
      fields: [{ field: '', message: 'code' in error ? clientMessage(error.code) : 'invalid' }],
      cause: error,
    })
  }
  return new Problem('UNKNOWN_ERROR', { cause: error })
}

function clientMessage(code: string): string {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported content type'
  return 'malformed'
}
