import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayCall } from '../../domain/permissions.ts'
import type { Profile } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'
import { useText } from '../i18n/text.ts'
import { GroupsSection } from '../notifications/groups-section.tsx'
import { useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ProfileDetails } from './profile-details.tsx'

const ChangeEmail = lazyDialog(() => import('./change-email-dialog.tsx'))
const ProfileForm = lazyDialog(
  () => import('./profile-form.tsx'),
  ({ onDone }) => onDone(),
  ProfileDetails,
)

/** The user's profile and, for owners, the notification groups. */
export default function ProfileScreen() {
  const t = useText()
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const [dialog, setDialog] = useState<'change email' | { sentTo: string } | null>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const done = () => {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  const content = (profile?: Profile) => (
    <>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' }}
        gap={{ base: '4', sm: '6' }}
        alignItems="start"
      >
        <IdentityCard profile={profile} />
        <chakra.div display="flex" flexDirection="column" gap={{ base: '4', sm: '6' }} minW="0">
          <Section
            title={t('profile.details')}
            action={
              profile &&
              !editing && (
                <Button ref={edit} size="sm" onClick={() => setEditing(true)}>
                  <Pencil />
                  {t('profile.edit')}
                </Button>
              )
            }
          >
            {profile && editing ? (
              <ProfileForm profile={profile} onDone={done} />
            ) : (
              <ProfileDetails profile={profile} onChangeEmail={() => setDialog('change email')} />
            )}
          </Section>
          {mayCall(user, 'listNotificationGroups') && <GroupsSection />}
        </chakra.div>
      </chakra.div>
      {profile && dialog === 'change email' && (
        <ChangeEmail
          email={profile.email}
          onSent={email => setDialog({ sentTo: email })}
          onClose={() => setDialog(null)}
        />
      )}
      {profile && typeof dialog === 'object' && dialog && (
        <EmailSentDialog email={dialog.sentTo} current={profile.email} onClose={() => setDialog(null)} />
      )}
    </>
  )
  return (
    <Page title={t('profile.title')}>
      <Read of={useQuery(read('/user/info'))} failed="profile.failed" skeleton={content()}>
        {content}
      </Read>
    </Page>
  )
}

type Props = { email: string; current: string; onClose: () => void }

/** Instructions for the link that was mailed to a new address. */
function EmailSentDialog({ email, current, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('profile.emailSentTitle')}
      lead={t('profile.emailSentLead', { email })}
      footer={
        <Button data-autofocus variant="main" onClick={close}>
          {t('profile.emailSentDone')}
        </Button>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="2" overflowWrap="anywhere">
        <p>{t('profile.emailSentNext')}</p>
        <p>{t('profile.emailSentUntil', { email: current })}</p>
        <chakra.p color="fg.muted">{t('profile.emailSentNone')}</chakra.p>
      </chakra.div>
    </Dialog>
  )
}
