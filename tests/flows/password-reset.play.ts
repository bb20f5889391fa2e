import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { passwordIssues, screenOf, typeNewPassword } from './support/entry-play.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

type Snapshot = SnapshotFrom<typeof passwordResetMachine>
/** Who asks for a link. */
type Scene = { email: string }

/** The form is in this state, and the token of the link is not in the address. */
const form =
  (...[title, button, state, issues]: Parameters<typeof screenOf>) =>
  (snapshot: Snapshot): Sight => ({ ...screenOf(title, button, state, issues)(snapshot), hash: '' })
const request = (state: SeenForm['state']) =>
  form(t('auth.forgotPassword'), t('auth.sendLink'), state, { [t('auth.email')]: t('issue.email-invalid') })
const link = (state: SeenForm['state']) =>
  form(t('auth.resetTitle'), t('auth.setPassword'), state, passwordIssues)

/** The page says where the mail is, whether another one may be asked for, and why not. */
const sent =
  (state: SeenForm['state']) =>
  ({ context: { failure } }: Snapshot, { email }: Scene): Sight => ({
    screen: {
      title: t('auth.sentTitle'),
      ...told(failure),
      ...(!failure &&
        state === 'disabled' && { messages: [expect.stringContaining('You can request another email in')] }),
      buttons: { [t('auth.sendAgain')]: state, [t('auth.otherAddress')]: 'ready' },
      text: expect.stringContaining(t('auth.sentLead', { email })),
    },
  })

export const passwordResetPlay: Play<typeof passwordResetMachine, Scene> = {
  acts: {
    async 'submit address'({ fill, press }, _, { email }) {
      await fill(t('auth.email'), email)
      await press(t('auth.sendLink'))
    },
    resend: ({ press }) => press(t('auth.sendAgain')),
    'use another address': ({ press }) => press(t('auth.otherAddress')),
    'submit password': (person, { password }) => typeNewPassword(person, password),
    'request another link': ({ press }) => press(t('auth.requestAgain')),
  },
  states: {
    'request.editing': request('ready'),
    'request.submitting': request('busy'),
    'request.locked': request('disabled'),
    'sent.waiting': sent('disabled'),
    'sent.ready': sent('ready'),
    'sent.sending': sent('busy'),
    checking: () => ({ screen: null, hash: '' }),
    'link.editing': link('ready'),
    'link.submitting': link('busy'),
    linkInvalid: () => ({
      screen: {
        title: t('auth.linkInvalidTitle'),
        messages: [],
        buttons: { [t('auth.requestAgain')]: 'ready' },
      },
      hash: '',
    }),
    signingOut: link('busy'),
    done: () => ({ screen: { title: t('auth.signInTitle'), state: 'ready' }, path: '/' }),
  },
}
