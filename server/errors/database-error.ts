import { networkErrors } from './network-errors.ts'

/**
 * PostgreSQL's codes of what is not the statement's fault, and may go well another time. Source: PostgreSQL
 * documentation, "PostgreSQL Error Codes": 08 connections, 53 resources, 57 the operator's or a time-out's doing,
 * 25P03 and 25P04 a transaction that was left alone too long, 55P03 a lock that nobody gave up.
 */
const later = /^(08...|53...|57...|25P03|25P04|55P03)$/

/** What pg says, without a code, of a connection that broke, or that did not come in time. */
const said =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error means that PostgreSQL cannot be reached, or cannot work now. The storage's failures are problems already. */
export function isDatabaseDown(error: Error): boolean {
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && (later.test(code) || networkErrors.has(code))) || said.test(error.message)
  )
}
