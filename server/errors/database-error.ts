import { networkErrors } from './network-errors.ts'

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
