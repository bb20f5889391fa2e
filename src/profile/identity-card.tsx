import { chakra } from '@chakra-ui/react'
import { expiryOf } from '../../domain/expiry.ts'
import { initialsOf } from '../../domain/initials.ts'
import { roleOf } from '../../domain/roles.ts'
import type { Profile } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { NameText } from '../ui/name-text.tsx'
import { Facts } from './facts.tsx'

/** The facts about the user that only others can change. */
export function IdentityCard({ profile }: { profile: Profile | undefined }) {
  const t = useText()
  const user = useUser()
  const role = roleOf(user)
  return (
    <chakra.section
      aria-label={t('profile.account')}
      borderWidth="1px"
      borderRadius="xl"
      bg="bg.panel"
      px={{ base: '4', sm: '6' }}
      py="6"
    >
      <chakra.div
        display="flex"
        flexDirection={{ base: 'row', md: 'column' }}
        alignItems="center"
        textAlign={{ base: 'start', md: 'center' }}
        gap="4"
        pb="5"
        mb="5"
        borderBottomWidth="1px"
      >
        <chakra.div
          aria-hidden="true"
          display="grid"
          placeItems="center"
          flexShrink="0"
          boxSize={{ base: '16', md: '20' }}
          borderRadius="full"
          bg="accent.subtle"
          color="fg.accent"
          fontSize={{ base: '22px', md: '28px' }}
          fontWeight="semibold"
        >
          {initialsOf(user.name)}
        </chakra.div>
        <chakra.div minW="0" maxW="full">
          <chakra.p textStyle="heading" overflowWrap="anywhere">
            <NameText name={user.name} />
          </chakra.p>
          <chakra.p
            display="inline-block"
            mt="2"
            px="2.5"
            py="0.5"
            textStyle="caption"
            fontWeight="medium"
            color="fg.muted"
            bg="bg.muted"
            borderRadius="full"
          >
            {t(`shell.role.${role}`)}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <Facts
        facts={[
          { name: t('profile.customer'), value: profile?.account_name },
          ...(role === 'sub-user'
            ? []
            : [{ name: t('profile.contractCode'), value: profile?.contract_code }]),
          { name: t('profile.username'), value: user.username },
          ...(role === 'sub-user'
            ? [{ name: t('profile.permission'), value: t(`people.permission.${user.permission}`) }]
            : []),
          { name: t('profile.site'), value: user.location },
          { name: t('profile.expiry'), value: <ExpiryText date={user.expire_date} /> },
        ]}
      />
    </chakra.section>
  )
}

/** When the account expires. `date`: unix seconds, 0 for never. */
function ExpiryText({ date }: { date: number }) {
  const t = useText()
  const format = useFormats()
  const expiry = expiryOf(date, Date.now() / 1000)
  if (expiry.kind === 'forever') return t('shell.forever')
  const over = expiry.kind === 'over'
  return (
    <>
      {format.date(date)}
      <chakra.span ms="2" color={over ? 'fg.danger' : 'fg.muted'} textStyle="small">
        {over ? t('shell.expired', { date: format.date(date) }) : t('shell.daysLeft', { days: expiry.days })}
      </chakra.span>
    </>
  )
}
