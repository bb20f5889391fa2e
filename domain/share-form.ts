import * as v from './valibot.ts'

/** Seconds that a share may last, as offered; 0: until it is ended. */
export const shareLives = ['86400', '604800', '2592000', '31536000', '0'] as const

/** As in the contract. */
const passwordMinimum = 8
const passwordMaximum = 128
const downloadsMaximum = 1_000_000
const noteMaximum = 1000

/** What the dialog that shares a file asks for; an empty text: not limited, not said. */
export const shareForm = v.object({
  life: v.picklist(shareLives, 'required'),
  mode: v.picklist(['download', 'look'], 'required'),
  password: v.pipe(
    v.string(),
    v.maxLength(passwordMaximum, 'password-too-long'),
    v.regex(new RegExp(`^(.{${passwordMinimum},})?$`, 's'), 'share-password'),
  ),
  limit: v.pipe(v.string(), v.trim(), v.issueOf(limitIssue)),
  note: v.pipe(v.string(), v.maxLength(noteMaximum, 'text-too-long')),
  language: v.picklist(['', 'vi', 'en'], 'required'),
})

function limitIssue(text: string): 'share-limit' | null {
  const isFine =
    text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= downloadsMaximum)
  return isFine ? null : 'share-limit'
}
