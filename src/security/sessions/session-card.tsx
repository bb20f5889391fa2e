import { chakra } from '@chakra-ui/react'
import { Monitor, Smartphone } from 'lucide-react'
import type { UserSession } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function deviceText(t: Text, { browser, system }: UserSession): string {
  return t('security.device', {
    browser: browser || t('security.unknownBrowser'),
    system: system || t('security.unknownSystem'),
  })
}

export const SessionCards = chakra('ul', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', listStyleType: 'none' },
})

const Card = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    alignItems: 'center',
    columnGap: '4',
    rowGap: '2',
    px: { base: '4', sm: '5' },
    py: '3',
    minH: '16',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
  },
})

const Badge = chakra('span', {
  base: {
    textStyle: 'small',
    fontWeight: 'medium',
    color: 'fg.success',
    bg: 'success.subtle',
    borderRadius: 'full',
    px: '2.5',
    py: '0.5',
    whiteSpace: 'nowrap',
  },
})

/** One session: device, address, time, and a button to end it. */
export function SessionCard({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const t = useText()
  const format = useFormats()
  const device = deviceText(t, session)
  const phone = /^(Android|iOS|iPadOS)/.test(session.system)
  return (
    <Card aria-current={session.current || undefined}>
      <chakra.span color="fg.accent" flexShrink="0" _icon={{ boxSize: '22px', strokeWidth: '1.75' }}>
        {phone ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
      </chakra.span>
      <chakra.div flex={{ base: '1 1 240px', sm: '1' }} minW="0">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
          <chakra.h2 fontWeight="medium" overflowWrap="anywhere" minW="0">
            {device}
          </chakra.h2>
          {session.current && <Badge>{t('security.thisSession')}</Badge>}
        </chakra.div>
        <chakra.div
          textStyle="small"
          fontFamily="figures"
          fontVariantNumeric="tabular-nums"
          color="fg.muted"
          display="flex"
          flexDirection={{ base: 'column', sm: 'row' }}
          flexWrap={{ base: 'nowrap', sm: 'wrap' }}
          columnGap="4"
        >
          <chakra.span overflowWrap="anywhere">{session.address}</chakra.span>
          <span>{t('security.signedInAt', { date: format.dateTime(session.created_at) })}</span>
          <span>{t('security.lastUsed', { date: format.dateTime(session.last_used_at) })}</span>
        </chakra.div>
      </chakra.div>
      {!session.current && (
        <Button
          size="sm"
          ms={{ base: '38px', sm: '0' }}
          aria-label={t('security.endOf', { device })}
          onClick={onEnd}
        >
          {t('security.end')}
        </Button>
      )}
    </Card>
  )
}

export function SessionCardsSkeleton() {
  return (
    <SessionCards aria-busy="true">
      {['34%', '42%', '30%'].map(width => (
        <Card key={width}>
          <Skeleton boxSize="22px" borderRadius="sm" />
          <chakra.div flex="1" display="flex" flexDirection="column" gap="2.5">
            <Skeleton style={{ width }} />
            <Skeleton width="72%" h="10px" />
          </chakra.div>
        </Card>
      ))}
    </SessionCards>
  )
}
