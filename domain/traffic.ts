/**
 * `read`: GET and HEAD of an object; `list`: pages of objects, versions, uploads and parts; `write`: PUT and POST;
 * `other`: reads of settings, and HEAD of a bucket.
 */
export const requestKinds = ['read', 'write', 'list', 'delete', 'other'] as const
export type RequestKind = (typeof requestKinds)[number]

/** How an authorized request ended. */
export const outcomes = ['good', 'client_error', 'server_error'] as const

/** Days for which hourly counts are kept. */
export const hoursKept = 35
