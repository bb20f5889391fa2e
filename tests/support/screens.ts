import type { Page } from 'playwright'
import type { Locale } from '../../languages/languages.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { Values } from '../../src/i18n/text.ts'
import { setBrandInPage } from './brand-in-page.ts'
import { bucketDetailsScreens } from './bucket-details-screens.ts'
import { bucketKeepingScreens } from './bucket-keeping-screens.ts'
import { bucketPolicyScreens } from './bucket-policy-screens.ts'
import { bucketSharingScreens } from './bucket-sharing-screens.ts'
import { dashboardScreens } from './dashboard-screens.ts'
import { eventScreens } from './event-screens.ts'
import { jobScreens } from './job-screens.ts'
import { actAs, refusal, showKeys } from './key-screens.ts'
import { passkeyScreens } from './passkey-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { profileScreens } from './profile-screens.ts'
import { resultsScreens } from './results-screens.ts'
import { say } from './say.ts'
import { securityScreens } from './security-screens.ts'
import { subUserGroupScreens } from './sub-user-group-screens.ts'
import { subUserImportScreens } from './sub-user-import-screens.ts'
import { manySubUserScreens } from './sub-user-many-screens.ts'
import { chooseFiles, uploadScreens } from './upload-screens.ts'
import { versionScreens } from './version-screens.ts'
import { noticeTheEnd, signIn } from './visit.ts'

/** The console that a screen needs: sample data, no PIN, a first password, or no bucket. */
export type Setting = 'demo' | 'no pin' | 'first password' | 'empty'

/** `open` takes a page to the screen by `goto`, after the routes that it needs; the user is signed in already. */
export type Screen = {
  name: string
  /** The file of the tests that has it. */
  file: string
  setting: Setting
  signedIn: boolean
  open(
    page: Page,
    at: { goto(path: string): Promise<void>; phone: boolean; t(id: MessageId, values?: Values): string },
  ): Promise<unknown>
}

export type MakeScreen = (name: string, open: Screen['open'], more?: Partial<Screen>) => Screen

const screenOf =
  (file: string): MakeScreen =>
  (name, open, more = {}) => ({
    name,
    file: `tests/support/${file}`,
    setting: 'demo',
    signedIn: true,
    open,
    ...more,
  })
const screen = screenOf('screens.ts')

const emailChange = { email: 'nguyen.van.an@example.com', new_email: 'an.nguyen@khohangviet.example' }
const mailedAddress = { email: 'ke.toan@example.com', account: 'Kho Hàng Việt' }
const challenge = (seconds: number) => ({ json: { challenge: 'c2lnbi1pbg', expires_in: seconds } })
const codeInvalid = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    code: 'AUTH_CODE_INVALID',
    detail: 'Auth code invalid',
    request_id: 'req-1',
  }),
}

/** Signs in as a user with two-step verification, with this many seconds for the code. */
async function toSecondStep(page: Page, at: Parameters<Screen['open']>[1], seconds = 300) {
  await signInWithCode(page, at, seconds)
  await page.getByLabel(at.t('auth.code')).waitFor()
}

/** Signs in; the field for the code may be gone again where `seconds` are few. */
async function signInWithCode(page: Page, { goto, t }: Parameters<Screen['open']>[1], seconds: number) {
  await page.route('**/api/auth/login', route => route.fulfill(challenge(seconds)))
  await goto('/')
  await signIn(page, t('auth.signIn') === 'Sign in' ? 'en' : 'vi')
}

/** Chooses files, of these names and sizes in bytes, in the file browser's input; from the disk, as Playwright is slow at passing bytes. */
/** The operator has set the addresses of terms, privacy and support. */
async function withLinks(page: Page): Promise<void> {
  const links = ['terms', 'privacy', 'support'].map(name => [name, `/robots.txt?${name}`])
  await setBrandInPage(page, { links })
}

/** The account's quota has so many bytes free, as far as the console is told. */
export async function quotaLeaves(page: Page, free: number): Promise<void> {
  await page.route('**/api/dashboard/quota-user', route =>
    route.fulfill({ json: { percentUse: 99, usage: 1e12, total: 1e12 + free, full_since: null } }),
  )
}

/** The texts of `locale`, as a screen's `t`. */
export const texts = (locale: Locale) => (id: MessageId, values?: Values) => say(locale, id, values)

