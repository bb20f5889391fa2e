/**
 * `read`: GET and HEAD of an object; `list`: pages of objects, versions, uploads and parts; `write`: PUT and POST; `other`:
 * what asks for a setting, or whether a bucket is there.
 */
export const requestKinds = ['read', 'write', 'list', 'delete', 'other'] as const
export type RequestKind = (typeof requestKinds)[number]

/** How an authorized request ended. */
export const outcomes = ['good', 'client_error', 'server_error'] as const

/** Days for which hours are kept. */
export const hoursKept = 35
