import { expect, onTestFinished, test } from 'vitest'
import { type RealProvider, startRealProvider } from '../server/support/real-provider.ts'
import { providerEnv } from '../server/support/sso.ts'
import { axeFindsNow } from '../support/axe.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { newVisitor } from '../support/shared.ts'
import { noticeTheEnd } from '../support/visit.ts'

const t = texts('en')
const name = 'Công ty Đám Mây'
const rules = [{ when: [{ claim: 'groups', contains: 'operators' }], role: 'super-admin' }]
const withName = t('sso.with', { name })

/** `pin: false`: the super admin has none. */
async function start(options: { pin?: boolean } = {}): Promise<{ kho: Console; corp: RealProvider }> {
  const corp = await startRealProvider()
  const kho = await startConsole({
    ...options,
    env: {
      KHO_BASE_PATH: '/kho',
      KHO_OIDC_PROVIDERS: 'corp,other',
      ...providerEnv('corp', { issuer: corp.issuer, rules, CLIENT_SECRET: corp.client.secret, NAME: name }),
      ...providerEnv('other', { issuer: 'https://sso.example.com', rules, NAME: 'Other' }),
    },
  })
  onTestFinished(async () => {
    corp.stop()
    await kho.stop()
  })
  corp.serve([`${kho.url}/sign-in/return/corp`])
  return { kho, corp }
}

async function open(kho: Console) {
  const context = await newVisitor({ kho, signedIn: false })
  onTestFinished(() => context.close())
  return context.newPage()
}

test('a person signs in by a provider with one press here, and is back where the link led, below a base path', async () => {
  const { kho, corp } = await start({ pin: false })
  corp.people.set('an', { email: owner.email, email_verified: true, groups: ['operators'] })
  corp.letIn('an')
  const page = await open(kho)
  await page.goto('/kho/dashboard?from=mail')
  await page.getByRole('button', { name: withName }).click()
  await page.getByRole('heading', { level: 1, name: t('sso.linkTitle') }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText(t('sso.linkLead', { email: owner.email, name })).waitFor()
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/kho/dashboard?from=mail')
  await page.getByRole('navigation').first().waitFor()

  // No PIN had to be set: a new sign-in confirms, that of another person does not.
  corp.people.set('la', { email: 'la@example.com', email_verified: true, groups: ['operators'] })
  const confirmed = page.getByRole('button', { name: t('keys.create') }).first()
  for (const person of ['la', 'an']) {
    corp.letIn(person)
    await page.goto('/kho/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    const question = page.getByRole('dialog', { name: t('confirm.title') })
    await question.getByText(t('sso.confirmAway')).waitFor()
    await question.getByRole('button', { name: t('sso.again', { name }) }).click()
    if (person === 'an') break
    await page.getByRole('heading', { level: 1, name: t('sso.notConfirmedTitle') }).waitFor()
    await page.getByText(t('error.SSO_OTHER_PERSON')).waitFor()
    await page.getByRole('link', { name: t('common.back') }).click()
    await page.waitForURL('**/kho/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
  }
  await page.getByText(t('sso.confirmed.toast')).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/kho/security/keys')
  await page.getByRole('button', { name: t('keys.unlock') }).click()
  await confirmed.waitFor()
  // As of somebody whose account requires the provider.
  await page.route('**/api/user', async route => {
    const response = await route.fetch()
    const user = response.ok() ? { ...(await response.json()), sso_required: true } : undefined
    await route.fulfill({ response, ...(user && { json: user }) })
  })
  await page.goto('/kho/dashboard?from=mail')
  await page.getByRole('navigation').first().waitFor()

  // Without a password here, the provider opens an ended session again.
  const logout = await page
    .context()
    .request.post(`${kho.url}/api/auth/logout`, { headers: { origin: new URL(kho.url).origin } })
  expect(logout.status()).toBe(204)
  await noticeTheEnd(page)
  const expired = page.getByRole('dialog', { name: t('auth.expiredTitle') })
  await expired.getByText(t('sso.away')).waitFor()
  await expect.poll(() => expired.getByLabel(t('auth.password'), { exact: true }).count()).toBe(0)
  await expired.getByRole('button', { name: t('auth.otherAccount') }).waitFor()
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  const back = page.waitForURL('**/sign-in/return/corp*', { waitUntil: 'commit' })
  await expired.getByRole('button', { name: withName }).click()
  await back
  await page.waitForURL('**/kho/dashboard?from=mail')
  await page.getByRole('navigation').first().waitFor()
  await expect.poll(() => expired.count()).toBe(0)

  const next = await open(kho)
  await next.goto('/kho/user-management/audit-log')
  await next.getByRole('button', { name: withName }).click()
  await next.waitForURL('**/kho/user-management/audit-log')
  await next.getByRole('navigation').first().waitFor()

  await next.getByRole('button', { name: t('shell.account', { name: '' }).trim() }).click()
  await next.getByRole('menuitem', { name: t('shell.logout') }).click()
  await next.waitForURL(url => url.href.startsWith(`${corp.issuer}/session/end`))
  await next.getByRole('button', { name: 'Yes, sign me out' }).click()
  await next.waitForURL(`${kho.url}/`)
  await next.getByRole('button', { name: withName }).waitFor()
})

test('a refusal says why, with the request, and leads back to the ways in, the last one first', async () => {
  const { kho, corp } = await start()
  corp.people.set('la', { email: 'la@example.com', email_verified: true, groups: [] })
  corp.letIn('la')
  const page = await open(kho)
  await page.goto('/kho/')
  await page.getByRole('button', { name: 'Other' }).waitFor()
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  await page.getByRole('button', { name: withName }).click()
  await page.getByRole('heading', { level: 1, name: t('sso.refusedTitle') }).waitFor()
  const why = page.getByRole('main').getByRole('alert')
  await expect.poll(() => why.innerText()).toContain(t('error.SSO_NO_RULE'))
  await expect.poll(() => why.innerText()).toMatch(/[\da-f]{8}-[\da-f-]{27}/)
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  await page.getByRole('link', { name: t('auth.backToSignIn') }).click()
  const buttons = page.getByRole('button', { name: t('sso.with', { name: '' }).trim() })
  await expect.poll(() => buttons.allInnerTexts()).toEqual([withName, t('sso.with', { name: 'Other' })])
  await page.goto(`${kho.url}/sign-in/return/corp?code=forged&state=forged`)
  await page.getByText(t('error.SSO_TIMED_OUT')).waitFor()
})
