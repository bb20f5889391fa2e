import type { Page } from 'playwright'
import { setBrandInPage } from './brand-in-page.ts'
import { refusal } from './key-screens.ts'
import type { MakeScreen, Screen } from './screens.ts'
import { noticeTheEnd } from './visit.ts'

type At = Parameters<Screen['open']>[1]

/** The same visitor at the same console under a name: a bare address has no passkeys. */
async function underName(page: Page, { goto }: At, path: string): Promise<void> {
  await goto('/robots.txt')
  const { origin } = new URL(page.url())
  const named = origin.replace('127.0.0.1', 'localhost')
  const cookies = await page.context().cookies(origin)
  await page.context().addCookies(cookies.map(cookie => ({ ...cookie, domain: 'localhost' })))
  const stored = await page.evaluate(() => Object.entries(localStorage))
  await page.goto(`${named}/robots.txt`)
  await page.evaluate(entries => {
    localStorage.clear()
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, stored)
  await page.goto(named + path)
}

/** The installation has two OpenID providers. */
const withProviders = (page: Page) =>
  setBrandInPage(page, {
    sso: [
      ['corp', 'Công ty Đám Mây'],
      ['other', 'Keycloak'],
    ],
  })

async function endSession(page: Page, { t }: At): Promise<void> {
  await page.getByText('website-static').first().waitFor()
  await page.context().clearCookies({ name: /^kho_\w+_access$/ })
  await noticeTheEnd(page, t('common.refresh'))
  await page.getByRole('heading', { name: t('auth.expiredTitle') }).waitFor()
}

/** Where a passkey or an OpenID provider signs in. */
export function passkeyScreens(screen: MakeScreen): Screen[] {
  return [
    screen(
      'sign-in-passkey',
      async (page, at) => {
        await underName(page, at, '/')
        await page.getByRole('button', { name: at.t('auth.passkey') }).waitFor()
      },
      { signedIn: false },
    ),
    screen(
      'sign-in-providers',
      async (page, { goto, t }) => {
        await withProviders(page)
        await goto('/')
        await page.getByRole('button', { name: t('sso.with', { name: 'Keycloak' }) }).waitFor()
      },
      { signedIn: false },
    ),
    screen('session-expired-passkey', async (page, at) => {
      await underName(page, at, '/bucket-management')
      await endSession(page, at)
      await page.getByRole('button', { name: at.t('auth.passkey') }).waitFor()
    }),
    screen('session-expired-providers', async (page, at) => {
      await withProviders(page)
      await at.goto('/bucket-management')
      await endSession(page, at)
      await page.getByText(at.t('sso.away')).waitFor()
    }),
    screen('session-expired-sso', async (page, at) => {
      await withProviders(page)
      await page.route('**/api/user', async route => {
        const response = await route.fetch()
        const user = response.ok() ? { ...(await response.json()), sso_required: true } : undefined
        await route.fulfill({ response, ...(user && { json: user }) })
      })
      await at.goto('/bucket-management')
      await endSession(page, at)
      await page.getByText(at.t('sso.away')).waitFor()
    }),
    screen('keys-confirm-provider', async (page, { goto, t }) => {
      await withProviders(page)
      await page.route('**/api/user/method-security', route =>
        route.fulfill({ json: { method: 'pin', provider: 'corp', passkeys: 0 } }),
      )
      await goto('/security/keys')
      await page.getByRole('button', { name: t('keys.unlock') }).click()
      await page.getByText(t('sso.confirmAway')).waitFor()
    }),
    screen('sign-in-not-confirmed', async (page, { goto, t }) => {
      await page.route('**/api/user/confirm-identity/provider', route =>
        route.fulfill(refusal('SSO_NOT_FRESH', 403)),
      )
      await goto('/sign-in/return/corp?code=c&state=confirm.s')
      await page.getByRole('heading', { name: t('sso.notConfirmedTitle') }).waitFor()
    }),
    screen('security-required-passkey', async (page, at) => {
      await page.route('**/api/user', async route => {
        const user = await (await route.fetch()).json()
        await route.fulfill({ json: { ...user, require_two_step: true } })
      })
      await underName(page, at, '/security')
      await page.getByRole('button', { name: at.t('passkeys.add') }).waitFor()
    }),
  ]
}
