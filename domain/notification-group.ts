import type { UnconfirmedAddress } from '../openapi/schema.ts'
import { email } from './email.ts'
import { canonicalEmail } from './email-address.ts'
import { label } from './label.ts'
import { emailsPerGroup } from './limits.ts'
import * as v from './valibot.ts'

/** Addresses, each once, in any form. */
export const groupEmails = v.pipe(
  v.array(email),
  v.minLength(1, 'required'),
  v.maxLength(emailsPerGroup, 'emails-too-many'),
  v.check(emails => new Set(emails.map(canonicalEmail)).size === emails.length, 'email-twice'),
)

/**
 * Whether a group's address gets mails: once it is confirmed, or if it got them before addresses were confirmed (`kept`);
 * not while that is pending, nor after it unsubscribed.
 */
export type AddressState = UnconfirmedAddress['state'] | 'confirmed'

/** The form of a notification group (specification, section 7). */
export const notificationGroupForm = v.object({
  name: label,
  emails: groupEmails,
  quota: v.boolean(),
  expiry: v.boolean(),
})

export type NotificationGroupForm = v.InferOutput<typeof notificationGroupForm>
