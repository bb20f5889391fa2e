import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { codeOrRecoveryCode } from '../../domain/code.ts'
import { passwordMaximum } from '../../domain/limits.ts'
import * as v from '../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectEmail, selectScreen } from '../../machines/provider-sign-in/selectors.ts'
import { departure } from '../confirm/round-trip.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormCodeField, FormPasswordField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { providerName } from '../site/providers.ts'
import { Button } from '../ui/button.tsx'
import { FailureState } from '../ui/failure.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { ProviderSignInFlow, useProviderSignIn, useProviderSignInEvents } from './flow.tsx'

/** The page to which an OpenID provider sends the user back. */
export default function ProviderReturn() {
  return (
    <ProviderSignInFlow>
      <Screen />
    </ProviderSignInFlow>
  )
}

function Screen() {
  const screen = useProviderSignIn(selectScreen)
  const confirms = useProviderSignIn(({ context }) => context.confirms)
  if (screen === 'checking') return <ScreenLoading />
  return (
    <>
      {screen === 'password' && <LinkForm />}
      {screen === 'code' && <CodeForm />}
      {screen === 'refused' && <Refused />}
      <WayOut to={confirms ? departure() : '/'} />
    </>
  )
}

const password = v.object({
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(passwordMaximum, 'password-too-long')),
})

/** A user with the same address: the password links the two. */
function LinkForm() {
  const t = useText()
  const events = useProviderSignInEvents()
  const email = useProviderSignIn(selectEmail)
  const name = providerName(useProviderSignIn(({ context }) => context.provider))
  const submitting = useProviderSignIn(selectSubmitting)
  const waitingTime = useProviderSignIn(selectWaitingTime)
  const form = useForm({ resolver: valibotResolver(password), defaultValues: { password: '' } })
  return (
    <>
      <EntryHeading focus={false} title={t('sso.linkTitle')} lead={t('sso.linkLead', { email, name })} />
      <FlowForm
        form={form}
        onSubmit={({ password }) => events.submitPassword(password)}
        failure={useProviderSignIn(selectFailure)}
      >
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <FormPasswordField
          name="password"
          label={t('auth.password')}
          autoFocus
          autoComplete="current-password"
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('sso.link')}
        </Button>
      </FlowForm>
    </>
  )
}

const code = v.object({ code: codeOrRecoveryCode })

function CodeForm() {
  const t = useText()
  const events = useProviderSignInEvents()
  const submitting = useProviderSignIn(selectSubmitting)
  const form = useForm({ resolver: valibotResolver(code), defaultValues: { code: '' } })
  return (
    <>
      <EntryHeading focus={false} title={t('auth.twoStepTitle')} lead={t('sso.codeLead')} />
      <FlowForm
        form={form}
        onSubmit={({ code }) => events.submitCode(code)}
        failure={useProviderSignIn(selectFailure)}
        fields={{ AUTH_CODE_INVALID: 'code' }}
      >
        <FormCodeField name="code" label={t('sso.code')} recovery autoFocus />
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.verify')}
        </Button>
      </FlowForm>
    </>
  )
}

/** Why nobody is signed in or confirmed, with the id of the request: the administrator finds the reason by it. */
function Refused() {
  const t = useText()
  const failure = useProviderSignIn(selectFailure)
  const confirms = useProviderSignIn(({ context }) => context.confirms)
  return (
    <FailureState
      level={1}
      title={t(confirms ? 'sso.notConfirmedTitle' : 'sso.refusedTitle')}
      failure={failure ?? { ok: false, code: 'SSO_TIMED_OUT' }}
    />
  )
}
