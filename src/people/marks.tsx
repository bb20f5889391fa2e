import { chakra } from '@chakra-ui/react'
import { Building2, KeyRound, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { expiryOf } from '../../domain/expiry.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'

/** The expiry day, or "No expiry". `at`: unix seconds, 0 for none. */
export function ExpiryDay({ at }: { at: number }) {
  const t = useText()
  const format = useFormats()
  if (at === 0) return <span>{t('people.forever')}</span>
  return (
    <chakra.span textStyle="figures" whiteSpace="nowrap">
      {format.date(at)}
    </chakra.span>
  )
}

/** The same, marked if it has passed. */
export function ExpiryText({ at }: { at: number }) {
  const t = useText()
  if (expiryOf(at, Date.now() / 1000).kind !== 'over') return <ExpiryDay at={at} />
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="0.5">
      <ExpiryDay at={at} />
      <Chip tone="danger">{t('people.expired')}</Chip>
    </chakra.span>
  )
}

/** Shows that the user was invited and has no password yet. `until`: unix seconds. */
export function InvitedText({ until }: { until: number }) {
  const t = useText()
  const format = useFormats()
  if (until <= Date.now() / 1000) return <Chip tone="warning">{t('people.invitationExpired')}</Chip>
  return <span>{t('people.invited', { day: format.date(until) })}</span>
}

type SignIn = { twoStep: boolean; passkeys: number; sso: boolean }

/** How the person signs in beside the password: a shield for two-step verification, a key for passkeys, a building for an OpenID provider. */
export function SignInMarks({ twoStep, passkeys, sso }: SignIn) {
  const t = useText()
  return (
    <>
      {twoStep && (
        <Mark label={t('people.twoStep')} of={<ShieldCheck aria-hidden="true" />} color="fg.success" />
      )}
      {passkeys > 0 && (
        <Mark
          label={t('people.passkeys', { count: passkeys })}
          of={<KeyRound aria-hidden="true" />}
          color="fg.success"
        />
      )}
      {sso && <Mark label={t('people.sso')} of={<Building2 aria-hidden="true" />} color="fg.muted" />}
    </>
  )
}

function Mark({ label, of, color }: { label: string; of: ReactNode; color: string }) {
  return (
    <chakra.span
      role="img"
      aria-label={label}
      title={label}
      color={color}
      flexShrink="0"
      _icon={{ boxSize: '16px' }}
    >
      {of}
    </chakra.span>
  )
}