async function openFinder(page: Page, t: ReturnType<typeof texts>): Promise<void> {
  await page.getByRole('button', { name: t('shell.find') }).click()
  await page.getByRole('combobox', { name: t('finder.placeholder') }).waitFor()
}

/** Every screen, for screenshots and accessibility checks. */
export const screens: Screen[] = [
  screen(
    'sign-in',
    async (page, { goto, t }) => {
      await goto('/')
      await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'sign-in-links',
    async (page, { goto, t }) => {
      await withLinks(page)
      await goto('/')
      await page.getByRole('link', { name: t('brand.terms') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'sign-in-refused',
    async (page, { goto, t }) => {
      await goto('/')
      await signIn(page, t('auth.signIn') === 'Sign in' ? 'en' : 'vi', 'Sai-mat-khau-1')
      await page.getByText(t('error.INVALID_CREDENTIALS')).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'sign-in-fields',
    async (page, { goto, t }) => {
      await goto('/')
      await page.getByLabel(t('auth.email'), { exact: true }).fill('khong-phai-email')
      await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
      await page.getByText(t('issue.email-invalid')).waitFor()
    },
    { signedIn: false },
  ),
  screen('two-step', (page, at) => toSecondStep(page, at), { signedIn: false }),
  screen(
    'two-step-wrong',
    async (page, at) => {
      await page.route('**/api/user/verify-2step', route => route.fulfill(codeInvalid))
      await toSecondStep(page, at, 50)
      await page.getByLabel(at.t('auth.code')).fill('287082')
      await page.getByText(at.t('error.AUTH_CODE_INVALID')).waitFor()
      await page.getByRole('timer').waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'two-step-recovery',
    async (page, at) => {
      await toSecondStep(page, at)
      await page.getByRole('button', { name: at.t('auth.useRecoveryCode') }).click()
      await page.getByLabel(at.t('auth.recoveryCode')).fill('k3m9x-20vtq')
    },
    { signedIn: false },
  ),
  screen(
    'two-step-timed-out',
    async (page, at) => {
      await signInWithCode(page, at, 1)
      await page.getByText(at.t('error.TWO_STEP_TIMED_OUT')).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'forgot-password',
    async (page, { goto, t }) => {
      await goto('/forgot-password')
      await page.getByRole('heading', { name: t('auth.forgotPassword') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'forgot-password-sent',
    async (page, { goto, t }) => {
      await goto('/forgot-password')
      await page.getByLabel(t('auth.email'), { exact: true }).fill('nobody@example.com')
      await page.getByRole('button', { name: t('auth.sendLink') }).click()
      await page.getByRole('heading', { name: t('auth.sentTitle') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'reset-password',
    async (page, { goto, t }) => {
      await page.route('**/api/user/check-reset-password', route => route.fulfill({ status: 204 }))
      await goto('/reset-password#cmVzZXQ')
      await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('Thu-nghiem')
    },
    { signedIn: false },
  ),
  screen(
    'reset-password-link-invalid',
    async (page, { goto, t }) => {
      await goto('/reset-password')
      await page.getByRole('heading', { name: t('auth.linkInvalidTitle') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'invitation',
    async (page, { goto, t }) => {
      await page.route('**/api/user/check-reset-password', route => route.fulfill({ status: 204 }))
      await goto('/invitation#bW9p')
      await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('Thu-nghiem')
    },
    { signedIn: false },
  ),
  screen(
    'invitation-link-invalid',
    async (page, { goto, t }) => {
      await goto('/invitation')
      await page.getByText(t('auth.invitationInvalidLead')).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'confirm-email',
    async (page, { goto, t }) => {
      await page.route('**/api/user/email/check', route => route.fulfill({ json: emailChange }))
      await goto('/confirm-email#ZW1haWw')
      await page.getByLabel(t('email.password'), { exact: true }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'confirm-email-done',
    async (page, { goto, t }) => {
      await page.route('**/api/user/email/check', route => route.fulfill({ json: emailChange }))
      await page.route('**/api/user/email', route => route.fulfill({ status: 202 }))
      await goto('/confirm-email#ZW1haWw')
      await page.getByLabel(t('email.password'), { exact: true }).fill('Vuon-tao#1')
      await page.getByRole('button', { name: t('email.confirm') }).click()
      await page.getByRole('heading', { name: t('email.changedTitle') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'confirm-email-link-invalid',
    async (page, { goto, t }) => {
      await goto('/confirm-email')
      await page.getByRole('heading', { name: t('auth.linkInvalidTitle') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'confirm-email-failed',
    async (page, { goto, t }) => {
      await page.route('**/api/user/email/check', route => route.abort())
      await goto('/confirm-email#ZW1haWw')
      await page.getByRole('heading', { name: t('email.checkFailed') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'undo-email',
    async (page, { goto, t }) => {
      await page.route('**/api/user/email/check-undo', route => route.fulfill({ json: emailChange }))
      await goto('/undo-email#dW5kbw')
      await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('Thu-nghiem')
    },
    { signedIn: false },
  ),
  screen(
    'undo-email-done',
    async (page, { goto, t }) => {
      const ended = {
        sub_users: ['moi.them@khohangviet.example'],
        access_keys: [{ user: emailChange.new_email, name: 'Máy chủ sao lưu' }],
        api_clients: [{ user: 'moi.them@khohangviet.example', name: 'Báo cáo tháng' }],
        topics: ['tep-moi'],
      }
      await page.route('**/api/user/email/check-undo', route => route.fulfill({ json: emailChange }))
      await page.route('**/api/user/email/undo', route => route.fulfill({ json: ended }))
      await goto('/undo-email#dW5kbw')
      for (const field of ['auth.newPassword', 'auth.confirmPassword'] as const)
        await page.getByLabel(t(field), { exact: true }).fill('Vuon-tao#2')
      await page.getByRole('button', { name: t('email.undo') }).click()
      await page.getByRole('heading', { name: t('email.undoneTitle') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'confirm-address',
    async (page, { goto, t }) => {
      await page.route('**/api/user/notification-addresses/check-confirmation', route =>
        route.fulfill({ json: mailedAddress }),
      )
      await goto('/confirm-address#ZW1haWw')
      await page.getByRole('button', { name: t('email.confirm') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'unsubscribe',
    async (page, { goto, t }) => {
      await page.route('**/api/user/notification-addresses/check-unsubscribe', route =>
        route.fulfill({ json: mailedAddress }),
      )
      await goto('/unsubscribe#ZW1haWw')
      await page.getByRole('button', { name: t('email.unsubscribe') }).waitFor()
    },
    { signedIn: false },
  ),
  screen(
    'unsubscribe-done',
    async (page, { goto, t }) => {
      await page.route('**/api/user/notification-addresses/check-unsubscribe', route =>
        route.fulfill({ json: mailedAddress }),
      )
      await page.route('**/api/user/notification-addresses/unsubscribe', route =>
        route.fulfill({ status: 204 }),
      )
      await goto('/unsubscribe#ZW1haWw')
      await page.getByRole('button', { name: t('email.unsubscribe') }).click()
      await page.getByRole('heading', { name: t('email.unsubscribedTitle') }).waitFor()
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
  ...securityScreens(screenOf('security-screens.ts')),
  ...passkeyScreens(screenOf('passkey-screens.ts')),
  screen('buckets', async (page, { goto }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
  }),
  screen(
    'buckets-empty',
    async (page, { goto, t }) => {
      await goto('/bucket-management')
      await page.getByText(t('buckets.empty.title')).waitFor()
    },
    { setting: 'empty' },
  ),
  screen('buckets-failed', async (page, { goto, t }) => {
    await page.route('**/api/bucket', route => route.abort())
    await goto('/bucket-management')
    await page.getByText(t('buckets.failed')).waitFor()
  }),
  screen('buckets-loading', async (page, { goto, t }) => {
    await page.route('**/api/bucket', () => undefined)
    await goto('/bucket-management')
    await page.getByRole('heading', { name: t('buckets.title'), exact: true }).waitFor()
  }),
  screen('bucket-create', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await page.getByRole('button', { name: t('buckets.new') }).click()
    await page.getByRole('dialog').getByLabel(t('buckets.nameLabel')).fill('Anh_Gia-')
  }),
  screen('bucket-create-locked', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await page.getByRole('button', { name: t('buckets.new') }).click()
    await page.getByRole('dialog').getByLabel(t('buckets.nameLabel')).fill('anh-gia-dinh-2026')
    await page.getByLabel(t('buckets.keeps.lock'), { exact: true }).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('buckets.new') })
      .click()
    await page.getByText(t('issue.lock-days-required')).waitFor()
  }),
  screen('bucket-menu', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'moi-tao' }) }).click()
    await page.getByText(t('common.open'), { exact: true }).waitFor()
  }),
  screen('bucket-delete', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'moi-tao' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByLabel(t('confirm.pin'), { exact: true })
      .waitFor()
  }),
  screen('bucket-delete-not-empty', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'website-static' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page.getByText(t('contents.allGoes')).waitFor()
    await page.getByLabel(t('confirm.pin'), { exact: true }).waitFor()
  }),
  ...bucketDetailsScreens(screenOf('bucket-details-screens.ts')),
  ...bucketSharingScreens(screenOf('bucket-sharing-screens.ts')),
  ...jobScreens(screenOf('job-screens.ts')),
  ...bucketKeepingScreens(screenOf('bucket-keeping-screens.ts')),
  ...versionScreens(screenOf('version-screens.ts')),
  ...resultsScreens(screenOf('results-screens.ts')),
  ...bucketPolicyScreens(screenOf('bucket-policy-screens.ts')),
  screen('avatar-menu', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('shell.account', { name: 'nguyen.van.an' }) }).click()
    await page.getByText(t('shell.logout')).waitFor()
  }),
  screen('finder', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await openFinder(page, t)
    await page.getByRole('option', { name: t('buckets.new') }).waitFor()
  }),
  screen('finder-path', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await openFinder(page, t)
    await page.keyboard.type('website-static/')
    await page.getByRole('option', { name: 'images' }).waitFor()
  }),
  screen('finder-name', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await openFinder(page, t)
    await page.keyboard.type('a')
    await page.getByRole('option', { name: 'website-static' }).waitFor()
  }),
  screen('finder-none', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await openFinder(page, t)
    await page.keyboard.type('website-static/nothing/here')
    await page.getByText(t('finder.noPath', { text: 'website-static/nothing/here' })).waitFor()
  }),
  screen('drawer', async (page, { goto, t, phone }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    if (phone) await page.getByRole('button', { name: t('shell.openNavigation') }).click()
    await page.getByRole('link', { name: t('shell.menu./security') }).waitFor()
  }),
  screen('drawer-links', async (page, { goto, t, phone }) => {
    await withLinks(page)
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    if (phone) await page.getByRole('button', { name: t('shell.openNavigation') }).click()
    await page.getByRole('link', { name: t('brand.terms') }).waitFor()
  }),
  screen('session-expired', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await page.context().clearCookies({ name: /^kho_\w+_access$/ })
    await noticeTheEnd(page, t('common.refresh'))
    await page.getByRole('heading', { name: t('auth.expiredTitle') }).waitFor()
  }),
  screen('session-expired-code', async (page, { goto, t }) => {
    await page.route('**/api/auth/login', route => route.fulfill(challenge(300)))
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await page.context().clearCookies({ name: /^kho_\w+_access$/ })
    await noticeTheEnd(page, t('common.refresh'))
    await page.getByLabel(t('auth.password'), { exact: true }).fill('Thu-nghiem-2026')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('auth.signIn'), exact: true })
      .click()
    await page.getByLabel(t('auth.code')).waitFor()
  }),
  screen('files', async (page, { goto }) => {
    await goto('/bucket-management/anh-gia-dinh')
    await page.getByRole('grid').getByText('Đọc tôi trước.txt').first().waitFor()
  }),
  screen('files-folder', async (page, { goto }) => {
    await goto(`/bucket-management/tai-lieu-cong-ty/${encodeURIComponent('Báo cáo')}/2026`)
    await page.getByText('Doanh thu tháng 01.csv').first().waitFor()
  }),
  screen('files-selected', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static/images')
    await page.getByText('banner-1.png').first().waitFor()
    for (const name of ['banner-2.png', 'banner-4.png']) {
      await page.getByRole('checkbox', { name: t('files.select', { name }) }).click({ force: true })
    }
    await page
      .getByText(t('files.selected', { count: 2 }))
      .first()
      .waitFor()
  }),
  screen('files-tiles', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static/images?view=tiles')
    await page.getByRole('grid').locator('img').first().waitFor()
    await page.getByRole('checkbox', { name: t('files.select', { name: 'banner-2.png' }) }).click()
  }),
  screen('files-tiles-folders', async (page, { goto, t }) => {
    await goto('/bucket-management/anh-gia-dinh?view=tiles&sort=-size')
    await page.getByRole('button', { name: t('files.sortNow', { column: t('files.size') }) }).click()
    await page.getByText(t('files.modified'), { exact: true }).last().waitFor()
  }),
  screen('files-tiles-loading', async (page, { goto, t }) => {
    await page.route('**/api/objects/paginate*', () => undefined)
    await goto('/bucket-management/website-static?view=tiles')
    await page.getByRole('status', { name: t('common.loading') }).waitFor()
  }),
  screen('files-menu', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'index.html' }) }).click()
    await page.getByText(t('files.download'), { exact: true }).last().waitFor()
  }),
  screen('preview', async (page, { goto }) => {
    const folder = `/bucket-management/tai-lieu-cong-ty/${encodeURIComponent('Báo cáo')}/2026`
    await goto(`${folder}?preview=${encodeURIComponent('Doanh thu tháng 01.csv')}`)
    await page.frameLocator('iframe').getByRole('table').waitFor()
    await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
  }),
  screen('preview-none', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static?preview=site.bin')
    await page.getByText(t('preview.unsupported.title')).waitFor()
  }),
  screen('files-too-many', async (page, { goto, t }) => {
    const items = Array.from({ length: 10_001 }, (_, at): ObjectItem => {
      const name = `${at}.jpg`
      const more = { type: 'file', size: 4096, last_modified: 1_790_000_000, etag: null } as const
      return { key: name, name, ...more, storage_class: 'STANDARD' }
    })
    await page.route('**/api/objects/paginate?*', route =>
      route.fulfill({ json: { items, next_token: null, exists: true } }),
    )
    await goto('/bucket-management/website-static')
    await page.getByText('1.jpg', { exact: true }).first().waitFor()
    await page.getByRole('grid').press('Control+a')
    await page.getByRole('button', { name: t('files.actions'), exact: true }).click()
    await page
      .getByText(t('files.atMost', { count: 10_000 }))
      .first()
      .waitFor()
  }),
  screen('files-delete', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    for (const name of ['images', 'index.html']) {
      await page.getByRole('checkbox', { name: t('files.select', { name }) }).click({ force: true })
    }
    await page
      .getByRole('button', { name: t('files.delete'), exact: true })
      .first()
      .click()
    await page.getByText(t('files.deleteTitle', { count: 2, name: '' })).waitFor()
  }),
  screen('files-new-folder', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    if (phone) await page.getByRole('button', { name: t('files.upload'), exact: true }).click()
    await page.getByText(t('files.new'), { exact: true }).click()
    await page.getByLabel(t('files.folderName')).fill('Ảnh/mới')
  }),
  screen('files-rename', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'images' }) }).click()
    await page.getByText(t('files.rename'), { exact: true }).last().click()
    await page.getByLabel(t('files.newName')).fill('Ảnh/mới')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('files.rename') })
      .last()
      .click()
    await page.getByText(t('issue.folder-name-slash')).waitFor()
  }),
  screen('files-copy', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'images' }) }).click()
    await page.getByText(t('files.copyTo'), { exact: true }).last().click()
    await page.getByLabel(t('files.target'), { exact: true }).fill('website-static/images/')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('files.copy') })
      .last()
      .click()
    await page.getByText(t('error.TARGET_INSIDE_SOURCE')).waitFor()
  }),
  screen('files-link', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'index.html' }) }).click()
    await page.getByText(t('files.link'), { exact: true }).last().click()
    await page.getByText(t('files.linkTitle', { name: 'index.html' })).waitFor()
  }),
  screen('files-link-made', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'index.html' }) }).click()
    await page.getByText(t('files.link'), { exact: true }).last().click()
    await page.getByText(t('files.linkTitle', { name: 'index.html' })).waitFor()
    await page.getByRole('button', { name: t('sharing.link.do') }).click()
    await page.getByRole('img', { name: t('sharing.link.qr') }).waitFor()
  }),
  screen('files-panel', async (page, { goto }) => {
    await goto('/bucket-management/website-static?object=index.html')
    await page.getByText('Content-Type', { exact: true }).waitFor()
  }),
  screen('files-panel-folder', async (page, { goto, t }) => {
    await page.route('**/api/objects/count?*', route =>
      route.fulfill({ json: { files: 9990, bytes: 5e9, next_token: 'more' } }),
    )
    await goto(`/bucket-management/website-static?object=${encodeURIComponent('images/')}`)
    await page
      .getByText(t('object.moreThan', { what: '' }).trim())
      .first()
      .waitFor()
  }),
  screen('files-panel-picture', async (page, { goto }) => {
    await goto('/bucket-management/website-static/images?object=banner-1.png')
    await page.locator('img').first().waitFor()
  }),
  screen('files-sharing', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static?object=index.html&tab=sharing')
    await page
      .getByText(t('object.everyone'))
      .or(page.getByText(t('object.nobody')))
      .waitFor()
  }),
  screen('files-details', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static?object=index.html')
    await page.getByRole('button', { name: t('object.edit') }).click()
    await page.getByRole('button', { name: t('object.metadataAdd') }).click()
    await page.getByLabel('Cache-Control').fill('một giờ')
    await page.getByRole('button', { name: t('bucket.save'), exact: true }).click()
    await page.getByText(t('issue.header-characters')).waitFor()
  }),
  screen('files-public', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'index.html' }) }).click()
    await page.getByText(t('files.public'), { exact: true }).last().click()
    await page.getByText(t('files.public.until')).waitFor()
  }),
  screen('files-private', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'index.html' }) }).click()
    await page.getByText(t('files.private'), { exact: true }).last().click()
    await page.getByText(t('files.private.links')).waitFor()
  }),
  screen('files-public-folder', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByRole('button', { name: t('files.actionsFor', { name: 'images' }) }).click()
    await page.getByText(t('files.public'), { exact: true }).last().click()
    await page.getByText(t('files.public.below')).waitFor()
  }),
  screen('files-empty', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/moi-tao')
    await page.getByText(t(phone ? 'files.empty.readOnly.title' : 'files.empty.title')).waitFor()
  }),
  screen('files-loading', async (page, { goto }) => {
    await page.route('**/api/objects/**', () => undefined)
    await goto('/bucket-management/website-static')
    await page.getByRole('navigation').first().waitFor()
  }),
  screen('files-failed', async (page, { goto, t }) => {
    await page.route('**/api/objects/**', route => route.abort())
    await goto('/bucket-management/website-static')
    await page.getByText(t('files.failed')).waitFor()
  }),
  screen('files-none-found', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.getByPlaceholder(t('files.search')).fill('không có')
    await page.getByText(t('files.none.title', { search: 'không có' })).waitFor()
  }),
  screen('bucket-not-found', async (page, { goto, t }) => {
    await goto('/bucket-management/khong-co-bucket')
    await page.getByText(t('files.noBucket.title')).waitFor()
  }),
  screen('folder-not-found', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static/khong-co')
    await page.getByText(t('files.noPrefix.title')).waitFor()
  }),
  ...uploadScreens(screenOf('upload-screens.ts')),
  screen('files-conflict', async (page, { goto, t }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await chooseFiles(page, t('files.uploadFiles'), [['index.html', 500]])
    await page.getByText(t('files.conflictTitle', { count: 1, name: 'index.html' })).waitFor()
  }),
  screen('files-space', async (page, { goto, t }) => {
    await quotaLeaves(page, 900_000)
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.route('**/s3/**', () => undefined)
    await chooseFiles(page, t('files.uploadFiles'), [['Hội nghị tổng kết.mp4', 400_000]])
    await page
      .getByText(t('uploads.uploading', { left: 1 }))
      .first()
      .waitFor()
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Bản đồ quy hoạch chi tiết khu vực ven sông giai đoạn 2026–2030 (bản cuối).pdf', 700_000],
      ['Kế hoạch năm 2027.docx', 48_000],
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((day): [string, number] => [`Ảnh ngày ${day}.jpg`, 200_000]),
    ])
    await page.getByRole('button', { name: t('files.uploadWhatFits') }).waitFor()
  }),
  screen('files-no-space', async (page, { goto, t }) => {
    await quotaLeaves(page, 0)
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Kế hoạch năm 2027.docx', 48_000],
      ['Ảnh bìa.png', 220_000],
    ])
    await page.getByText(t('files.noneFits', { count: 2 })).waitFor()
  }),
  screen('keys-locked', async (page, { goto, t }) => {
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
  }),
  screen('keys-confirm', async (page, { goto, t }) => {
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    await page.getByLabel(t('confirm.pin'), { exact: true }).waitFor()
  }),
  screen('keys-confirm-wrong', async (page, { goto, t }) => {
    await page.route('**/api/user/confirm-identity', route => route.fulfill(refusal('PIN_INCORRECT', 403)))
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    await page.getByLabel(t('confirm.pin'), { exact: true }).fill('0000')
    await page.getByRole('button', { name: t('confirm.do'), exact: true }).click()
    await page.getByText(t('error.PIN_INCORRECT')).waitFor()
  }),
  screen('keys-confirm-code', async (page, { goto, t }) => {
    await page.route('**/api/user/method-security', route =>
      route.fulfill({
        json: { method: 'two-step', provider: null, two_step: true, passkeys: 0, recovery_codes_left: 10 },
      }),
    )
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    await page.getByLabel(t('confirm.code'), { exact: true }).waitFor()
  }),
  screen('keys', async (page, { goto }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByText('Máy chủ sao lưu').first().waitFor()
  }),
  screen('keys-empty', async (page, { goto, t }) => {
    await showKeys(page, { keys: [] })
    await goto('/security/keys')
    await page.getByText(t('keys.empty.title')).waitFor()
  }),
  screen('keys-unsupported', async (page, { goto, t }) => {
    await page.route('**/api/user/access-key', route => route.fulfill(refusal('NOT_SUPPORTED', 501)))
    await goto('/security/keys')
    await page.getByText(t('keys.unsupported.title')).waitFor()
  }),
  screen('keys-menu', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'Trang web' }) }).click()
    await page.getByText(t('keys.disable'), { exact: true }).waitFor()
  }),
  screen('key-create', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.create'), exact: true }).click()
    await page.getByLabel(t('keys.nameField')).fill('Máy chủ sao lưu')
  }),
  screen('key-limit', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'Máy chủ sao lưu' }) }).click()
    await page.getByText(t('keys.change'), { exact: true }).click()
    await page.getByRole('button', { name: t('scope.add') }).scrollIntoViewIfNeeded()
  }),
  screen('key-created', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByRole('button', { name: t('keys.create'), exact: true }).click()
    await page.getByLabel(t('keys.nameField')).fill('Máy chủ sao lưu')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('keys.createdTitle') }).waitFor()
  }),
  screen('key-delete', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/keys')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'Trang web' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page.getByRole('button', { name: t('keys.deleteDo'), exact: true }).waitFor()
  }),
  screen('clients-locked', async (page, { goto, t }) => {
    await goto('/security/api')
    await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
  }),
  screen('clients', async (page, { goto }) => {
    await showKeys(page)
    await goto('/security/api')
    await page.getByText('Báo cáo hằng đêm').first().waitFor()
  }),
  screen('clients-empty', async (page, { goto, t }) => {
    await showKeys(page, { clients: [] })
    await goto('/security/api')
    await page.getByText(t('clients.empty.title')).waitFor()
  }),
  screen('client-create', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/api')
    await page.getByRole('button', { name: t('clients.create'), exact: true }).click()
    await page.getByLabel(t('clients.nameField')).fill('Báo cáo hằng đêm')
  }),
  screen('client-created', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/api')
    await page.getByRole('button', { name: t('clients.create'), exact: true }).click()
    await page.getByLabel(t('clients.nameField')).fill('Báo cáo hằng đêm')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('clients.createdTitle') }).waitFor()
  }),
  screen('client-delete', async (page, { goto, t }) => {
    await showKeys(page)
    await goto('/security/api')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'Báo cáo hằng đêm' }) }).click()
    await page.getByText(t('common.delete'), { exact: true }).click()
    await page.getByRole('button', { name: t('clients.deleteDo'), exact: true }).waitFor()
  }),
  screen('buckets-read-only', async (page, { goto }) => {
    await actAs(page, 'read')
    await goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
  }),
  screen('files-read-only', async (page, { goto }) => {
    await actAs(page, 'read')
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
  }),
  screen('files-write-only', async (page, { goto, t }) => {
    await actAs(page, 'write')
    await goto('/bucket-management/website-static')
    await page.getByText(t('files.blind.title')).waitFor()
  }),
  ...profileScreens(screenOf('profile-screens.ts')),
  ...dashboardScreens(screenOf('dashboard-screens.ts')),
  ...eventScreens(screenOf('event-screens.ts')),
  ...peopleScreens(screenOf('people-screens.ts')),
  ...subUserGroupScreens(screenOf('sub-user-group-screens.ts')),
  ...subUserImportScreens(screenOf('sub-user-import-screens.ts')),
  ...manySubUserScreens(screenOf('sub-user-many-screens.ts')),
  screen('not-found', async (page, { goto, t }) => {
    await goto('/khong-co')
    await page.getByText(t('shell.notFound.title')).waitFor()
  }),
]
