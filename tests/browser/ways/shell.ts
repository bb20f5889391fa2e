import { expect } from 'vitest'
import { type Locale, languages, locales } from '../../../languages/languages.ts'
import { refusal } from '../../support/key-screens.ts'
import { type Action, action, desktopWays, press } from './action.ts'
import { brandLinks } from './brand-links.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const account = button('shell.account', 'name')
const openNavigation = button('shell.openNavigation')
const closeNavigation = button('shell.closeNavigation')
const choiceOf = (locale: Locale): Control => ({
  role: 'button',
  text: `${locale} ${languages[locale].name}`,
})
const refresh = button('common.refresh')
const find = button('shell.find')
const documentation: Control = { ...link('shell.docs'), newTab: true }

const finder = (stage: Stage) => stage.page.getByRole('combobox', { name: stage.t('finder.placeholder') })
const dark = (stage: Stage) => stage.page.evaluate(() => document.documentElement.classList.contains('dark'))
const language = (stage: Stage) => stage.page.evaluate(() => document.documentElement.lang)

/** On a phone the drawer is opened first. */
async function inDrawer(stage: Stage, control: Control): Promise<void> {
  await stage.open('security')
  if (stage.phone) await stage.use(openNavigation)
  await stage.use(control)
}

const places = (
  [
    ['shell.menu./bucket-management', '/bucket-management'],
    ['shell.menu./dashboard', '/dashboard'],
    ['shell.menu./userinfo', '/userinfo'],
    ['shell.menu./user-management', '/user-management'],
    ['shell.menu./users', '/users'],
    ['shell.menu./security', '/security'],
    ['shell.menu./setting', '/setting'],
  ] as const
).map(([id, path]) =>
  action(`console: go to ${path} by the drawer`, 'security', [link(id)], async stage => {
    await inDrawer(stage, link(id))
    await expect.poll(() => new URL(stage.page.url()).pathname).toMatch(new RegExp(`^${path}`))
    if (stage.phone) await stage.noDialog()
  }),
)

const ofAccount = (
  [
    ['shell.userInformation', '/userinfo'],
    ['shell.setting', '/security'],
  ] as const
).map(([id, path]) =>
  action(`console: go to ${path} by the account menu`, 'buckets', [account, item(id)], async stage => {
    await stage.open('buckets')
    await stage.choose(account, item(id), 'nguyen.van.an')
    await stage.path(path)
  }),
)

