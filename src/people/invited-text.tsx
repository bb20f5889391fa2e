import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'

/** Shows that the user was invited and has no password yet. `until`: unix seconds. */
export function InvitedText({ until }: { until: number }) {
  const t = useText()
  const format = useFormats()
  if (until <= Date.now() / 1000) return <Chip tone="warning">{t('people.invitationExpired')}</Chip>
  return <span>{t('people.invited', { day: format.date(until) })}</span>
}
