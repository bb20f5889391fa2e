// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { takeMailedToken } from '../../src/session/mailed-token.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openApp, screenOf } from './support/entry-view.tsx'
import { type SeenForm, seenForm } from './support/seen-form.ts'
import { fill, press, shows, t, told } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

type Snapshot = Parameters<NonNullable<NonNullable<typeof passwordResetFlow.states>[string]>>[0]

/** The form is in this state, and the token of the link is not in the address. */
const form =
  (title: string, button: string, state: SeenForm['state']) => (_: unknown, snapshot: Snapshot) => {
    screenOf(title, button, state)(_, snapshot)
    expect(location.hash).toBe('')
  }
const request = (state: SeenForm['state']) => form(t('auth.forgotPassword'), t('auth.sendLink'), state)
const link = (state: SeenForm['state']) => form(t('auth.resetTitle'), t('auth.setPassword'), state)

/** The page says where the mail is, whether another one may be asked for, and why not. */
const sent =
  (state: SeenForm['state']) =>
  (_: unknown, { context: { failure, email } }: Snapshot) => {
    const later = expect.stringContaining('You can request another email in')
    shows('main', {
      title: t('auth.sentTitle'),
      ...told(failure),
      ...(!failure && state === 'disabled' && { messages: [later] }),
      buttons: { [t('auth.sendAgain')]: state, [t('auth.otherAddress')]: 'ready' },
    })
    screen.getByText(t('auth.sentLead', { email }))
  }

await describeFlowInView('password-reset', passwordResetMachine, passwordResetFlow, {
  async open(start) {
    const { token } = passwordResetFlow.starts[start]!
    await openApp(
      token === null ? '/forgot-password' : `/reset-password${token && `#${token}`}`,
      null,
      takeMailedToken,
    )
  },
  events: {
    'submit address'() {
      fill(t('auth.email'), 'owner@example.com')
      press(t('auth.sendLink'))
    },
    resend: () => press(t('auth.sendAgain')),
    'use another address': () => press(t('auth.otherAddress')),
    'submit password'() {
      fill(t('auth.newPassword'), 'Example#2')
      fill(t('auth.confirmPassword'), 'Example#2')
      press(t('auth.setPassword'))
    },
    'request another link'() {
      press(t('auth.requestAgain'))
      expect(location.pathname).toBe('/forgot-password')
    },
    'open link'(_, event) {
      const { token } = event as unknown as { token: string }
      history.pushState(null, '', `/reset-password#${token}`)
      dispatchEvent(new Event('hashchange'))
    },
  },
  states: {
    'request.editing': request('ready'),
    'request.submitting': request('busy'),
    'request.locked': request('disabled'),
    'sent.waiting': sent('disabled'),
    'sent.ready': sent('ready'),
    'sent.sending': sent('busy'),
    checking() {
      screen.getByRole('progressbar')
      expect([seenForm('main'), location.hash]).toEqual([null, ''])
    },
    'link.editing': link('ready'),
    'link.submitting': link('busy'),
    linkInvalid() {
      shows('main', {
        title: t('auth.linkInvalidTitle'),
        messages: [],
        buttons: { [t('auth.requestAgain')]: 'ready' },
      })
      expect(location.hash).toBe('')
    },
    signingOut: link('busy'),
    done() {
      shows('main', { title: t('auth.signInTitle'), state: 'ready' })
      expect([location.pathname, sessionStorage.length]).toEqual(['/', 0])
    },
  },
})