export const shell: readonly Action[] = [
  ...brandLinks('console', 'drawer-links'),
  action(
    'console: skip to the content',
    'security',
    [link('shell.skip')],
    async stage => {
      await stage.open('security')
      await stage.use(link('shell.skip'))
      await expect.poll(() => stage.page.evaluate(() => document.activeElement?.id)).toBe('content')
    },
    { ways: ['keyboard'] },
  ),
  press('console: go to the buckets by the logo', 'security', link('shell.home'), stage =>
    stage.path('/bucket-management'),
  ),
  ...places,
  action(
    'console: close and open the drawer',
    'security',
    [openNavigation, closeNavigation],
    async stage => {
      const entry = stage.page.getByRole('link', { name: stage.t('shell.menu./userinfo'), exact: true })
      await stage.open('security')
      await stage.use(closeNavigation)
      await entry.waitFor({ state: 'hidden' })
      await stage.use(openNavigation)
      await entry.waitFor()
    },
    { ways: desktopWays },
  ),
  action('console: change the language', 'buckets', locales.map(choiceOf), async stage => {
    await stage.open('buckets')
    for (const locale of [...locales.filter(each => each !== 'en'), 'en' as const]) {
      await stage.use(choiceOf(locale))
      await expect.poll(() => language(stage)).toBe(locale)
    }
  }),
  action(
    'console: change the colours',
    'buckets',
    [button('app.toDark'), button('app.toLight')],
    async stage => {
      await stage.open('buckets')
      await stage.use(button('app.toDark'))
      await expect.poll(() => dark(stage)).toBe(true)
      await stage.use(button('app.toLight'))
      await expect.poll(() => dark(stage)).toBe(false)
    },
  ),
  ...ofAccount,
  action('console: see the shortcuts', 'buckets', [account, item('shortcuts.title')], async stage => {
    await stage.open('buckets')
    await stage.choose(account, item('shortcuts.title'), 'nguyen.van.an')
    await stage.dialog('shortcuts.title')
  }),
  action(
    'console: see the shortcuts by ?',
    'buckets',
    [],
    async stage => {
      await stage.open('buckets')
      await stage.page.keyboard.press('?')
      await stage.dialog('shortcuts.title')
      await stage.page.keyboard.press('Escape')
      await stage.noDialog()
    },
    { ways: ['keyboard'] },
  ),
  action('console: go to a path by the field of the top bar', 'buckets', [find], async stage => {
    await stage.open('buckets')
    await stage.use(find)
    await finder(stage).fill('s3://website-static/images/')
    await finder(stage).press('Enter')
    await stage.path('/bucket-management/website-static/images')
    await stage.noDialog()
  }),
  action(
    'console: go to a page by Ctrl+K',
    'buckets',
    [],
    async stage => {
      await stage.open('buckets')
      await stage.page.keyboard.press('Control+k')
      await finder(stage).fill('profile')
      await finder(stage).press('Enter')
      await stage.path('/userinfo')
    },
    { ways: ['keyboard'] },
  ),
  press('console: close the field of the top bar', 'finder', button('common.close'), stage =>
    stage.noDialog(),
  ),
  action('console: read the documentation', 'security', [documentation], async stage => {
    await stage.open('drawer')
    const guide = stage.page.context().waitForEvent('page')
    await stage.use(documentation)
    await expect.poll(async () => new URL((await guide).url()).pathname).toMatch(/^\/guide\/en/)
    await (await guide).close()
  }),
  action(
    'console: sign out',
    'buckets',
    [account, item('shell.logout')],
    async stage => {
      await stage.open('buckets')
      await stage.choose(account, item('shell.logout'), 'nguyen.van.an')
      await stage.heading('auth.signInTitle')
      const status = await stage.page.evaluate(async () => (await fetch('/api/user')).status)
      expect(status).toBe(401)
    },
    { fresh: true },
  ),
  action(
    'console: sign out while files are uploaded',
    'uploads',
    [account, item('shell.logout'), button('uploads.signOut')],
    async stage => {
      await stage.open('uploads')
      await stage.choose(account, item('shell.logout'), 'nguyen.van.an')
      await stage.dialog('uploads.signOutTitle')
      await stage.use(button('uploads.signOut'))
      await stage.heading('auth.signInTitle')
    },
    { fresh: true },
  ),
  action(
    'console: stay while files are uploaded',
    'uploads',
    [button('common.cancel')],
    async stage => {
      await stage.open('uploads')
      await stage.choose(account, item('shell.logout'), 'nguyen.van.an')
      await stage.dialog('uploads.signOutTitle')
      await stage.use(button('common.cancel'))
      await stage.noDialog()
      await stage.path('/bucket-management/website-static')
    },
    { fresh: true },
  ),
  press('console: leave an address that is not there', 'not-found', link('shell.toBuckets'), stage =>
    stage.path('/bucket-management'),
  ),
  press('console: leave a bucket that is not there', 'bucket-not-found', link('files.toBuckets'), stage =>
    stage.path('/bucket-management'),
  ),
  action(
    'console: leave a folder that is not there',
    'folder-not-found',
    [link('files.toBucket', 'bucket')],
    async stage => {
      await stage.open('folder-not-found')
      await stage.use(link('files.toBucket', 'bucket'), 'website-static')
      await stage.path('/bucket-management/website-static')
    },
  ),
  action(
    'console: sign in again in place',
    'session-expired',
    [button('auth.signIn')],
    async stage => {
      await stage.open('session-expired')
      await stage.dialog('auth.expiredTitle')
      await stage.fill('auth.password', 'Thu-nghiem-2026')
      await stage.use(button('auth.signIn'))
      await stage.noDialog()
      await stage.sends('GET', '/api/bucket', () => stage.use(refresh))
    },
    { fresh: true },
  ),
  action(
    'console: sign in again in place by a passkey',
    'session-expired-passkey',
    [button('auth.passkey')],
    async stage => {
      await stage.open('session-expired-passkey')
      await stage.page.route('**/api/auth/passkey/begin', route =>
        route.fulfill(refusal('UNKNOWN_ERROR', 500)),
      )
      await stage.sends('POST', '/api/auth/passkey/begin', () => stage.use(button('auth.passkey')))
    },
    { fresh: true },
  ),
  action(
    'console: sign in again at a provider',
    'session-expired-providers',
    [button('sso.with', 'name')],
    async stage => {
      await stage.open('session-expired-providers')
      await stage.page.route('**/api/auth/sso/begin', route => route.fulfill(refusal('UNKNOWN_ERROR', 500)))
      await stage.sends('POST', '/api/auth/sso/begin', () =>
        stage.use(button('sso.with', 'name'), 'Keycloak'),
      )
    },
    { fresh: true },
  ),
  press(
    'console: sign in as another after the session ended',
    'session-expired',
    button('auth.otherAccount'),
    stage => stage.heading('auth.signInTitle'),
    { fresh: true },
  ),
  action(
    'console: back to the password in place',
    'session-expired-code',
    [button('auth.backToPassword')],
    async stage => {
      await stage.open('session-expired-code')
      await stage.use(button('auth.backToPassword'))
      await stage.page.getByRole('dialog').getByLabel(stage.t('auth.password'), { exact: true }).waitFor()
    },
    { fresh: true },
  ),
]
