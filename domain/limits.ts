/** Bytes in a mebibyte. */
export const MiB = 1024 ** 2
/** Bytes in a gibibyte. */
export const GiB = 1024 ** 3

/** Uploaded files must be smaller than this, in bytes (specification, section 5). */
export const uploadLimit = 5 * GiB
/** S3: a key is at most this many bytes of UTF-8. */
export const keyLimit = 1024
/** S3: a multipart upload has at most this many parts. */
export const partLimit = 10_000
/**
 * The part size that uploads start from, in bytes: the least that S3 takes, so that little is sent again after a pause
 * or a reload. A file of at most one part is sent whole.
 */
export const basePartSize = 5 * MiB
/** Requests of uploads under way at once, over all files and parts. */
export const uploadConcurrency = 6

export const passwordMinimum = 8
export const passwordMaximum = 128
export const pinMinimum = 4
export const pinMaximum = 64

/** Digits of a code, of an authenticator app or a mail (specification, section 9). */
export const codeDigits = 6
/** Seconds after a mail before another one is asked for by the same person. */
export const timeBetweenMails = 60
export const labelMaximum = 100
/** S3 keys that one user may have, and API clients. */
export const keysPerUser = 20
export const clientsPerUser = 20
export const subUsersPerAccount = 500
export const groupsPerAccount = 50
export const emailsPerGroup = 50
/** Characters of a profile's company and address. */
export const companyMaximum = 200
export const addressMaximum = 300
