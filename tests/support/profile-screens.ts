import type { Page } from 'playwright'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { answerChanged } from './changed-answer.ts'
import type { MakeScreen, Screen } from './screens.ts'

/** Calls the API as the signed-in user; ignores refusals, as the object may exist. */
async function ask(page: Page, method: string, path: string, body: unknown): Promise<void> {
  await page.evaluate(
    ([method, path, body]) =>
      fetch(`/api${path}`, { method, body, headers: { 'content-type': 'application/json' } }),
    [method, path, JSON.stringify(body)] as const,
  )
}

/** Fills in a profile and notification groups. */
async function fillProfile(page: Page): Promise<void> {
  await ask(page, 'PUT', '/user/info', {
    fullName: 'nguyen.van.an',
    phone: '+84912345678',
    company: 'Công ty TNHH Kho Hàng Việt',
    gender: 'Male',
    address: '12 Tràng Tiền',
    city: '01',
    ward: '00070',
  })
  const emails = ['ke.toan@example.com', 'thu.quy@example.com', 'giam.doc@example.com', 'lan@example.com']
  await ask(page, 'POST', '/user/notification-groups', { name: 'Kế toán', emails })
  await ask(page, 'POST', '/user/notification-groups', { name: 'Vận hành', emails: ['ops@example.com'] })
}

export const profileScreens = (screen: MakeScreen): Screen[] => [
  screen('profile', async (page, { goto, t }) => {
    await fillProfile(page)
    await goto('/userinfo')
    await page.getByText('Tràng Tiền').first().waitFor()
    await page.getByText('Kế toán').waitFor()
    await page.getByRole('button', { name: t('profile.edit'), exact: true }).waitFor()
  }),
  screen('profile-edit', async (page, { goto, t }) => {
    await fillProfile(page)
    await goto('/userinfo')
    await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
    await page.getByLabel(t('profile.phone')).fill('0123')
    await page.getByRole('button', { name: t('profile.save') }).click()
    await page.getByText(t('issue.phone-invalid')).waitFor()
    await page.getByLabel(t('profile.city'), { exact: true }).fill('ha')
    await page.getByRole('option', { name: 'Hà Nội' }).waitFor()
  }),
  screen('profile-leave', async (page, { goto, t, phone }) => {
    await goto('/userinfo')
    await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
    await page.getByLabel(t('profile.company')).fill('Kho')
    if (phone) await page.getByRole('button', { name: t('shell.openNavigation') }).click()
    await page.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click()
    await page.getByText(t('leaving.entered.lead')).waitFor()
  }),
  screen('profile-email', async (page, { goto, t }) => {
    await fillProfile(page)
    await goto('/userinfo')
    await page.getByRole('button', { name: t('profile.changeEmail') }).click()
    await page.getByLabel(t('profile.newEmail')).fill('an.nguyen@')
    await page.getByRole('button', { name: t('profile.sendLink') }).click()
    await page.getByText(t('issue.email-invalid')).waitFor()
  }),
  screen('profile-email-sent', async (page, { goto, t }) => {
    await page.route('**/api/user/email', route => route.fulfill({ status: 202 }))
    await fillProfile(page)
    await goto('/userinfo')
    await page.getByRole('button', { name: t('profile.changeEmail') }).click()
    await page.getByLabel(t('profile.newEmail')).fill('an.nguyen@khohangviet.example')
    await page.getByRole('button', { name: t('profile.sendLink') }).click()
    await page.getByText(t('profile.emailSentNext')).waitFor()
  }),
  screen('profile-loading', async (page, { goto, t }) => {
    await page.route(/api\/user\/(info|notification)/, () => undefined)
    await goto('/userinfo')
    await page.getByText(t('profile.expiry')).waitFor()
  }),
  screen('profile-failed', async (page, { goto, t }) => {
    await page.route('**/api/user/info', route => route.abort())
    await goto('/userinfo')
    await page.getByText(t('profile.failed')).waitFor()
  }),
  screen('profile-group', async (page, { goto, t }) => {
    await goto('/userinfo')
    await page.getByRole('button', { name: t('groups.add') }).click()
    const emails = page.getByLabel(t('groups.emails'), { exact: true })
    await emails.fill('an@example.com, khong-phai-email; lan@example.com ')
    await page.getByText(t('issue.email-invalid')).waitFor()
  }),
  screen('profile-alerts', async (page, { goto, t }) => {
    const quota = {
      kind: 'quota',
      threshold: 95,
      used: 10_260_000_000,
      total: 10_737_418_240,
      expire_date: null,
    }
    const expiry = { kind: 'expiry', threshold: 7, used: null, total: null, expire_date: 1_790_500_000 }
    const alerts = [
      { ...quota, at: 1_790_000_000, emails: ['an@example.com', 'lan@example.com'] },
      { ...expiry, at: 1_789_900_000, emails: [] },
    ]
    await page.route('**/api/user/alerts', route => route.fulfill({ json: { alerts } }))
    await fillProfile(page)
    await goto('/userinfo')
    await page.getByText(t('alerts.sentToNobody')).waitFor()
    await page.getByText(t('alerts.sentToNobody')).scrollIntoViewIfNeeded()
  }),
  screen('profile-group-delete', async (page, { goto, t }) => {
    await fillProfile(page)
    await page.route('**/api/user/notification-groups', route =>
      answerChanged<{ groups: NotificationGroup[] }>(route, ({ groups }) => ({
        groups: groups.map(group => ({ ...group, topics: ['don-hang', 'hoa-don'] })),
      })),
    )
    await goto('/userinfo')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'Kế toán' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page.getByLabel(t('groups.typeName', { name: 'Kế toán' })).fill('ke toan')
    await page.getByRole('button', { name: t('groups.delete') }).click()
    await page.getByText(t('issue.wrong-name')).waitFor()
  }),
  screen('audit', async (page, { goto, t }) => {
    await fillProfile(page)
    await goto('/user-management/audit-log')
    await page
      .getByRole('list', { name: t('audit.list') })
      .getByText('Kế toán')
      .first()
      .waitFor()
  }),
  screen('audit-filtered', async (page, { goto, t }) => {
    await fillProfile(page)
    await goto('/user-management/audit-log?action=NOTIFICATION_GROUP_CREATED&search=to%C3%A1n')
    await page.getByText('Kế toán').first().waitFor()
    await page.getByRole('button', { name: t('audit.clear') }).waitFor()
  }),
  screen('audit-calendar', async (page, { goto, t }) => {
    await goto('/user-management/audit-log?from=2026-11-05&to=2026-11-20')
    const label = t('audit.from')
    await page.getByRole('button', { name: t('date.calendar', { label }) }).click()
    await page.getByRole('grid').waitFor()
  }),
  screen('audit-none-found', async (page, { goto, t }) => {
    await goto('/user-management/audit-log?search=khong-co')
    await page.getByText(t('audit.none.title')).waitFor()
  }),
  screen('audit-loading', async (page, { goto, t }) => {
    await page.route('**/api/audit**', () => undefined)
    await goto('/user-management/audit-log')
    await page.getByLabel(t('audit.kind')).waitFor()
  }),
  screen('audit-failed', async (page, { goto, t }) => {
    await page.route('**/api/audit**', route => route.abort())
    await goto('/user-management/audit-log')
    await page.getByText(t('audit.failed')).waitFor()
  }),
]
