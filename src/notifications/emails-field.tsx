import type { Ref } from 'react'
import { email } from '../../domain/email.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import * as v from '../../domain/valibot.ts'
import { ChipsField } from '../forms/chips-field.tsx'
import { useText } from '../i18n/text.ts'

type Props = {
  initial: readonly string[]
  /** Called with the addresses, including typed text that is not yet a chip. */
  onEmails: (emails: string[]) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** `An <an@example.com>`, as copied from mail programs: only the address. */
const addressOf = (text: string) => text.replace(/^.*<(.+)>$/, '$1')

/** Addresses as chips, without duplicates in any form. */
export function EmailsField({ initial, onEmails, error, ref }: Props) {
  const t = useText()
  return (
    <ChipsField
      label={t('groups.emails')}
      help={t('groups.emailsHint')}
      listLabel={t('groups.emailsOf')}
      removeLabel={address => t('groups.removeEmail', { email: address })}
      initial={initial}
      onValues={onEmails}
      wrong={address => (v.is(email, address) ? undefined : t('issue.email-invalid'))}
      clean={addressOf}
      same={canonicalEmail}
      inputMode="email"
      error={error}
      ref={ref}
    />
  )
}
