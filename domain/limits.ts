export const MiB = 1024 ** 2
export const GiB = 1024 ** 3

/** Uploaded files must be smaller than this, in bytes (specification, section 5). */
export const uploadLimit = 5 * GiB
/** S3: a key is at most this many bytes of UTF-8. */
export const keyLimit = 1024
/** Bytes of UTF-8 in the name of a file or folder that every system can create: ext4's limit, the lowest. */
export const nameLimit = 255
/** S3: a multipart upload has at most this many parts. */
export const partLimit = 10_000
/**
 * The smallest part size, in bytes: S3's minimum, so that a pause or a reload costs little. A file of at most one part
 * is sent in one request.
 */
export const basePartSize = 5 * MiB
/**
 * Bytes that a quota of the embedded engine counts for each object, open upload and part in addition to its own. Usage
 * does not show them.
 */
export const rowCharge = 1024
/** Files that one request carries, each of `basePartSize` at most, as in the contract. */
export const batchFilesMaximum = 64
/** Their bytes. */
export const batchLimit = 16 * MiB
/** Bytes of the JSON before them. */
export const batchHeadLimit = 128 * 1024
/** The console sends files of up to so many bytes in batches. */
export const batchedFileLimit = 64 * 1024
/**
 * Concurrent upload requests, over all files and parts. Browsers open six connections to an origin over HTTP/1.1: one
 * always stays free for the console.
 */
export const uploadConcurrency = 5

export const passwordMinimum = 8
export const passwordMaximum = 128
export const pinMinimum = 4
export const pinMaximum = 64

/** Digits of a code from an app or an email (specification, section 9). */
export const codeDigits = 6
/** Seconds between two emails to the same person. */
export const timeBetweenMails = 60
export const labelMaximum = 100
export const keysPerUser = 20
export const clientsPerUser = 20
export const sharesPerAccount = 1000
export const passkeysPerUser = 20
export const subUsersPerAccount = 10_000
export const subUserGroupsPerAccount = 100
/** Lines of a file with sub-users to import, as in the contract. */
export const importLinesMaximum = 1000
export const groupsPerAccount = 50
export const emailsPerGroup = 50
export const topicsPerAccount = 50
/** Mails about events to an account's notification groups in 24 hours; what happens above it is in the next mail. */
export const eventMailsPerDay = 1000
export const companyMaximum = 200
export const addressMaximum = 300
/** S3: tags of a bucket. */
export const bucketTagsMaximum = 50
/** S3: tags of an object. */
export const objectTagsMaximum = 10
export const tagKeyMaximum = 128
export const tagValueMaximum = 256
export const contractCodeMaximum = 64
/** Characters of an origin, a header or an id of a CORS rule. */
export const corsPartMaximum = 255
/** Items of each list of a CORS rule. */
export const corsListMaximum = 100
/** CORS rules of a bucket beside the console's own: S3 allows 100 in all. */
export const corsRulesMaximum = 99
/** Bytes of CORS rules besides the console's own: S3 allows 64 KB in all. */
export const corsSizeMaximum = 60 * 1024
/** Objects per request, as in the contract; also S3's limit of DeleteObjects. */
export const itemsPerRequest = 1000
/** Files and folders in one selection: of a copy, a deletion or an archive. */
export const selectionMaximum = 10_000
/** Entries of a ZIP archive, at any depth. */
export const zipEntriesMaximum = 200_000

/** Issues whose sentence, `issue.<id>`, tells a limit, as `{limit}`. */
export const issueLimits = {
  'password-too-long': passwordMaximum,
  'pin-too-long': pinMaximum,
  'key-too-long': keyLimit,
  'folder-name-too-long': nameLimit,
  'label-too-long': labelMaximum,
  'contract-code-too-long': contractCodeMaximum,
  'emails-too-many': emailsPerGroup,
  'tag-key-too-long': tagKeyMaximum,
  'tag-value-too-long': tagValueMaximum,
  'tags-too-many': bucketTagsMaximum,
  'object-tags-too-many': objectTagsMaximum,
  'cors-too-long': corsPartMaximum,
  'cors-list-too-long': corsListMaximum,
  'cors-too-many': corsRulesMaximum,
}

export type LimitIssue = keyof typeof issueLimits
