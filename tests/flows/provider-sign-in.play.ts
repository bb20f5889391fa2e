import type { SnapshotFrom } from 'xstate'
import type { providerSignInMachine } from '../../machines/provider-sign-in/machine.ts'
import { screenOf } from './support/entry-play.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

const returnTo = '/dashboard'
type Snapshot = SnapshotFrom<typeof providerSignInMachine>

const password = (state: SeenForm['state']) => screenOf(t('sso.linkTitle'), t('sso.link'), state)
const code =
  (state: SeenForm['state']) =>
  ({ context: { failure } }: Snapshot): Sight => {
    const title = t('auth.twoStepTitle')
    const { messages, wrong } = told(failure, { AUTH_CODE_INVALID: t('sso.code') })
    return { screen: { title, button: t('auth.verify'), state, messages, wrong } }
  }

export const providerSignInPlay: Play<typeof providerSignInMachine, object> = {
  acts: {
    async 'submit password'({ fill, press }, { password }) {
      await fill(t('auth.password'), password)
      await press(t('sso.link'))
    },
    async 'submit code'({ fill, press }, { code }) {
      await fill(t('sso.code'), code)
      await press(t('auth.verify'))
    },
  },
  states: {
    completing: () => ({ screen: null }),
    'password.editing': password('ready'),
    'password.submitting': password('busy'),
    'password.locked': password('disabled'),
    'code.editing': code('ready'),
    'code.submitting': code('busy'),
    refused: ({ context: { confirms, failure } }) => ({
      screen: { title: t(confirms ? 'sso.notConfirmedTitle' : 'sso.refusedTitle'), ...told(failure) },
    }),
    confirmed: () => ({ path: returnTo }),
    done: () => ({ screen: null }),
  },
}
