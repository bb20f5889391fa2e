import type { Page } from 'playwright'
import type { MethodSecurity, Passkey, SsoExplanation, UserSession } from '../../openapi/schema.ts'
import { refusal } from './key-screens.ts'
import type { Screen } from './screens.ts'

type At = Parameters<Screen['open']>[1]
type Make = (name: string, open: Screen['open']) => Screen

const pinOnly: MethodSecurity = {
  method: 'pin',
  provider: null,
  pin_exists: true,
  two_step: false,
  two_step_required: false,
  required_by_operator: false,
  passkeys: 0,
  sso: 'none',
  sso_required: false,
  recovery_codes_left: 0,
}
const withCodes: MethodSecurity = { ...pinOnly, two_step: true, recovery_codes_left: 8 }

type Passkeys = { passkeys: Passkey[]; obstacle: 'http' | 'ip-address' | null }
const noPasskeys: Passkeys = { passkeys: [], obstacle: null }

/** RFC 6238's example secret, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const uri = `otpauth://totp/Kho:nguyen.van.an%40example.com?secret=${secret}&issuer=Kho`
const recoveryCodes = [
  'k3m9x',
  'a7h2d',
  'p0q4r',
  'z8n5c',
  'e1t6v',
  'w2j9b',
  'g4x7s',
  'y5k3f',
  'm6d8h',
  'r9c0n',
].map((half, at) => `${half}-exa${at}0`)

const explanations: SsoExplanation[] = [
  {
    ...{ provider: 'corp', name: 'Công ty Đám Mây', rules: 4, outcome: 'admitted', rule: 3, claim: null },
    passed: [
      { rule: 1, claim: ['groups'], test: 'contains', values: ['"quan-tri"'], why: 'other-value' },
      {
        rule: 2,
        claim: ['resource_access', 'kho', 'roles'],
        test: 'in',
        values: ['"owner"'],
        why: 'missing',
      },
    ],
    terms: {
      ...{ role: 'sub-user', account: 'HD-2026-001', account_name: 'Nội thất Mộc Lan', permission: 'read' },
      ...{ scope: [{ bucket: 'anh-gia-dinh', prefix: 'Tết 2026/' }], expire_date: 1_790_000_000 },
    },
  },
  {
    ...{ provider: 'google', name: 'Google', rules: 1, outcome: 'refused', rule: null, claim: null },
    ...{ passed: [], terms: null },
  },
]

const hour = 3600
const at = 1_760_000_000
const sessions: UserSession[] = [
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d21',
    browser: 'Chrome 142',
    system: 'Windows 11',
    address: '203.0.113.7',
    created_at: at,
    last_used_at: at + 3 * hour,
    current: true,
  },
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d22',
    browser: 'Safari 26',
    system: 'iOS 26',
    address: '2001:db8:4f3a:1c20:a8b1:77ff:fe21:90cd',
    created_at: at - 70 * hour,
    last_used_at: at + 2 * hour,
    current: false,
  },
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d23',
    browser: '',
    system: '',
    address: '198.51.100.24',
    created_at: at - 400 * hour,
    last_used_at: at - 90 * hour,
    current: false,
  },
]

const passkeys: Passkey[] = [
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d31',
    name: 'Điện thoại của An',
    synced: true,
    created_at: at - 70 * hour,
    last_used_at: at + 2 * hour,
  },
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d32',
    name: 'Khóa bảo mật trong ngăn kéo ở văn phòng',
    synced: false,
    created_at: at - 400 * hour,
    last_used_at: null,
  },
]

/** Invented answers, so that no picture shows a real secret. */
async function show(
  page: Page,
  method: MethodSecurity,
  listed = sessions,
  found = noPasskeys,
): Promise<void> {
  await page.route('**/api/user/method-security', route => route.fulfill({ json: method }))
  await page.route('**/api/user/sessions', route => route.fulfill({ json: { sessions: listed } }))
  await page.route('**/api/user/passkeys', route => route.fulfill({ json: found }))
  await page.route('**/api/user/two-step-verification', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { secret, uri, expires_in: 600 } })
      : route.fulfill({ json: { recovery_codes: recoveryCodes } }),
  )
  await page.route('**/api/user/request-reset-pin', route =>
    route.fulfill({ json: { expires_in: 600, resend_in: 60 } }),
  )
}

