import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailConfirmation } from '../../domain/email-change.ts'
import type { EmailChange } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormPasswordField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents } from '../session/flow.ts'
import { navigate } from '../shell/navigate.ts'
import { Button } from '../ui/button.tsx'
import { LinkScreen, useLinkForm, useMailedLink } from './mailed-link.tsx'

/** The page of the link mailed to a new address: entering the password confirms it. */
export default function ConfirmEmail() {
  const t = useText()
  const link = useMailedLink('/user/email/check')
  const [changed, setChanged] = useState<EmailChange | null>(null)
  if (changed) return <Changed change={changed} />
  return (
    <LinkScreen link={link} invalid={t('email.confirmInvalid')}>
      {({ token, found, refuse }) => (
        <Confirmation key={token} {...{ token, change: found, refuse }} onChanged={() => setChanged(found)} />
      )}
    </LinkScreen>
  )
}

type Props = { token: string; change: EmailChange; refuse: () => void; onChanged: () => void }

function Confirmation({ token, change, refuse, onChanged }: Props) {
  const t = useText()
  const { failure, submit } = useLinkForm(refuse)
  const form = useForm({ resolver: valibotResolver(emailConfirmation), defaultValues: { password: '' } })
  const send = ({ password }: { password: string }) =>
    submit(result(apiFailingFast.PUT('/user/email', { body: { token, password } })), () => {
      sessionEvents.reloadUser()
      onChanged()
    })
  return (
    <>
      <EntryHeading
        focus={false}
        title={t('email.confirmTitle')}
        lead={<Addresses id="email.confirmLead" change={change} />}
      />
      <FlowForm
        form={form}
        onSubmit={send}
        failure={failure}
        fields={{ CURRENT_PASSWORD_INCORRECT: 'password' }}
      >
        <input type="text" hidden autoComplete="username" value={change.email} readOnly />
        <FormPasswordField
          name="password"
          label={t('email.password')}
          autoComplete="current-password"
          autoFocus
        />
        <Button type="submit" variant="main" wide mt="2" loading={form.formState.isSubmitting}>
          {t('email.confirm')}
        </Button>
      </FlowForm>
    </>
  )
}

function Changed({ change }: { change: EmailChange }) {
  const t = useText()
  return (
    <>
      <EntryHeading
        title={t('email.changedTitle')}
        lead={<Addresses id="email.changedLead" change={change} />}
      />
      <chakra.p color="fg.muted" mb="6">
        <Addresses id="email.changedUndo" change={change} />
      </chakra.p>
      <Button variant="main" wide onClick={() => navigate('/', { replace: true })}>
        {t('email.continue')}
      </Button>
    </>
  )
}

type AddressesId = 'email.confirmLead' | 'email.changedLead' | 'email.changedUndo'

function Addresses({ id, change }: { id: AddressesId; change: EmailChange }) {
  const t = useText()
  const values = { email: change.email, newEmail: change.new_email }
  return <chakra.span overflowWrap="anywhere">{t(id, values)}</chakra.span>
}
