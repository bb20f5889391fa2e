// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '../../openapi/schema.ts'
import AccountsScreen from '../../src/people/accounts/accounts-screen.tsx'
import {
  button,
  check,
  choose,
  closed,
  entries,
  field,
  fieldThere,
  fill,
  headingThere,
  pick,
  press,
  refusal,
  said,
  serve,
  show,
  submit,
  textThere,
  toast,
  wrong,
} from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const customer = (number: number, change: Partial<Account> = {}): Account => ({
  id: `account-${number}`,
  name: `Zen ${number}`,
  contract_code: `ZEN-${number}`,
  site: 'us-east-1',
  quota: 1_649_267_441_664,
  usage: 0,
  expire_date: 0,
  suspended: false,
  require_sso: false,
  enable_bucket_notification: false,
  own: false,
  owner_name: `Chủ ${number}`,
  owner_email: `zen-${number}@example.com`,
  owner_two_step: false,
  owner_passkeys: 0,
  owner_sso: false,
  owner_invited_until: null,
  sub_users: 2,
  created_at: 1_790_000_000,
  ...change,
})
/** A quota of bytes that no unit can say. */
const own = customer(0, { name: 'Kho', own: true, quota: 10_000_000_001, contract_code: 'NHÀ' })

let accounts: Account[]
beforeEach(() => {
  accounts = [own, customer(1)]
})
const reads = {
  'GET /user/list': () => ({ accounts, total: accounts.length, next_token: null }),
  'GET /other/sites': () => ({ places: [{ id: 'us-east-1', name: 'us-east-1' }] }),
}
const change = ({ body }: { body: unknown }) => {
  const { id, ...rest } = body as Account
  accounts = accounts.map(account => (account.id === id ? { ...account, ...rest } : account))
  return accounts.find(account => account.id === id)
}
const rows = () => [...document.querySelectorAll('tbody tr')].map(row => said(row))

test('the list shows whether an owner has a second step, or signs in at an organization', async () => {
  accounts = [own, customer(1, { owner_two_step: true, owner_passkeys: 1, owner_sso: true })]
  serve(reads)
  const t = await show(<AccountsScreen />, 'vi')
  const marks = () =>
    [...document.querySelectorAll('tbody [role=img]')].map(mark => mark.getAttribute('aria-label'))
  await expect.poll(marks).toEqual([t('people.twoStep'), t('people.passkeys', { count: 1 }), t('people.sso')])
})

test('every wrong field of a new customer has its message', async () => {
  const sent = serve({ ...reads, 'POST /user/create': () => refusal('EMAIL_TAKEN') })
  const t = await show(<AccountsScreen />, 'vi')
  await press(t('accounts.create'))
  await fieldThere(t('accounts.quota'))
  fill(t('accounts.quota'), '-1')
  fill(t('accounts.ownerEmail'), 'tam@')
  check(t('people.first.password'))
  fill(t('people.password'), 'yeu')
  await submit()
  await expect
    .poll(() => ({
      name: wrong(t('accounts.nameLabel')),
      quota: wrong(t('accounts.quota')),
      ownerName: wrong(t('accounts.ownerName')),
      ownerEmail: wrong(t('accounts.ownerEmail')),
      password: wrong(t('people.password')),
    }))
    .toEqual({
      name: t('issue.required'),
      quota: t('issue.quota-invalid'),
      ownerName: t('issue.required'),
      ownerEmail: t('issue.email-invalid'),
      password: t('issue.password-rule'),
    })
  expect(document.activeElement).toBe(field(t('accounts.nameLabel')))
  expect(sent).toEqual([])
  fill(t('accounts.nameLabel'), 'Trùng email')
  check(t('accounts.quotaUnlimited'))
  fill(t('accounts.ownerName'), 'Đỗ Thanh Tâm')
  fill(t('accounts.ownerEmail'), 'an@example.com')
  fill(t('people.password'), 'Mat-khau-dau-1')
  fill(t('people.confirmPassword'), 'Mat-khau-dau-1')
  await submit()
  await expect.poll(() => wrong(t('accounts.ownerEmail'))).toBe('Email đã được sử dụng!')
  expect(sent[0]![1]).toMatchObject({ quota: null, site: 'us-east-1' })
})

describe('an edit', () => {
  test('of one’s own customer has neither an end nor a way to suspend it, and keeps what was not touched', async () => {
    const sent = serve({ ...reads, 'PUT /user/account': change })
    const t = await show(<AccountsScreen />)
    await press(t('common.actionsFor', { name: own.name }))
    await expect.poll(entries).toEqual([t('accounts.numbers'), t('accounts.edit')])
    await choose(t('accounts.edit'))
    await fieldThere(t('accounts.quota'))
    expect(document.querySelectorAll('[role=dialog] [type=radio]').length).toBe(0)
    expect(field(t('accounts.quota')).value).toBe('9.313')
    fill(t('accounts.contract'), 'NỘI-BỘ')
    await press(t('people.save'))
    await closed()
    const { id, name, site } = own
    expect(sent).toEqual([
      ['PUT /user/account', { id, name, site, contract_code: 'NỘI-BỘ', enable_bucket_notification: false }],
    ])
    await textThere('NỘI-BỘ')
    expect(toast()).toBe('people.changed.toast')
  })
})

