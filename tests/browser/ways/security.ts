import { expect } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { refusal } from '../../support/key-screens.ts'
import { type Action, action, press } from './action.ts'
import { button, type Control, item, keyOf, link, toggle } from './controls.ts'
import type { Stage } from './stage.ts'

const twoStep = toggle('security.twoStep')
const cancel = button('common.cancel')
const menu = button('common.actionsFor', 'name')
const openApp = link('security.openApp')
const clipboard = (stage: Stage) => stage.page.evaluate(() => navigator.clipboard.readText())
const label = (stage: Stage, id: MessageId) =>
  stage.page.getByLabel(stage.t(id), { exact: true }).first().waitFor()
const nothing = async () => undefined

const tabs = (
  [
    ['security.tab.keys', '/security/keys'],
    ['security.tab.api', '/security/api'],
    ['security.tab.sessions', '/security/sessions'],
  ] as const
).map(([id, path]) => press(`security: go to ${path}`, 'security', link(id), stage => stage.path(path)))

/** The page's call is refused, so that nothing changes for whoever comes next; what it sends is what the press did. */
const asks = (
  name: string,
  screen: string,
  id: MessageId,
  call: readonly [string, string],
  before: (stage: Stage) => Promise<unknown> = nothing,
) =>
  action(`security: ${name}`, screen, [button(id)], async stage => {
    const [method, path] = call
    await stage.open(screen)
    await stage.page.route(`**${path}`, route => route.fulfill(refusal('UNKNOWN_ERROR', 500)))
    await before(stage)
    await stage.sends(method, path, () => stage.use(button(id)))
  })

const leads = (name: string, screen: string, id: MessageId, to: MessageId) =>
  press(`security: ${name}`, screen, button(id), stage => label(stage, to))

const newPassword = async (stage: Stage) => {
  await stage.fill('auth.currentPassword', 'Vuon-tao#1')
  await stage.fill('auth.newPassword', 'Vuon-tao#2')
  await stage.fill('auth.confirmPassword', 'Vuon-tao#2')
}
const newPin = async (stage: Stage) => {
  await stage.fill('security.newPin', '1470')
  await stage.fill('security.confirmNewPin', '1470')
}

