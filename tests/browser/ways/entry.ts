import { expect } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { owner } from '../../support/console.ts'
import { refusal } from '../../support/key-screens.ts'
import { type Action, action, press } from './action.ts'
import { brandLinks } from './brand-links.ts'
import { button, type Control, link } from './controls.ts'
import type { Stage } from './stage.ts'

const label = (stage: Stage, id: MessageId) =>
  stage.page.getByLabel(stage.t(id), { exact: true }).first().waitFor()

/** The call is refused, so that the next walk finds the page as it was; what it sends is what the press did. */
const asks = (
  name: string,
  screen: string,
  id: MessageId,
  call: readonly [string, string],
  before: (stage: Stage) => Promise<unknown> = async () => undefined,
) =>
  action(`entry: ${name}`, screen, [button(id)], async stage => {
    const [method, path] = call
    await stage.open(screen)
    await stage.page.route(`**${path}`, route => route.fulfill(refusal('UNKNOWN_ERROR', 500)))
    await before(stage)
    await stage.sends(method, path, () => stage.use(button(id)))
  })

const atProvider = button('sso.with', 'name')

export const entry: readonly Action[] = [
  ...brandLinks('entry', 'sign-in-links'),
  action('entry: sign in', 'sign-in', [button('auth.signIn')], async stage => {
    await stage.open('sign-in')
    await stage.fill('auth.email', owner.email)
    await stage.fill('auth.password', owner.password)
    await stage.use(button('auth.signIn'))
    await stage.path('/bucket-management')
    await stage.page.context().clearCookies({ name: /^kho_\w+_access$/ })
    await stage.page.evaluate(() => localStorage.clear())
  }),
  action(
    'entry: see the password',
    'sign-in',
    [button('auth.showPassword', 'field'), button('auth.hidePassword', 'field')],
    async stage => {
      const type = () => stage.page.getByLabel(stage.t('auth.password'), { exact: true }).getAttribute('type')
      await stage.open('sign-in')
      await stage.use(button('auth.showPassword', 'field'), stage.t('auth.password'))
      await expect.poll(type).toBe('text')
      await stage.use(button('auth.hidePassword', 'field'), stage.t('auth.password'))
      await expect.poll(type).toBe('password')
    },
  ),
  asks('sign in with a passkey', 'sign-in-passkey', 'auth.passkey', ['POST', '/api/auth/passkey/begin']),
  action('entry: sign in at a provider', 'sign-in-providers', [atProvider], async stage => {
    await stage.open('sign-in-providers')
    await stage.page.route('**/api/auth/sso/begin', route => route.fulfill(refusal('UNKNOWN_ERROR', 500)))
    await stage.sends('POST', '/api/auth/sso/begin', () => stage.use(atProvider, 'Keycloak'))
  }),
  press('entry: forget the password', 'sign-in', link('auth.forgotPassword'), stage =>
    stage.path('/forgot-password'),
  ),
  press(
    'entry: go to the sign-in by the logo',
    'forgot-password',
    { role: 'link', text: 'Kho' } satisfies Control,
    stage => stage.path('/'),
  ),
  press('entry: go back unconfirmed', 'sign-in-not-confirmed', link('common.back'), stage =>
    stage.heading('buckets.title'),
  ),
  press('entry: go back to the sign-in', 'forgot-password', link('auth.backToSignIn'), stage =>
    stage.path('/'),
  ),
  action(
    'entry: have a link sent',
    'forgot-password',
    [button('auth.sendLink'), button('auth.otherAddress')],
    async stage => {
      await stage.open('forgot-password')
      await stage.fill('auth.email', `${stage.name}@example.com`)
      await stage.use(button('auth.sendLink'))
      await stage.heading('auth.sentTitle')
      await stage.use(button('auth.otherAddress'))
      await label(stage, 'auth.email')
    },
  ),
  action('entry: have another link sent', 'forgot-password-sent', [button('auth.sendAgain')], async stage => {
    await stage.page.clock.install()
    await stage.page.route('**/api/user/request-reset-password', route => route.fulfill({ status: 202 }))
    await stage.open('forgot-password-sent')
    await stage.page.clock.fastForward(120_000)
    await stage.sends('POST', '/api/user/request-reset-password', () => stage.use(button('auth.sendAgain')))
  }),
  asks(
    'set a new password',
    'reset-password',
    'auth.setPassword',
    ['PUT', '/api/user/reset-password'],
    async stage => {
      await stage.fill('auth.newPassword', 'Vuon-tao#2')
      await stage.fill('auth.confirmPassword', 'Vuon-tao#2')
    },
  ),
  asks(
    'set the first password',
    'invitation',
    'auth.setPassword',
    ['PUT', '/api/user/reset-password'],
    async stage => {
      await stage.fill('auth.newPassword', 'Vuon-tao#2')
      await stage.fill('auth.confirmPassword', 'Vuon-tao#2')
    },
  ),
  press(
    'entry: request a link in place of an invitation',
    'invitation-link-invalid',
    button('auth.requestAgain'),
    stage => label(stage, 'auth.email'),
  ),
  press('entry: request a link anew', 'reset-password-link-invalid', button('auth.requestAgain'), stage =>
    label(stage, 'auth.email'),
  ),
  asks('confirm a new email', 'confirm-email', 'email.confirm', ['PUT', '/api/user/email'], stage =>
    stage.fill('email.password', owner.password),
  ),
  press('entry: go on with the new email', 'confirm-email-done', button('email.continue'), stage =>
    stage.path('/'),
  ),
  action('entry: look at a link again', 'confirm-email-failed', [button('common.retry')], async stage => {
    await stage.open('confirm-email-failed')
    await stage.sends('POST', '/api/user/email/check', () => stage.use(button('common.retry')))
  }),
  asks(
    'undo a change of the email',
    'undo-email',
    'email.undo',
    ['PUT', '/api/user/email/undo'],
    async stage => {
      await stage.fill('auth.newPassword', 'Vuon-tao#2')
      await stage.fill('auth.confirmPassword', 'Vuon-tao#2')
    },
  ),
  press('entry: sign in after undoing a change', 'undo-email-done', button('email.undoneContinue'), stage =>
    stage.path('/'),
  ),
  asks('confirm an address of a group', 'confirm-address', 'email.confirm', [
    'PUT',
    '/api/user/notification-addresses/confirm',
  ]),
  asks('unsubscribe an address', 'unsubscribe', 'email.unsubscribe', [
    'PUT',
    '/api/user/notification-addresses/unsubscribe',
  ]),
  asks('give the code', 'two-step', 'auth.verify', ['POST', '/api/user/verify-2step'], async stage => {
    // Six digits send themselves; the button is for the second try.
    await stage.sends('POST', '/api/user/verify-2step', () => stage.fill('auth.code', '287082'))
    await stage.shows('error.UNKNOWN_ERROR')
  }),
  press('entry: use a recovery code', 'two-step', button('auth.useRecoveryCode'), stage =>
    label(stage, 'auth.recoveryCode'),
  ),
  press('entry: use the app after all', 'two-step-recovery', button('auth.useAppCode'), stage =>
    label(stage, 'auth.code'),
  ),
  press('entry: go back from the code', 'two-step', button('auth.backToSignIn'), stage =>
    label(stage, 'auth.password'),
  ),
  asks(
    'replace the first password',
    'change-password-first',
    'auth.changePassword',
    ['PUT', '/api/user/change-password'],
    async stage => {
      await stage.fill('auth.currentPassword', owner.password)
      await stage.fill('auth.newPassword', 'Vuon-tao#2')
      await stage.fill('auth.confirmPassword', 'Vuon-tao#2')
    },
  ),
  asks('set the first pin', 'pin-set-up', 'auth.setPin', ['PUT', '/api/user/init-pin'], async stage => {
    await stage.fill('auth.pin', owner.pin)
    await stage.fill('auth.confirmPin', owner.pin)
  }),
  action(
    'entry: use another account',
    'pin-set-up',
    [button('auth.otherAccount')],
    async stage => {
      await stage.open('pin-set-up')
      await stage.use(button('auth.otherAccount'))
      await stage.heading('auth.signInTitle')
    },
    { fresh: true },
  ),
]