test('a new owner is invited unless a password is set, and again from the menu until there is one', async () => {
  const sent = serve({
    ...reads,
    'POST /user/create': () => {
      accounts = [own, customer(1, { owner_invited_until: 1_700_000_000 }), customer(2)]
      return accounts[1]
    },
    'POST /user/account/invite': () => refusal('ALREADY_JOINED'),
  })
  const t = await show(<AccountsScreen />)
  await press(t('accounts.create'))
  await fieldThere(t('accounts.quota'))
  fill(t('accounts.nameLabel'), 'Zen 1')
  fill(t('accounts.ownerName'), 'Chủ 1')
  fill(t('accounts.ownerEmail'), 'zen-1@example.com')
  await submit()
  await closed()
  expect(toast()).toBe('people.invited.toast')
  expect(sent[0]![1]).not.toHaveProperty('password')
  await textThere(t('people.invitationExpired'))
  await press(t('common.actionsFor', { name: 'Zen 2' }))
  await expect.poll(entries).not.toEqual([])
  expect(entries()).not.toContain(t('people.invite'))
  await press(t('common.actionsFor', { name: 'Zen 2' }))
  await pick(t('common.actionsFor', { name: 'Zen 1' }), t('people.invite'))
  await press(t('people.inviteDo'))
  await textThere(t('error.ALREADY_JOINED'))
  expect(sent[1]).toEqual(['POST /user/account/invite', { id: 'account-1' }])
})

test('the menu of a customer that requires single sign-on ends that, and no other’s has it', async () => {
  const sent = serve({
    ...reads,
    'PUT /user/account': () => {
      accounts = [own, customer(1), customer(2)]
      return accounts[1]
    },
  })
  accounts = [own, customer(1, { require_sso: true }), customer(2)]
  const t = await show(<AccountsScreen />)
  await textThere('Zen 2')
  await pick(t('common.actionsFor', { name: 'Zen 1' }), t('accounts.allowPasswords'))
  await textThere(t('accounts.allowPasswordsLead'))
  await press(t('accounts.allowPasswordsDo'))
  await closed()
  expect(sent).toEqual([['PUT /user/account', { id: 'account-1', require_sso: false }]])
  expect(toast()).toBe('accounts.allowPasswords.toast')
  await press(t('common.actionsFor', { name: 'Zen 2' }))
  await expect.poll(entries).not.toEqual([])
  expect(entries()).not.toContain(t('accounts.allowPasswords'))
})

test('a customer’s owner gets a temporary password', async () => {
  const sent = serve({ ...reads, 'POST /user/account/reset': () => ({ password: 'Tam-thoi-2026' }) })
  const t = await show(<AccountsScreen />)
  const { id, name, owner_name, owner_email } = customer(1)
  await pick(t('common.actionsFor', { name }), t('people.reset'))
  await headingThere(t('people.resetTitle', { name: owner_name }))
  await textThere(t('people.resetLead', { email: owner_email }))
  check(t('people.resetPassword'))
  await press(t('people.resetDo'))
  await headingThere(t('people.reset.handOver', { name: owner_name }))
  await textThere('Tam-thoi-2026')
  expect(sent).toEqual([['POST /user/account/reset', { id, parts: ['password'] }]])
})

test('a customer gets another owner after what ends was said', async () => {
  let answer: unknown = refusal('EMAIL_TAKEN')
  const sent = serve({ ...reads, 'PUT /user/account/owner': () => answer })
  const t = await show(<AccountsScreen />)
  const { id, name, owner_email: former } = customer(1)
  await pick(t('common.actionsFor', { name }), t('accounts.replaceOwner'))
  await headingThere(t('accounts.replaceTitle', { name }))
  await textThere(t('accounts.replaceLead', { email: former }))
  await textThere(t('accounts.replaceKept'))
  fill(t('accounts.newOwnerName'), 'Trần Bình')
  fill(t('accounts.newOwnerEmail'), former)
  await submit()
  await expect.poll(() => wrong(t('accounts.newOwnerEmail'))).toBe(t('issue.email-unchanged'))
  fill(t('accounts.newOwnerEmail'), 'binh@example.com')
  await submit()
  await expect.poll(() => wrong(t('accounts.newOwnerEmail'))).toBe(t('error.EMAIL_TAKEN'))
  answer = { password: 'Tam-thoi-2026' }
  check(t('accounts.temporary'))
  await submit()
  await headingThere(t('people.handOver.title', { name: 'Trần Bình' }))
  await textThere('Tam-thoi-2026')
  const body = { id, owner_name: 'Trần Bình', owner_email: 'binh@example.com' }
  expect(sent).toEqual([
    ['PUT /user/account/owner', { ...body, invite: true }],
    ['PUT /user/account/owner', { ...body, invite: false }],
  ])
})

