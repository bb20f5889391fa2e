import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { navigate } from 'wouter/use-browser-location'
import { passwordReset } from '../../domain/password.ts'
import type { Failure } from '../../machines/failure.ts'
import type { EmailChange } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents } from '../session/events.ts'
import { forgetMailedToken } from '../session/mailed-token.ts'
import { signOutHere } from '../session/sign-out-here.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LinkScreen } from './link-screen.tsx'
import { useMailedLink } from './use-mailed-link.ts'

/** The page of the link mailed to an old address: a new password makes it the user's again. Ends at the sign-in page. */
export default function UndoEmail() {
  const t = useText()
  const link = useMailedLink('/user/email/check-undo')
  return (
    <LinkScreen link={link} invalid={t('email.undoInvalid')}>
      {valid => <Undo key={valid.token} {...valid} />}
    </LinkScreen>
  )
}

function Undo({ token, change, refuse }: { token: string; change: EmailChange; refuse: () => void }) {
  const t = useText()
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  async function send({ next }: { next: string }) {
    setFailure(null)
    const body = { token, new_password: next }
    const outcome = await result(apiFailingFast.PUT('/user/email/undo', { body }))
    if (!outcome.ok) return outcome.code === 'INVALID_TOKEN' ? refuse() : setFailure(outcome)
    forgetMailedToken()
    sessionEvents.passwordReset()
    await signOutHere()
    navigate('/', { replace: true })
  }
  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('email.undoTitle')}
          </PageTitle>
        }
        lead={
          <chakra.span overflowWrap="anywhere">
            {t('email.undoLead', { email: change.email, newEmail: change.new_email })}
          </chakra.span>
        }
      />
      <chakra.ul
        display="flex"
        flexDirection="column"
        gap="1.5"
        ps="5"
        mt="-5"
        mb="6"
        color="fg.muted"
        listStyleType="disc"
      >
        <li>{t('email.undoSessions')}</li>
        <li>{t('email.undoPin')}</li>
        <li>{t('email.undoKeys')}</li>
      </chakra.ul>
      <FlowForm form={form} onSubmit={send} failure={failure} fields={{ PASSWORD_REUSED: 'next' }}>
        <input type="text" hidden autoComplete="username" value={change.new_email} readOnly />
        <NewPasswordFields autoFocus />
        <Button type="submit" variant="main" wide mt="2" loading={form.formState.isSubmitting}>
          {t('email.undo')}
        </Button>
      </FlowForm>
    </>
  )
}
