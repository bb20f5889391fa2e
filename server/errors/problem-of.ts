import type { FastifyError } from 'fastify'
import { isDiskFull } from '../disk.ts'
import { Problem } from './problem.ts'
import { networkErrors } from './storage-error.ts'

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

/**
 * PostgreSQL's codes for failures that a retry may overcome. Source: PostgreSQL documentation, "PostgreSQL Error
 * Codes": 08 connection, 53 resources, 57 operator intervention and time-outs, 25P03 and 25P04 idle transaction, 55P03
 * lock not available.
 */
const retryable = /^(08...|53...|57...|25P03|25P04|55P03)$/

/** pg's messages, without codes, for a connection that broke or timed out. */
const connectionMessage =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error means that PostgreSQL is unreachable or unable to work. Not for the storage's errors, which are
 * problems already.
 */
export function isDatabaseDown(error: Error): boolean {
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && (retryable.test(code) || networkErrors.has(code))) ||
    connectionMessage.test(error.message)
  )
}
