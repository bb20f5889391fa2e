import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passwordReset } from '../../domain/password.ts'
import type { EmailChange, EndedAccess } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents, signOutHere } from '../session/flow.ts'
import { navigate } from '../shell/navigate.ts'
import { Button } from '../ui/button.tsx'
import { LinkScreen, useLinkForm, useMailedLink } from './mailed-link.tsx'

/** The page of the link mailed to an old address: a new password restores it. Shows what ended with that. */
export default function UndoEmail() {
  const t = useText()
  const link = useMailedLink('/user/email/check-undo')
  const [undone, setUndone] = useState<Undone | null>(null)
  if (undone) return <Outcome {...undone} />
  return (
    <LinkScreen link={link} invalid={t('email.undoInvalid')}>
      {({ token, found, refuse }) => (
        <Undo
          key={token}
          {...{ token, change: found, refuse }}
          onUndone={ended => setUndone({ ended, change: found })}
        />
      )}
    </LinkScreen>
  )
}

type Undone = { ended: EndedAccess; change: EmailChange }
type Props = {
  token: string
  change: EmailChange
  refuse: () => void
  onUndone: (ended: EndedAccess) => void
}

function Undo({ token, change, refuse, onUndone }: Props) {
  const t = useText()
  const { failure, submit } = useLinkForm(refuse)
  const form = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  const send = ({ next }: { next: string }) =>
    submit(
      result(apiFailingFast.PUT('/user/email/undo', { body: { token, new_password: next } })),
      async ended => {
        sessionEvents.passwordReset()
        await signOutHere()
        onUndone(ended)
      },
    )
  return (
    <>
      <EntryHeading
        focus={false}
        title={t('email.undoTitle')}
        lead={
          <chakra.span overflowWrap="anywhere">
            {t('email.undoLead', { email: change.email, newEmail: change.new_email })}
          </chakra.span>
        }
      />
      <Points mt="-5">
        <li>{t('email.undoSessions')}</li>
        <li>{t('email.undoPin')}</li>
        <li>{t('email.undoKeys')}</li>
      </Points>
      <FlowForm
        form={form}
        onSubmit={send}
        failure={failure}
        fields={{ PASSWORD_REUSED: 'next', new_password: 'next' }}
      >
        <input type="text" hidden autoComplete="username" value={change.new_email} readOnly />
        <NewPasswordFields autoFocus />
        <Button type="submit" variant="main" wide mt="2" loading={form.formState.isSubmitting}>
          {t('email.undo')}
        </Button>
      </FlowForm>
    </>
  )
}

function Outcome({ ended, change }: Undone) {
  const t = useText()
  const lines = [
    ...ended.sub_users.map(email => t('email.undoneSubUser', { email })),
    ...ended.access_keys.map(key => t('email.undoneKey', key)),
    ...ended.api_clients.map(client => t('email.undoneClient', client)),
    ...ended.topics.map(name => t('email.undoneTopic', { name })),
  ]
  return (
    <>
      <EntryHeading
        title={t('email.undoneTitle')}
        lead={
          <chakra.span overflowWrap="anywhere">
            {t('email.undoneLead', { newEmail: change.new_email })}
          </chakra.span>
        }
      />
      {lines.length > 0 && (
        <>
          <chakra.p mb="2">{t('email.undoneEnded')}</chakra.p>
          <Points>
            {lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be equal.
              <li key={place}>{line}</li>
            ))}
          </Points>
        </>
      )}
      <chakra.p color="fg.muted" mb="6">
        {t('email.undoneCheck')}
      </chakra.p>
      <Button variant="main" wide onClick={() => navigate('/', { replace: true })}>
        {t('email.undoneContinue')}
      </Button>
    </>
  )
}

const Points = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1.5',
    ps: '5',
    mb: '6',
    color: 'fg.muted',
    listStyleType: 'disc',
    overflowWrap: 'anywhere',
  },
})
