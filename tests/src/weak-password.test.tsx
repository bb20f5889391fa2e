// @vitest-environment happy-dom
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { PasswordWeakness } from '../../domain/issue.ts'
import UndoEmail from '../../src/email-change/undo-email.tsx'
import type { Text } from '../../src/i18n/text.ts'
import PasswordReset from '../../src/password-reset/password-reset.tsx'
import AccountsScreen from '../../src/people/accounts/accounts-screen.tsx'
import SubUsersScreen from '../../src/people/sub-users/sub-users-screen.tsx'
import ChangePasswordDialog from '../../src/security/change-password-dialog.tsx'
import { takeMailedToken } from '../../src/session/mailed-token.ts'
import ChangePasswordFirst from '../../src/sign-in/change-password-first.tsx'
import { check, fieldThere, fill, press, serve, show, submit, wrong } from './support/screen.tsx'

const word = 'Password@123'

/** The answer to a password that the server finds too weak. */
function refused(field: string, message: PasswordWeakness): Response {
  const fields = [{ field, message }]
  return Response.json(
    { code: 'INVALID_REQUEST', detail: '', request_id: 'request-1', status: 400, fields },
    { status: 400, headers: { 'content-type': 'application/problem+json' } },
  )
}

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  const firstChange = { ok: false, code: 'INVALID_REQUEST', requestId: 'request-1' }
  const fields = [{ field: 'new_password', message: 'password-common' }]
  const session = { context: { user: null, failure: { ...firstChange, fields } }, hasTag: () => false }
  return {
    ...signedIn(() => owner),
    signOutHere: async () => undefined,
    useSession: (select: (snapshot: typeof session) => unknown) => select(session),
  }
})

type Form = {
  weakness: PasswordWeakness
  form: ReactElement
  /** The address of the link. */
  link?: string
  answers: (refusal: () => Response) => Parameters<typeof serve>[0]
  /** Opens the form, and fills what is not about the new password. */
  begin?: (t: Text) => Promise<void>
  field: 'new_password' | 'password'
}

const done = () => new Response(null, { status: 204 })

const forms: Record<string, Form> = {
  'the link of a reset': {
    weakness: 'password-common',
    form: <PasswordReset />,
    link: '/reset-password#token',
    answers: refusal => ({ 'POST /user/check-reset-password': done, 'PUT /user/reset-password': refusal }),
    field: 'new_password',
  },
  'the link that undoes a change of the address': {
    weakness: 'password-personal',
    form: <UndoEmail />,
    link: '/undo-email#token',
    answers: refusal => ({
      'POST /user/email/check-undo': () => ({ email: 'moi@example.com', new_email: 'an@example.com' }),
      'PUT /user/email/undo': refusal,
    }),
    field: 'new_password',
  },
  'the change on the security page': {
    weakness: 'password-guessable',
    form: <ChangePasswordDialog onClose={() => undefined} />,
    answers: refusal => ({ 'PUT /user/change-password': refusal }),
    begin: async t => void fill(t('auth.currentPassword'), 'Vuon-tao#1'),
    field: 'new_password',
  },
  'a new sub-user': {
    weakness: 'password-personal',
    form: <SubUsersScreen />,
    answers: refusal => ({
      'GET /user-management': () => ({ users: [], total: 0, next_token: null }),
      'GET /bucket': () => ({ buckets: [] }),
      'POST /user-management': refusal,
    }),
    async begin(t) {
      await press(t('people.create'))
      await fieldThere(t('people.fullName'))
      fill(t('people.fullName'), 'Hoàng Gia Bảo')
      fill(t('people.email'), 'bao@example.com')
      check(t('people.first.password'))
    },
    field: 'password',
  },
  'the owner of a new account': {
    weakness: 'password-common',
    form: <AccountsScreen />,
    answers: refusal => ({
      'GET /user/list': () => ({ accounts: [], total: 0, next_token: null }),
      'GET /other/sites': () => ({ places: [{ id: 'us-east-1', name: 'us-east-1' }] }),
      'POST /user/create': refusal,
    }),
    async begin(t) {
      await press(t('accounts.create'))
      await fieldThere(t('accounts.quota'))
      fill(t('accounts.nameLabel'), 'Nội thất Mộc Lan')
      check(t('accounts.quotaUnlimited'))
      fill(t('accounts.ownerName'), 'Đỗ Thanh Tâm')
      fill(t('accounts.ownerEmail'), 'tam@example.com')
      check(t('people.first.password'))
    },
    field: 'password',
  },
}

const reasons: Record<PasswordWeakness, string> = {
  'password-common': 'Quá dễ đoán: gần giống một mật khẩu phổ biến',
  'password-personal': 'Quá dễ đoán: gần giống tên hoặc địa chỉ email',
  'password-guessable': 'Quá dễ đoán: hãy đặt dài hơn hoặc bớt quy luật hơn',
}

test.each(Object.entries(forms))('the field shows why a password is refused: %s', async (_, shown) => {
  const { weakness, form, link, answers, begin, field } = shown
  if (link) {
    history.replaceState(null, '', link)
    takeMailedToken()
  }
  serve(answers(() => refused(field, weakness)))
  const t = await show(form, 'vi')
  await begin?.(t)
  const label = t(field === 'password' ? 'people.password' : 'auth.newPassword')
  await fieldThere(label)
  fill(label, word)
  fill(t(field === 'password' ? 'people.confirmPassword' : 'auth.confirmPassword'), word)
  await submit()
  await expect.poll(() => wrong(label)).toBe(reasons[weakness])
})

test('the field shows why a password is refused: the first change', async () => {
  const t = await show(<ChangePasswordFirst />)
  await fieldThere(t('auth.newPassword'))
  await expect.poll(() => wrong(t('auth.newPassword'))).toBe(t('issue.password-common'))
})
