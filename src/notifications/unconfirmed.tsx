import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { UnconfirmedAddress } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { showFailure } from '../shell/show-failure.ts'
import { showToast } from '../shell/toast.ts'
import { Button } from '../ui/button.tsx'

/** A group's addresses that are not confirmed, each with a button that mails it another link. */
export function Unconfirmed({ addresses }: { addresses: UnconfirmedAddress[] }) {
  const t = useText()
  if (addresses.length === 0) return null
  return (
    <chakra.ul
      aria-label={t('groups.unconfirmed')}
      listStyleType="none"
      display="flex"
      flexDirection="column"
      gap="1"
      mt="2"
      maxH="160px"
      overflowY="auto"
    >
      {addresses.map(address => (
        <Row key={address.email} {...address} />
      ))}
    </chakra.ul>
  )
}

function Row({ email, state }: UnconfirmedAddress) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const path = '/user/notification-addresses/send-confirmation'
    const outcome = await result(api.POST(path, { body: { email } }))
    if (outcome.ok) showToast('groups.confirmationSent', { about: email })
    else showFailure(outcome)
    setBusy(false)
  }
  return (
    <chakra.li textStyle="small" overflowWrap="anywhere">
      <span>{t(`groups.address.${state}`, { email })}</span>{' '}
      <Button
        variant="link"
        size="inline"
        loading={busy}
        aria-label={t('groups.sendAgainTo', { email })}
        onClick={() => void send()}
      >
        {t('groups.sendAgain')}
      </Button>
    </chakra.li>
  )
}