test('a customer is suspended after what ends was said, and resumed', async () => {
  const sent = serve({ ...reads, 'PUT /user/account': change })
  const t = await show(<AccountsScreen />)
  const { id, name, sub_users: subUsers } = accounts[1]!
  await pick(t('common.actionsFor', { name }), t('accounts.suspend'))
  await headingThere(t('accounts.suspendTitle', { name }))
  const consequences = [...document.querySelectorAll('[role=alertdialog] li')]
  expect(consequences.map(each => each.textContent)).toEqual([
    t('accounts.suspendSessions', { subUsers }),
    t('accounts.suspendKeys'),
    t('accounts.suspendFiles'),
  ])
  await press(t('accounts.suspendDo'))
  await closed()
  await expect.poll(() => rows()[1]).toContain(t('accounts.status.suspended'))
  expect(t(toast() as 'accounts.suspended.toast')).toBe('Deactivate successful!')
  await pick(t('common.actionsFor', { name }), t('accounts.resume'))
  await press(t('accounts.resumeDo'))
  await closed()
  await expect.poll(() => rows()[1]).toContain(t('accounts.status.active'))
  expect(sent).toEqual([
    ['PUT /user/account', { id, suspended: true }],
    ['PUT /user/account', { id, suspended: false }],
  ])
})

describe('the list', () => {
  afterEach(() => history.replaceState(null, '', '/'))

  test('is that of its address, and its file too; heads and filters change all three', async () => {
    history.replaceState(null, '', '?over_quota=true&sort=created')
    const asked: object[] = []
    const counts = {
      status: { active: 1, invited: 0, suspended: 3, expired: 0 },
      expires: { 'within-30-days': 0, later: 0, expired: 0, never: 4 },
      ...{ never_signed_in: 2, over_quota: 4 },
    }
    serve({
      ...reads,
      'GET /user/list': ({ query }) => {
        asked.push(Object.fromEntries(query))
        const found = query.has('status') ? [] : accounts
        return { accounts: found, total: found.length, counts, next_token: null }
      },
    })
    const t = await show(<AccountsScreen />)
    await textThere(customer(1).name)
    expect(asked).toEqual([{ over_quota: 'true' }])
    await press(t('accounts.usage'))
    const head = () => document.querySelector('th[aria-sort=descending]')?.textContent
    await expect.poll(head).toBe(t('accounts.usage'))
    expect(field(t('accounts.status')).textContent).toContain(`${t('accounts.status.suspended')} (3)`)
    fill(t('accounts.status'), 'suspended')
    await headingThere(t('accounts.none.filtered'))
    const all = { sort: 'usage', order: 'descending', over_quota: 'true', status: 'suspended' }
    expect([Object.fromEntries(new URLSearchParams(location.search)), asked.at(-1)]).toEqual([all, all])
    const file = new URL(document.querySelector<HTMLAnchorElement>('a[download]')!.href)
    expect([file.pathname, Object.fromEntries(file.searchParams)]).toEqual(['/api/user/list/csv', all])
    await press(t('people.filter.clear'))
    await textThere(customer(1).name)
    expect(location.search).toBe('?sort=usage&order=descending')
  })
})

test('the list comes in pages; the search is the server’s', async () => {
  const all = Array.from({ length: 5 }, (_, number) => customer(number))
  const pages: Record<string, Account[]> = { '': all.slice(0, 3), more: all.slice(3) }
  serve({
    ...reads,
    'GET /user/list'({ query }) {
      const search = query.get('search')
      if (search) {
        const found = all.filter(({ contract_code }) => contract_code === search)
        return { accounts: found, total: found.length, next_token: null }
      }
      const page = query.get('next_token') ?? ''
      return { accounts: pages[page], total: 5, next_token: page === '' ? 'more' : null }
    },
  })
  const t = await show(<AccountsScreen />)
  await textThere(t('accounts.shown', { shown: 3, total: 5 }))
  expect(
    document.querySelectorAll(`[role=img][aria-label="${t('accounts.count', { count: 5 })}"]`),
  ).toHaveLength(1)
  expect(rows().length).toBe(3)
  await press(t('accounts.more'))
  await expect.poll(() => rows().length).toBe(5)
  expect(button(t('accounts.more'))).toBe(undefined)
  fill(t('accounts.search'), 'ZEN-4')
  await expect.poll(() => rows().map(([name]) => name)).toEqual(['Zen 4'])
  fill(t('accounts.search'), 'không có')
  await headingThere(t('accounts.none.title', { search: 'không có' }))
})
