import type { FastifyError } from 'fastify'
import { isDiskFull } from '../disk.ts'
import { isDatabaseDown } from './database-error.ts'
import { Problem } from './problem.ts'

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
