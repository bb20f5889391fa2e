import { email } from './email.ts'
import { label } from './label.ts'
import { emailsPerGroup } from './limits.ts'
import * as v from './valibot.ts'

/** 1 to 50 addresses, each once, ignoring case. */
export const groupEmails = v.pipe(
  v.array(email),
  v.minLength(1, 'required'),
  v.maxLength(emailsPerGroup, 'emails-too-many'),
  v.check(emails => new Set(emails.map(each => each.toLowerCase())).size === emails.length, 'email-twice'),
)

/** The form of a notification group (specification, section 7). */
export const notificationGroupForm = v.object({
  name: label,
  emails: groupEmails,
  quota: v.boolean(),
  expiry: v.boolean(),
})

export type NotificationGroupForm = v.InferOutput<typeof notificationGroupForm>
