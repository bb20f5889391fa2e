import { keyIssue } from './object-key.ts'
import * as v from './valibot.ts'

/** Seconds that a link to a file may be valid, as offered; the contract accepts 60 to 604,800. */
export const linkLives = ['3600', '86400', '259200', '604800'] as const

export const fileLinkForm = v.object({
  path: v.pipe(v.string(), v.issueOf(keyIssue)),
  life: v.picklist(linkLives, 'required'),
})