async function openSignIn(page: Page, { goto, t }: At, method: MethodSecurity): Promise<void> {
  await show(page, method)
  await goto('/security')
  await page.getByRole('switch', { name: t('security.twoStep') }).waitFor()
}

async function openPasskeys(page: Page, { goto, t }: At, found: Passkeys): Promise<void> {
  await show(page, { ...pinOnly, passkeys: found.passkeys.length }, sessions, found)
  await goto('/security')
  await page.getByRole('heading', { name: t('passkeys.title'), exact: true }).waitFor()
}

async function openPasskeyAct(page: Page, to: At, act: 'rename' | 'remove'): Promise<void> {
  await openPasskeys(page, to, { ...noPasskeys, passkeys })
  const { name } = passkeys[0]!
  await page.getByRole('button', { name: to.t('common.actionsFor', { name }) }).click()
  await page
    .getByRole('menuitem', { name: to.t(`passkeys.${act}`), exact: true })
    .or(page.getByRole('dialog').getByRole('button', { name: to.t(`passkeys.${act}`), exact: true }))
    .click()
  await page.getByRole('heading', { name: to.t(`passkeys.${act}Title`) }).waitFor()
}

async function openTwoStep(page: Page, to: At, method = pinOnly): Promise<void> {
  await openSignIn(page, to, method)
  await page.getByRole('switch', { name: to.t('security.twoStep') }).click()
  await page.getByRole('dialog').locator('input:not([hidden])').first().waitFor()
}

async function openSetUp(page: Page, to: At): Promise<void> {
  await openTwoStep(page, to)
  await page.getByRole('dialog').getByLabel(to.t('auth.password'), { exact: true }).fill('Vuon-tao#1')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: to.t('security.qr') }).waitFor()
}

async function openPin(page: Page, to: At): Promise<void> {
  await openSignIn(page, to, pinOnly)
  await page.getByRole('button', { name: to.t('security.changePin') }).click()
  await page.getByRole('dialog').getByLabel(to.t('security.currentPin'), { exact: true }).waitFor()
}

async function openRecovery(page: Page, to: At): Promise<void> {
  await openPin(page, to)
  await page.getByRole('button', { name: to.t('security.forgotPin') }).click()
  await page.getByRole('button', { name: to.t('security.sendCode') }).waitFor()
}

async function openRules(page: Page, to: At): Promise<void> {
  await openSignIn(page, to, { ...pinOnly, sso: 'offered' })
  await page.getByRole('button', { name: to.t('rules.try') }).click()
  await page.getByRole('dialog').getByLabel(to.t('rules.claims')).waitFor()
}

