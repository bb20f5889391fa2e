import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { mayHavePasskeys } from '../api/passkey-support.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { type AuthenticateFlow, useAuthenticateEvents } from '../session/authenticate/flow.ts'
import { PasswordForm } from '../session/authenticate/password-form.tsx'
import { brand } from '../site/brand.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordReset, ProviderButtons, TwoStepStep } from './entry-chunks.ts'

/** The sign-in page. `onSend` runs with each attempt, to preload the next screen. */
export function SignInScreen({ flow, onSend }: { flow: AuthenticateFlow; onSend: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
  const { askForPasskey } = useAuthenticateEvents(flow)
  const forgot = `/forgot-password${location.search}`
  return (
    <>
      <EntryHeading
        focus={false}
        tab={t('auth.signIn')}
        title={t('auth.signInTitle')}
        lead={t('auth.signInLead')}
      />
      <PasswordForm
        flow={flow}
        onSend={() => {
          onSend()
          void TwoStepStep.preload()
        }}
      >
        {mayHavePasskeys() && (
          <Button variant="link" size="inline" alignSelf="center" onClick={askForPasskey}>
            {t('auth.passkey')}
          </Button>
        )}
        <Anchor
          href={forgot}
          onClick={(event: MouseEvent<HTMLAnchorElement>) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            const typed = event.currentTarget.closest('form')?.elements.namedItem('username')
            navigate(forgot, { state: { email: typed instanceof HTMLInputElement ? typed.value : '' } })
          }}
          alignSelf="center"
          color="fg.accent"
          _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
          onPointerEnter={PasswordReset.preload}
          onFocus={PasswordReset.preload}
        >
          {t('auth.forgotPassword')}
        </Anchor>
      </PasswordForm>
      {brand.sso && <ProviderButtons />}
    </>
  )
}
