// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import AddressLink from '../../src/email-change/address-link.tsx'
import ConfirmEmail from '../../src/email-change/confirm-email.tsx'
import UndoEmail from '../../src/email-change/undo-email.tsx'
import { takeMailedToken } from '../../src/session/mailed-token.ts'
import {
  buttonThere,
  fieldThere,
  fill,
  headingThere,
  press,
  refusal,
  serve,
  show,
  submit,
  textThere,
  wrong,
} from './support/screen.tsx'

const told: string[] = []
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return {
    ...signedIn(() => owner),
    useSession: () => null,
    signOutHere: async () => void told.push('signed out here'),
    sessionEvents: {
      reloadUser: () => told.push('reload user'),
      passwordReset: () => told.push('password reset'),
    },
  }
})

const link = { email: 'an@example.com', new_email: 'an.nguyen@example.com' }

/** Opens the page of a link as main.tsx does. */
function open(address: string) {
  history.replaceState(null, '', address)
  takeMailedToken()
}

beforeEach(() => {
  told.length = 0
})

describe('the link to a new address', () => {
  test('changes it with the password, and its token leaves the address bar', async () => {
    open('/confirm-email#token-1')
    expect(location.href).not.toContain('token')
    let answer: unknown = refusal('CURRENT_PASSWORD_INCORRECT', 400)
    const sent = serve({ 'POST /user/email/check': () => link, 'PUT /user/email': () => answer })
    const t = await show(<ConfirmEmail />)
    await headingThere(t('email.confirmTitle'))
    await textThere(t('email.confirmLead', { email: link.email, newEmail: link.new_email }))
    await submit()
    await expect.poll(() => wrong(t('email.password'))).toBe(t('issue.required'))
    fill(t('email.password'), 'Sai-Mat-Khau#1')
    await submit()
    await expect.poll(() => wrong(t('email.password'))).toBe(t('error.CURRENT_PASSWORD_INCORRECT'))
    answer = refusal('EMAIL_TAKEN')
    fill(t('email.password'), 'Vuon-tao#1')
    await submit()
    await textThere(t('error.EMAIL_TAKEN'))
    answer = new Response(null, { status: 204 })
    await submit()
    await headingThere(t('email.changedTitle'))
    await textThere(t('email.changedUndo', { email: link.email, newEmail: link.new_email }))
    expect(told).toEqual(['reload user'])
    expect(sent).toEqual([
      ['POST /user/email/check', { token: 'token-1' }],
      ['PUT /user/email', { token: 'token-1', password: 'Sai-Mat-Khau#1' }],
      ['PUT /user/email', { token: 'token-1', password: 'Vuon-tao#1' }],
      ['PUT /user/email', { token: 'token-1', password: 'Vuon-tao#1' }],
    ])
    await press(t('email.continue'))
    expect(location.pathname).toBe('/')
  })

  test('that does not count says so, and a newer one opened in its place is looked at', async () => {
    open('/confirm-email#old')
    serve({
      'POST /user/email/check': ({ body }) =>
        (body as { token: string }).token === 'new' ? link : refusal('INVALID_TOKEN', 400),
    })
    const t = await show(<ConfirmEmail />)
    await headingThere(t('auth.linkInvalidTitle'))
    await textThere(t('email.confirmInvalid'))
    await act(async () => {
      history.replaceState(null, '', '/confirm-email#new')
      dispatchEvent(new Event('hashchange'))
    })
    await headingThere(t('email.confirmTitle'))
    await fieldThere(t('email.password'))
  })

  test('that was spent meanwhile is refused; without a link nothing is asked', async () => {
    open('/confirm-email#token')
    serve({
      'POST /user/email/check': () => link,
      'PUT /user/email': () => refusal('INVALID_TOKEN', 400),
    })
    const t = await show(<ConfirmEmail />)
    await fieldThere(t('email.password'))
    fill(t('email.password'), 'Vuon-tao#1')
    await submit()
    await headingThere(t('auth.linkInvalidTitle'))
    open('/confirm-email')
    const sent = serve({})
    await show(<ConfirmEmail />)
    await headingThere(t('auth.linkInvalidTitle'))
    expect(sent).toEqual([])
  })

  test('is looked at again where that failed', async () => {
    open('/confirm-email#token')
    let answer: unknown = refusal('UNKNOWN_ERROR', 500)
    serve({ 'POST /user/email/check': () => answer })
    const t = await show(<ConfirmEmail />)
    await headingThere(t('email.checkFailed'))
    answer = link
    fireEvent.click(await buttonThere(t('common.retry')))
    await headingThere(t('email.confirmTitle'))
  })
})

