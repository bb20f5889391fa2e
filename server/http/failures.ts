import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../errors/problem-of.ts'
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