export const security: readonly Action[] = [
  ...tabs,
  action('security: go back to signing in', 'security', [link('security.tab.signIn')], async stage => {
    await stage.open('sessions')
    await stage.use(link('security.tab.signIn'))
    await stage.path('/security')
  }),
  press('security: go to the keys by the footer', 'security', link('security.keysLink'), stage =>
    stage.path('/security/keys'),
  ),
  leads('begin to change the password', 'security', 'security.changePassword', 'auth.currentPassword'),
  asks(
    'change the password',
    'security-password',
    'security.changePassword',
    ['PUT', '/api/user/change-password'],
    newPassword,
  ),
  leads('begin to change the pin', 'security', 'security.changePin', 'security.currentPin'),
  asks(
    'change the pin',
    'security-pin',
    'security.changePin',
    ['PUT', '/api/user/change-pin'],
    async stage => {
      await stage.fill('security.currentPin', '2580')
      await newPin(stage)
    },
  ),
  action('security: keep the pin', 'security-pin', [cancel], async stage => {
    await stage.open('security-pin')
    await stage.use(cancel)
    await stage.noDialog()
  }),
  press('security: forget the pin', 'security-pin', button('security.forgotPin'), async stage => {
    await stage.page.getByRole('button', { name: stage.t('security.sendCode') }).waitFor()
  }),
  leads('remember the pin', 'security-pin-forgotten', 'security.rememberPin', 'security.currentPin'),
  leads('have a code sent', 'security-pin-forgotten', 'security.sendCode', 'security.mailedCode'),
  asks(
    'set a new pin',
    'security-pin-recovery',
    'security.setNewPin',
    ['PUT', '/api/user/reset-pin'],
    async stage => {
      await stage.fill('security.mailedCode', '287082')
      await newPin(stage)
    },
  ),
  press('security: begin two-step verification', 'security', twoStep, stage => label(stage, 'auth.password')),
  action(
    'security: give the password for it',
    'security-two-step-password',
    [button('security.next')],
    async stage => {
      await stage.open('security-two-step-password')
      await stage.fill('auth.password', 'Vuon-tao#1')
      await stage.use(button('security.next'))
      await stage.page.getByRole('img', { name: stage.t('security.qr') }).waitFor()
    },
  ),
  action(
    'security: copy the key of the app',
    'security-two-step-set-up',
    [button('security.copyKey')],
    async stage => {
      await stage.open('security-two-step-set-up')
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await stage.use(button('security.copyKey'))
      await expect.poll(() => clipboard(stage)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    },
  ),
  action(
    'security: open the app on this phone',
    'security-two-step-set-up',
    [openApp],
    async stage => {
      await stage.open('security-two-step-set-up')
      // A press leaves the browser: where it leads is read.
      const app = stage.page.getByRole('link', { name: stage.t('security.openApp') })
      await expect.poll(() => app.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//)
      stage.used.add(keyOf(openApp))
    },
    { ways: ['touch'] },
  ),
  action(
    'security: switch two-step verification on',
    'security-two-step-set-up',
    [button('security.switchOn')],
    async stage => {
      await stage.open('security-two-step-set-up')
      // Six digits send themselves; the button is for the second try.
      await stage.page.route('**/api/user/two-step-verification', route =>
        route.fulfill(refusal('UNKNOWN_ERROR', 500)),
      )
      await stage.sends('POST', '/api/user/two-step-verification', () =>
        stage.fill('security.code', '287082'),
      )
      await stage.shows('error.UNKNOWN_ERROR')
      await stage.sends('POST', '/api/user/two-step-verification', () =>
        stage.use(button('security.switchOn')),
      )
    },
  ),
  leads('start again', 'security-two-step-timed-out', 'security.beginAgain', 'auth.password'),
  action(
    'security: keep the recovery codes',
    'security-recovery-codes',
    [
      button('security.copyCodes'),
      button('security.downloadCodes'),
      button('security.printCodes'),
      { ...button('security.codesKept'), role: 'checkbox' },
      button('security.finish'),
    ],
    async stage => {
      await stage.page.addInitScript(() => {
        // It prints from a frame.
        window.print = () => parent.document.body.setAttribute('data-printed', '')
      })
      await stage.open('security-recovery-codes')
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await stage.use(button('security.copyCodes'))
      await expect.poll(() => clipboard(stage)).toContain('k3m9x-exa00')
      const file = stage.page.waitForEvent('download')
      await stage.use(button('security.downloadCodes'))
      expect((await file).suggestedFilename()).toMatch(/\.txt$/)
      await stage.use(button('security.printCodes'))
      await expect.poll(() => stage.page.locator('body[data-printed]').count()).toBe(1)
      await stage.use({ ...button('security.codesKept'), role: 'checkbox' })
      await stage.use(button('security.finish'))
      await stage.noDialog()
    },
  ),
  press(
    'security: begin to require it of everybody',
    'security-two-step-on',
    toggle('security.requireTwoStep'),
    async stage => void (await stage.dialog('security.requireTitle')),
  ),
  asks('require it of everybody', 'security-required-dialog', 'security.requireDo', [
    'PUT',
    '/api/user/account/sign-in',
  ]),
  press(
    'security: begin to no longer require it',
    'security-required-on',
    toggle('security.requireTwoStep'),
    async stage => void (await stage.dialog('security.allowTitle')),
  ),
  press(
    'security: begin to no longer require the organization',
    'security-sso-required',
    toggle('security.requireSso'),
    async stage => void (await stage.dialog('security.ssoAllowTitle')),
  ),
  asks('require the organization of everybody', 'security-sso-dialog', 'security.requireDo', [
    'PUT',
    '/api/user/account/sign-in',
  ]),
  leads('begin to try the rules', 'security-sso-offered', 'rules.try', 'rules.claims'),
  asks('try the rules', 'security-rules', 'rules.do', ['POST', '/api/auth/sso/explain'], stage =>
    stage.fill('rules.claims', '{}'),
  ),
  press(
    'security: stay at what is required by the logo',
    'security-required-set-up',
    { role: 'link', text: 'Kho' } satisfies Control,
    stage => stage.heading('security.requiredTitle'),
  ),
  leads('set up what is required', 'security-required-set-up', 'security.requiredSetUp', 'auth.password'),
  leads('begin to add the required passkey', 'security-required-passkey', 'passkeys.add', 'passkeys.name'),
  press('security: begin to switch it off', 'security-two-step-on', twoStep, stage =>
    label(stage, 'security.code'),
  ),
  asks(
    'switch it off',
    'security-two-step-off',
    'security.switchOff',
    ['DELETE', '/api/user/two-step-verification'],
    stage => stage.fill('security.code', '287082'),
  ),
  leads('begin to create new codes', 'security-two-step-on', 'security.renewCodes', 'security.code'),
  asks(
    'create new codes',
    'security-renew-codes',
    'security.renewCodes',
    ['POST', '/api/user/recovery-codes'],
    stage => stage.fill('security.code', '287082'),
  ),
  leads('begin to confirm by the pin', 'security-two-step-on', 'security.usePin', 'security.code'),
  leads('begin to confirm by a code', 'security-few-codes', 'security.useCode', 'auth.pin'),
  asks(
    'confirm by a code',
    'security-method',
    'security.useCodeDo',
    ['PUT', '/api/user/change-method-pin'],
    stage => stage.fill('auth.pin', '2580'),
  ),
  leads('begin to add a passkey', 'security', 'passkeys.add', 'passkeys.name'),
  asks(
    'add a passkey',
    'security-passkeys-add',
    'passkeys.add',
    ['POST', '/api/user/passkeys/begin'],
    stage => stage.fill('passkeys.name', 'Máy tính'),
  ),
  ...(['rename', 'remove'] as const).map(act =>
    action(
      `security: begin to ${act} a passkey`,
      'security-passkeys-list',
      [menu, item(`passkeys.${act}`)],
      async stage => {
        await stage.open('security-passkeys-list')
        await stage.choose(menu, item(`passkeys.${act}`), 'Điện thoại của An')
        await stage.page.getByRole('heading', { name: stage.t(`passkeys.${act}Title`) }).waitFor()
      },
    ),
  ),
  asks('rename a passkey', 'security-passkeys-rename', 'passkeys.rename', ['PUT', '/api/user/passkeys']),
  asks('remove a passkey', 'security-passkeys-remove', 'passkeys.remove', ['DELETE', '/api/user/passkeys']),
  action(
    'security: end a session',
    'sessions',
    [button('security.endOf', 'device'), button('security.end')],
    async stage => {
      await stage.open('sessions')
      await stage.use(
        button('security.endOf', 'device'),
        stage.t('security.device', { browser: 'Safari 26', system: 'iOS 26' }),
      )
      await stage.dialog('security.endTitle')
      await stage.page.route('**/api/user/sessions**', route => route.fulfill(refusal('UNKNOWN_ERROR', 500)))
      await stage.sends('DELETE', '/api/user/sessions', () => stage.use(button('security.end')))
    },
  ),
  action('security: end the other sessions', 'sessions', [button('security.endOthers')], async stage => {
    await stage.open('sessions')
    await stage.use(button('security.endOthers'))
    await stage.dialog('security.endOthersTitle')
    await stage.page.route('**/api/user/end-other-sessions', route =>
      route.fulfill(refusal('UNKNOWN_ERROR', 500)),
    )
    await stage.sends('POST', '/api/user/end-other-sessions', () => stage.use(button('security.endOthers')))
  }),
]
