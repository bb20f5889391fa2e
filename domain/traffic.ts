/**
 * `read`: GET and HEAD of an object; `list`: pages of objects, versions, uploads and parts; `write`: PUT and POST;
 * `other`: reads of settings, and HEAD of a bucket.
 */
export const requestKinds = ['read', 'write', 'list', 'delete', 'other'] as const
export type RequestKind = (typeof requestKinds)[number]

/** `console`: what the console reads for itself, to show its pages and to do its jobs, where the storage knows that. */
export type CountedKind = RequestKind | 'console'

/** How an authorized request ended. */
export const outcomes = ['good', 'client_error', 'server_error'] as const

/** The outcome of an HTTP status. What is not offered (501) is an error of the client that asks for it. */
export function outcomeOf(status: number): (typeof outcomes)[number] {
  if (status < 400) return 'good'
  return status < 500 || status === 501 ? 'client_error' : 'server_error'
}

/** Days for which hourly counts are kept. */
export const hoursKept = 35
