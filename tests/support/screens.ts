import type { Page } from 'playwright'
import type { Locale } from '../../src/i18n/locales.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { Values } from '../../src/i18n/text.ts'
import { say } from './say.ts'
import { signIn } from './visit.ts'

/** Which console a screen needs: with the sample data, without a pin, with a first password, or with no bucket. */
export type Setting = 'demo' | 'no pin' | 'first password' | 'empty'

/** One screen of the product: `open` brings a page, where the user is signed in already, to it. */
export type Screen = {
  name: string
  setting: Setting
  signedIn: boolean
  open(
    page: Page,
    at: { url: string; phone: boolean; t(id: MessageId, values?: Values): string },
  ): Promise<unknown>
}

const screen = (name: string, open: Screen['open'], more: Partial<Screen> = {}): Screen => ({
  name,
  setting: 'demo',
  signedIn: true,
  open,
  ...more,
})

/** The texts of `locale`, as a screen's `t`. */
export const texts = (locale: Locale) => (id: MessageId, values?: Values) => say(locale, id, values)

/** Every screen, for pictures and for accessibility checks alike. */
export const screens: Screen[] = [
  screen(
    'sign-in',
    async (page, { url, t }) => {
      await page.goto(url)
      await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'sign-in-refused',
    async (page, { url, t }) => {
      await page.goto(url)
      await signIn(page, t('auth.signIn') === 'Sign in' ? 'en' : 'vi', 'Sai-mat-khau-1')
      await page.getByText(t('error.INVALID_CREDENTIALS')).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'sign-in-fields',
    async (page, { url, t }) => {
      await page.goto(url)
      await page.getByLabel(t('auth.email'), { exact: true }).fill('khong-phai-email')
      await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
      await page.getByText(t('issue.email-invalid')).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'change-password-first',
    async (page, { t }) => {
      await page.getByRole('heading', { name: t('auth.changeFirstTitle') }).waitFor()
    },
    { setting: 'first password' },
  ),
  screen(
    'pin-set-up',
    async (page, { t }) => {
      await page.getByRole('heading', { name: t('auth.pinSetUpTitle') }).waitFor()
    },
    { setting: 'no pin' },
  ),
  screen('security', async (page, { url, t }) => {
    await page.goto(`${url}/security`)
    await page.getByText(t('auth.pinIsSetTitle')).waitFor()
  }),
  screen('buckets', async (page, { url }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByText('website-static').first().waitFor()
  }),
  screen(
    'buckets-empty',
    async (page, { url, t }) => {
      await page.goto(`${url}/bucket-management`)
      await page.getByText(t('buckets.empty.title')).waitFor()
    },
    { setting: 'empty' },
  ),
  screen('buckets-failed', async (page, { url, t }) => {
    await page.route('**/api/bucket', route => route.abort())
    await page.goto(`${url}/bucket-management`)
    await page.getByText(t('buckets.failed')).waitFor()
  }),
  screen('buckets-loading', async (page, { url, t }) => {
    await page.route('**/api/bucket', () => undefined)
    await page.goto(`${url}/bucket-management`)
    await page.getByRole('heading', { name: t('buckets.title'), exact: true }).waitFor()
  }),
  screen('bucket-create', async (page, { url, t }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByText('website-static').first().waitFor()
    await page.getByRole('button', { name: t('buckets.new') }).click()
    await page.getByRole('dialog').getByLabel(t('buckets.nameLabel')).fill('Anh_Gia-')
  }),
  screen('bucket-menu', async (page, { url, t }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'moi-tao' }) }).click()
    await page.getByText(t('common.open'), { exact: true }).waitFor()
  }),
  screen('bucket-delete', async (page, { url, t }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'moi-tao' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByLabel(t('buckets.deletePin'))
      .waitFor()
  }),
  screen('avatar-menu', async (page, { url, t }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByRole('button', { name: t('shell.account', { name: 'nguyen.van.an' }) }).click()
    await page.getByText(t('shell.logout')).waitFor()
  }),
  screen('drawer', async (page, { url, t, phone }) => {
    await page.goto(`${url}/security`)
    await page.getByText(t('auth.pinIsSetTitle')).waitFor()
    if (phone) await page.getByRole('button', { name: t('shell.openNavigation') }).click()
    await page.getByRole('link', { name: t('shell.menu./security') }).waitFor()
  }),
  screen('session-expired', async (page, { url, t }) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByText('website-static').first().waitFor()
    await page.context().clearCookies({ name: 'kho_access' })
    await page.getByRole('button', { name: t('common.refresh') }).click()
    await page.getByRole('heading', { name: t('auth.expiredTitle') }).waitFor()
  }),
  screen('not-found', async (page, { url, t }) => {
    await page.goto(`${url}/khong-co`)
    await page.getByText(t('shell.notFound.title')).waitFor()
  }),
]