/** The security page, without keys and API clients. */
export function securityScreens(screen: Make): Screen[] {
  return [
    screen('security', (page, to) => openSignIn(page, to, pinOnly)),
    screen('security-no-pin', (page, to) =>
      openSignIn(page, to, { ...pinOnly, pin_exists: false, provider: 'corp', sso: 'used' }),
    ),
    screen('security-two-step-on', (page, to) => openSignIn(page, to, { ...withCodes, method: 'two-step' })),
    screen('security-few-codes', (page, to) =>
      openSignIn(page, to, { ...withCodes, recovery_codes_left: 2 }),
    ),
    screen('security-required-on', (page, to) =>
      openSignIn(page, to, { ...withCodes, two_step_required: true }),
    ),
    screen('security-required-dialog', async (page, to) => {
      await openSignIn(page, to, withCodes)
      await page.getByRole('switch', { name: to.t('security.requireTwoStep') }).click()
      await page.getByRole('heading', { name: to.t('security.requireTitle') }).waitFor()
    }),
    screen('security-sso-required', (page, to) =>
      openSignIn(page, to, { ...pinOnly, sso: 'used', sso_required: true }),
    ),
    screen('security-sso-offered', (page, to) => openSignIn(page, to, { ...pinOnly, sso: 'offered' })),
    screen('security-sso-dialog', async (page, to) => {
      await openSignIn(page, to, { ...pinOnly, sso: 'used' })
      await page.getByRole('switch', { name: to.t('security.requireSso') }).click()
      await page.getByRole('heading', { name: to.t('security.ssoTitle') }).waitFor()
    }),
    screen('security-rules', openRules),
    screen('security-rules-tried', async (page, to) => {
      await page.route('**/api/auth/sso/explain', route => route.fulfill({ json: { explanations } }))
      await openRules(page, to)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(to.t('rules.claims')).fill('{ "groups": ["khach"] }')
      await dialog.getByRole('button', { name: to.t('rules.do'), exact: true }).click()
      await dialog.getByText(to.t('rules.passed')).waitFor()
    }),
    screen('security-required-set-up', async (page, { goto, t }) => {
      await page.route('**/api/user', async route => {
        const user = await (await route.fetch()).json()
        await route.fulfill({ json: { ...user, require_two_step: true } })
      })
      await goto('/security')
      await page.getByRole('heading', { name: t('security.requiredTitle') }).waitFor()
    }),
    screen('security-passkeys-list', (page, to) => openPasskeys(page, to, { ...noPasskeys, passkeys })),
    screen('security-passkeys-impossible', (page, to) =>
      openPasskeys(page, to, { ...noPasskeys, obstacle: 'http' }),
    ),
    screen('security-passkeys-failed', async (page, to) => {
      await show(page, pinOnly)
      await page.route('**/api/user/passkeys', route => route.abort())
      await to.goto('/security')
      await page.getByText(to.t('passkeys.failed')).waitFor()
    }),
    screen('security-passkeys-add', async (page, to) => {
      await openPasskeys(page, to, noPasskeys)
      await page.getByRole('button', { name: to.t('passkeys.add') }).click()
      await page.getByRole('dialog').getByLabel(to.t('passkeys.name')).waitFor()
    }),
    screen('security-passkeys-rename', (page, to) => openPasskeyAct(page, to, 'rename')),
    screen('security-passkeys-remove', (page, to) => openPasskeyAct(page, to, 'remove')),
    screen('security-loading', async (page, { goto, t }) => {
      await page.route('**/api/user/method-security', () => undefined)
      await goto('/security')
      await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
    }),
    screen('security-failed', async (page, { goto, t }) => {
      await page.route('**/api/user/method-security', route => route.abort())
      await goto('/security')
      await page.getByText(t('security.failed')).waitFor()
    }),
    screen('security-password', async (page, to) => {
      const { t } = to
      await openSignIn(page, to, pinOnly)
      await page.route('**/api/user/change-password', route =>
        route.fulfill(refusal('CURRENT_PASSWORD_INCORRECT', 400)),
      )
      await page.getByRole('button', { name: t('security.changePassword') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('auth.currentPassword'), { exact: true }).fill('Vuon-tao#1')
      await dialog.getByLabel(t('auth.newPassword'), { exact: true }).fill('Vuon-tao#2')
      await dialog.getByLabel(t('auth.confirmPassword'), { exact: true }).fill('Vuon-tao#2')
      await page.keyboard.press('Enter')
      await page.getByText(t('error.CURRENT_PASSWORD_INCORRECT')).waitFor()
    }),
    screen('security-pin', async (page, to) => {
      await openPin(page, to)
      await page.keyboard.press('Enter')
      await page.getByText(to.t('issue.required')).first().waitFor()
    }),
    screen('security-pin-locked', async (page, to) => {
      const { t } = to
      await openPin(page, to)
      await page.route('**/api/user/change-pin', route => route.fulfill(refusal('TOO_MANY_REQUESTS', 429)))
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('security.currentPin'), { exact: true }).fill('2580')
      await dialog.getByLabel(t('security.newPin'), { exact: true }).fill('1470')
      await dialog.getByLabel(t('security.confirmNewPin'), { exact: true }).fill('1470')
      await page.keyboard.press('Enter')
      await page.getByRole('timer').waitFor()
    }),
    screen('security-pin-forgotten', openRecovery),
    screen('security-pin-recovery', async (page, to) => {
      await openRecovery(page, to)
      await page.getByRole('button', { name: to.t('security.sendCode') }).click()
      await page.getByLabel(to.t('security.mailedCode')).waitFor()
    }),
    screen('security-two-step-password', (page, to) => openTwoStep(page, to)),
    screen('security-two-step-set-up', openSetUp),
    screen('security-two-step-wrong-code', async (page, to) => {
      await openSetUp(page, to)
      await page.route('**/api/user/two-step-verification', route =>
        route.fulfill(refusal('AUTH_CODE_INVALID', 403)),
      )
      await page.getByLabel(to.t('security.code')).fill('000000')
      await page.getByText(to.t('error.AUTH_CODE_INVALID')).waitFor()
    }),
    screen('security-two-step-timed-out', async (page, to) => {
      await openSetUp(page, to)
      await page.route('**/api/user/two-step-verification', route =>
        route.fulfill(refusal('TWO_STEP_NOT_BEGUN', 409)),
      )
      await page.getByLabel(to.t('security.code')).fill('287082')
      await page.getByRole('button', { name: to.t('security.beginAgain') }).waitFor()
    }),
    screen('security-recovery-codes', async (page, to) => {
      await openSetUp(page, to)
      await page.getByLabel(to.t('security.code')).fill('287082')
      await page.getByText(recoveryCodes[0]!).waitFor()
    }),
    screen('security-two-step-off', (page, to) => openTwoStep(page, to, withCodes)),
    screen('security-method', async (page, to) => {
      await openSignIn(page, to, withCodes)
      await page.getByRole('button', { name: to.t('security.useCode') }).click()
      await page.getByRole('dialog').getByLabel(to.t('auth.pin'), { exact: true }).waitFor()
    }),
    screen('security-renew-codes', async (page, to) => {
      await openSignIn(page, to, withCodes)
      await page.getByRole('button', { name: to.t('security.renewCodes') }).click()
      await page.getByRole('dialog').getByLabel(to.t('security.code')).waitFor()
    }),
    screen('sessions', async (page, { goto, t }) => {
      await show(page, pinOnly)
      await goto('/security/sessions')
      await page.getByText(t('security.thisSession')).waitFor()
    }),
    screen('sessions-only-this', async (page, { goto, t }) => {
      await show(page, pinOnly, sessions.slice(0, 1))
      await goto('/security/sessions')
      await page.getByText(t('security.onlyThisTitle')).waitFor()
    }),
    screen('sessions-end-others', async (page, { goto, t }) => {
      await show(page, pinOnly)
      await goto('/security/sessions')
      await page.getByRole('button', { name: t('security.endOthers') }).click()
      await page.getByText(t('security.endOthersTitle')).waitFor()
    }),
    screen('sessions-loading', async (page, { goto, t }) => {
      await page.route('**/api/user/sessions', () => undefined)
      await goto('/security/sessions')
      await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
    }),
    screen('sessions-failed', async (page, { goto, t }) => {
      await page.route('**/api/user/sessions', route => route.abort())
      await goto('/security/sessions')
      await page.getByText(t('security.sessionsFailed')).waitFor()
    }),
  ]
}