test('the link to the old address undoes the change with a new password, says what ended, and ends at the sign-in', async () => {
  open('/undo-email#token-2')
  let answer: unknown = refusal('PASSWORD_REUSED', 400)
  const sent = serve({
    'POST /user/email/check-undo': () => ({ email: link.new_email, new_email: link.email }),
    'PUT /user/email/undo': () => answer,
  })
  const t = await show(<UndoEmail />, 'vi')
  await headingThere(t('email.undoTitle'))
  await textThere(t('email.undoLead', { email: link.new_email, newEmail: link.email }))
  await textThere(t('email.undoKeys'))
  fill(t('auth.newPassword'), 'Vuon-tao#1')
  fill(t('auth.confirmPassword'), 'Vuon-tao#1')
  await submit()
  await expect.poll(() => wrong(t('auth.newPassword'))).toBe(t('error.PASSWORD_REUSED'))
  answer = {
    sub_users: ['moi@example.com'],
    access_keys: [{ user: link.email, name: 'sao lưu' }],
    api_clients: [{ user: 'cu@example.com', name: 'báo cáo' }],
    topics: ['tep-moi'],
  }
  fill(t('auth.newPassword'), 'Vuon-tao#2')
  fill(t('auth.confirmPassword'), 'Vuon-tao#2')
  await submit()
  await headingThere(t('email.undoneTitle'))
  await textThere(t('email.undoneSubUser', { email: 'moi@example.com' }))
  await textThere(t('email.undoneKey', { user: link.email, name: 'sao lưu' }))
  await textThere(t('email.undoneClient', { user: 'cu@example.com', name: 'báo cáo' }))
  await textThere(t('email.undoneTopic', { name: 'tep-moi' }))
  await textThere(t('email.undoneCheck'))
  await press(t('email.undoneContinue'))
  await expect.poll(() => location.pathname).toBe('/')
  expect(told).toEqual(['password reset', 'signed out here'])
  expect(sent.at(-1)).toEqual(['PUT /user/email/undo', { token: 'token-2', new_password: 'Vuon-tao#2' }])
})

describe('a link to an address of a notification group', () => {
  const address = { email: 'ke.toan@example.com', account: 'Kho Hàng Việt' }

  test.each([
    {
      page: '/confirm-address',
      check: 'POST /user/notification-addresses/check-confirmation',
      send: 'PUT /user/notification-addresses/confirm',
      title: 'email.addressTitle',
      lead: 'email.addressLead',
      action: 'email.confirm',
      doneTitle: 'email.addressDoneTitle',
      done: 'email.addressDone',
    },
    {
      page: '/unsubscribe',
      check: 'POST /user/notification-addresses/check-unsubscribe',
      send: 'PUT /user/notification-addresses/unsubscribe',
      title: 'email.unsubscribeTitle',
      lead: 'email.unsubscribeLead',
      action: 'email.unsubscribe',
      doneTitle: 'email.unsubscribedTitle',
      done: 'email.unsubscribedLead',
    },
  ] as const)('changes nothing before its button is pressed: $page', async kind => {
    open(`${kind.page}#token-3`)
    expect(location.href).not.toContain('token')
    let answer: unknown = refusal('UNKNOWN_ERROR', 500)
    const sent = serve({ [kind.check]: () => address, [kind.send]: () => answer })
    const t = await show(<AddressLink />)
    await headingThere(t(kind.title))
    await textThere(t(kind.lead, address))
    expect(sent).toEqual([[kind.check, { token: 'token-3' }]])
    await press(t(kind.action))
    await textThere(t('error.UNKNOWN_ERROR'))
    answer = new Response(null, { status: 204 })
    await press(t(kind.action))
    await headingThere(t(kind.doneTitle))
    await textThere(t(kind.done, address))
    expect(sent.at(-1)).toEqual([kind.send, { token: 'token-3' }])
  })

  test('that was used meanwhile is refused', async () => {
    open('/confirm-address#token')
    serve({
      'POST /user/notification-addresses/check-confirmation': () => address,
      'PUT /user/notification-addresses/confirm': () => refusal('INVALID_TOKEN', 400),
    })
    const t = await show(<AddressLink />, 'vi')
    await headingThere(t('email.addressTitle'))
    await press(t('email.confirm'))
    await headingThere(t('auth.linkInvalidTitle'))
    await textThere(t('email.addressInvalid'))
  })
})
