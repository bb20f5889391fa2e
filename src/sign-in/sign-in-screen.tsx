import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import type { AuthenticateFlow } from '../session/authenticate/flow.ts'
import { PasswordForm } from '../session/authenticate/password-form.tsx'
import { brand } from '../site/brand.ts'
import { Anchor } from '../ui/anchor.tsx'
import { PasswordReset, ProviderButtons, TwoStepStep } from './entry-chunks.ts'

/** The sign-in page. `onSend` runs with each attempt, to preload the next screen. */
export function SignInScreen({ flow, onSend }: { flow: AuthenticateFlow; onSend: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
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
