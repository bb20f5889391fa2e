// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endOfDay } from '../../domain/expiry-day.ts'
import type { SubUser, SubUserCounts, SubUserGroup } from '../../openapi/schema.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import type { Text } from '../../src/i18n/text.ts'
import SubUsersScreen from '../../src/people/sub-users/sub-users-screen.tsx'
import {
  button,
  buttonThere,
  check,
  closed,
  field,
  fieldThere,
  fill,
  headingThere,
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

const binh: SubUser = {
  id: 'user-1',
  fullName: 'Trần Thị Bình',
  email: 'binh@example.com',
  permission: 'full-control',
  scope: null,
  group: null,
  phone: '+84901234567',
  expire_date: 0,
  created_at: 1_790_000_000,
  last_sign_in_at: null,
  two_step: false,
  passkeys: 0,
  sso: false,
  invited_until: null,
}
const nguyet: SubUser = { ...binh, id: 'user-2', fullName: 'Đặng Ánh Nguyệt', email: 'nguyet@example.com' }
const given = { fullName: 'Hoàng Gia Bảo', email: 'bao@example.com', password: 'Mat-khau-dau-1' }

function countsOf(change: Partial<SubUserCounts>): SubUserCounts {
  return {
    status: { active: 0, invited: 0, expired: 0 },
    expires: { 'within-30-days': 0, later: 0, expired: 0, never: 0 },
    permission: { read: 0, write: 0, 'read-write': 0, 'full-control': 0 },
    never_signed_in: 0,
    ...change,
  }
}

let users: SubUser[]
let groups: SubUserGroup[]
beforeEach(() => {
  users = [binh, nguyet]
  groups = []
})
const none = { total: 0, next_token: null, counts: countsOf({}) }
const reads = {
  'GET /user-management': () => ({ ...none, users, total: users.length }),
  'GET /bucket': () => ({ buckets: [] }),
  'GET /user-management/groups': () => ({ groups }),
}
/** The server makes, changes and deletes what it is told to. */
const acts = {
  'POST /user-management': ({ body }: { body: unknown }) => {
    const { fullName, email } = body as SubUser
    users = [...users, { ...binh, id: 'user-3', fullName, email }]
    return users.at(-1)
  },
  'PUT /user-management': ({ body }: { body: unknown }) => {
    users = users.map(user => (user.id === binh.id ? { ...user, ...(body as Partial<SubUser>) } : user))
    return users[0]
  },
  'DELETE /user-management': () => {
    users = users.filter(({ id }) => id !== binh.id)
    return new Response(null, { status: 204 })
  },
}
/** The rows of people. */
const rows = () => [...document.querySelectorAll('tbody tr')]

test('the list shows who has a second step, and who signs in at an organization', async () => {
  users = [
    { ...binh, two_step: true, passkeys: 2 },
    { ...nguyet, sso: true },
  ]
  serve(reads)
  const t = await show(<SubUsersScreen />, 'en')
  const marks = () =>
    rows().map(row => [...row.querySelectorAll('[role=img]')].map(mark => mark.getAttribute('aria-label')))
  await expect
    .poll(marks)
    .toEqual([[t('people.twoStep'), t('people.passkeys', { count: 2 })], [t('people.sso')]])
})

test('every wrong field of a new sub-user has its message', async () => {
  const sent = serve(reads)
  const t = await show(<SubUsersScreen />, 'vi')
  await press(t('people.create'))
  await fieldThere(t('people.fullName'))
  check(t('people.first.password'))
  await submit()
  await expect.poll(() => wrong(t('people.fullName'))).toBe(t('issue.required'))
  expect(wrong(t('people.email'))).toBe(t('issue.required'))
  expect(document.activeElement).toBe(field(t('people.fullName')))
  fill(t('people.fullName'), 'a'.repeat(101))
  await expect.poll(() => wrong(t('people.fullName'))).toBe(t('issue.label-too-long', { limit: 100 }))
  // A browser would cut what is typed or pasted.
  expect(field(t('people.fullName')).getAttribute('maxlength')).toBe(null)
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), 'bao@')
  fill(t('people.password'), 'yeu-qua')
  fill(t('people.confirmPassword'), 'khac')
  fill(t('people.phone'), '0123')
  check(t('people.until'))
  await submit()
  await expect
    .poll(() => ({
      email: wrong(t('people.email')),
      password: wrong(t('people.password')),
      confirm: wrong(t('people.confirmPassword')),
      phone: wrong(t('people.phone')),
      expiry: wrong(t('people.lastDay')),
    }))
    .toEqual({
      email: 'Phải là email hợp lệ',
      password: t('issue.password-rule'),
      confirm: 'Không khớp',
      phone: 'Số điện thoại không hợp lệ',
      expiry: t('issue.required'),
    })
  fill(t('people.lastDay'), '2020-01-01')
  await expect.poll(() => wrong(t('people.lastDay'))).toBe(t('issue.date-past'))
  expect(sent).toEqual([])
})

test('an e-mail that is a member’s is said at its field, which has the focus', async () => {
  serve({ ...reads, 'POST /user-management': () => refusal('USER_TAKEN') })
  const t = await show(<SubUsersScreen />, 'vi')
  await press(t('people.create'))
  await fieldThere(t('people.fullName'))
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), given.email)
  check(t('people.first.password'))
  fill(t('people.password'), given.password)
  fill(t('people.confirmPassword'), given.password)
  await submit()
  await expect.poll(() => wrong(t('people.email'))).toBe('Thành viên này đã tồn tại!')
  expect(document.activeElement).toBe(field(t('people.email')))
})

test('a generated password fills both fields; the hand-over shows it once, and copies all with the address', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const sent = serve({ ...reads, ...acts })
  const t = await show(<SubUsersScreen />)
  await press(t('people.create'))
  await fieldThere(t('people.fullName'))
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), given.email)
  fill(t('people.phone'), '0901 234 567')
  check(t('people.first.password'))
  await press(t('people.generate'))
  const password = document.querySelector('code')!.textContent!
  expect([field(t('people.password')).value, field(t('people.confirmPassword')).value]).toEqual([
    password,
    password,
  ])
  await submit()
  await headingThere(t('people.handOver.title', { name: given.fullName }))
  expect(sent).toEqual([
    [
      'POST /user-management',
      { ...given, password, permission: 'read', scope: null, phone: '+84901234567', expire_date: 0 },
    ],
  ])
  const shown = [...document.querySelectorAll('dl > div')].map(each =>
    [each.querySelector('dt'), each.querySelector('dd')].map(part => part?.textContent),
  )
  const facts = [
    [t('people.handOver.address'), location.origin],
    [t('people.handOver.email'), given.email],
    [t('people.handOver.password'), password],
  ]
  expect(shown).toEqual(facts)
  await expect.poll(() => document.activeElement).toBe(button(t('people.handOver.copyAll')))
  await press(t('people.handOver.copyAll'))
  expect(written).toHaveBeenCalledWith(facts.map(fact => fact.join(': ')).join('\n'))
  await expect.poll(toast).toBe('shell.copied')
  await press(t('people.handOver.done'))
  await closed()
  expect(document.body.textContent).not.toContain(password)
})

test('a new sub-user is invited unless a password is set, and again from the list until it has one', async () => {
  const until = 1_990_000_000
  const sent = serve({
    ...reads,
    'POST /user-management': ({ body }) => {
      users = [{ ...binh, ...(body as Partial<SubUser>), id: 'user-3', invited_until: until }, nguyet]
      return users[0]
    },
    'POST /user-management/invite': () => new Response(null, { status: 204 }),
  })
  const t = await show(<SubUsersScreen />)
  await press(t('people.create'))
  await fieldThere(t('people.fullName'))
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), given.email)
  await submit()
  await closed()
  expect(toast()).toBe('people.invited.toast')
  const { fullName, email } = given
  const terms = { permission: 'read', scope: null, phone: '', expire_date: 0 }
  expect(sent).toEqual([['POST /user-management', { fullName, email, ...terms }]])
  await textThere(t('people.invited', { day: formatsOf('en').date(until) }))
  expect(button(t('people.inviteOne', { name: nguyet.fullName }))).toBeUndefined()
  await press(t('people.inviteOne', { name: fullName }))
  await textThere(t('people.inviteLead', { email }))
  users = [{ ...users[0]!, invited_until: 1_700_000_000 }, nguyet]
  await press(t('people.inviteDo'))
  await closed()
  expect([toast(), sent.at(-1)]).toEqual([
    'people.inviteSent.toast',
    ['POST /user-management/invite', { id: 'user-3' }],
  ])
  await textThere(t('people.invitationExpired'))
})

describe('an edit', () => {
  test('begins with what the sub-user has, and sends a changed level alone', async () => {
    const sent = serve({ ...reads, ...acts })
    const t = await show(<SubUsersScreen />)
    await press(t('people.editOne', { name: binh.fullName }))
    await fieldThere(t('people.fullName'))
    const level = (id: 'full-control' | 'read') => field(t(`people.permission.${id}`))
    expect([level('full-control').checked, level('read').checked]).toEqual([true, false])
    fireEvent.click(level('read'))
    await press(t('people.save'))
    await closed()
    expect([toast(), sent]).toEqual([
      'people.changed.toast',
      [['PUT /user-management', { id: binh.id, fullName: binh.fullName, permission: 'read' }]],
    ])
  })

  test('a folder that is added before the buckets are known is one of the first of them', async () => {
    const buckets = Promise.withResolvers<unknown>()
    const sent = serve({ ...reads, ...acts, 'GET /bucket': () => buckets.promise })
    const t = await show(<SubUsersScreen />)
    await press(t('people.editOne', { name: binh.fullName }))
    await fieldThere(t('people.fullName'))
    fireEvent.click(field(t('scope.on')))
    const bucket = `${t('scope.bucket')}, ${t('scope.row', { row: 1 })}`
    expect(field(bucket).value).toBe('')
    buckets.resolve({ buckets: [{ name: 'anh' }, { name: 'web' }] })
    await expect.poll(() => field(bucket).value).toBe('anh')
    await press(t('people.save'))
    await closed()
    expect(sent).toMatchObject([['PUT /user-management', { scope: [{ bucket: 'anh', prefix: '' }] }]])
  })

  test('sets the last day of access, in the past too; the list shows it, and that it is over', async () => {
    const sent = serve({ ...reads, ...acts })
    const t = await show(<SubUsersScreen />)
    const setLastDay = async (day: string) => {
      await press(t('people.editOne', { name: binh.fullName }))
      await fieldThere(t('people.fullName'))
      check(t('people.until'))
      fill(t('people.lastDay'), day)
      await press(t('people.save'))
      await closed()
    }
    const row = () => said(rows().find(each => each.textContent?.includes(binh.email))!)
    await setLastDay('2020-02-29')
    await expect.poll(row).toEqual(expect.arrayContaining(['2/29/2020', t('people.expired')]))
    await setLastDay('2099-08-09')
    await expect.poll(row).toContain(formatsOf('en').date(endOfDay('2099-08-09')))
    expect(row()).not.toContain(t('people.expired'))
    expect(sent.map(([, body]) => (body as SubUser).expire_date)).toEqual([
      endOfDay('2020-02-29'),
      endOfDay('2099-08-09'),
    ])
  })
})

const accounting: SubUserGroup = {
  ...{ id: 'group-1', name: 'Kế toán', permission: 'write', scope: [{ bucket: 'so', prefix: '2026/' }] },
  members: 0,
}

test('a new sub-user may have the rights of a group, which are shown in words', async () => {
  groups = [accounting]
  const sent = serve({ ...reads, ...acts })
  const t = await show(<SubUsersScreen />)
  await press(t('people.create'))
  await fieldThere(t('subGroups.field'))
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), given.email)
  fireEvent.change(field(t('subGroups.field')), { target: { value: accounting.id } })
  await textThere(t('scope.may.write', { bucket: 'so', folder: '2026/' }))
  expect(screen.queryByText(t('scope.title'))).toBe(null)
  await submit()
  await closed()
  const { permission, scope, id: group_id } = accounting
  expect(sent).toMatchObject([['POST /user-management', { permission, scope, group_id }]])
})

test('an edit puts a sub-user into a group, and out of it with rights of its own', async () => {
  groups = [accounting]
  const sent = serve({ ...reads, ...acts })
  const t = await show(<SubUsersScreen />)
  const choose = async (group: string) => {
    await press(t('people.editOne', { name: binh.fullName }))
    await fieldThere(t('subGroups.field'))
    fireEvent.change(field(t('subGroups.field')), { target: { value: group } })
    await press(t('people.save'))
    await closed()
  }
  await choose(accounting.id)
  users = [{ ...binh, group: accounting }]
  await press(t('common.refresh'))
  await expect
    .poll(() =>
      rows()
        .map(each => each.textContent)
        .join(),
    )
    .toContain(accounting.name)
  await choose('')
  const { id, fullName, permission, scope } = binh
  expect(sent).toEqual([
    ['PUT /user-management', { id, fullName, group_id: accounting.id }],
    ['PUT /user-management', { id, fullName, group_id: null, permission, scope }],
  ])
})

test('deleting one asks first, by name and with what is lost; Cancel has the focus', async () => {
  const sent = serve({ ...reads, ...acts })
  const t = await show(<SubUsersScreen />)
  await press(t('people.deleteOne', { name: binh.fullName }))
  await headingThere(t('people.deleteTitle', { name: binh.fullName }))
  const consequences = [...document.querySelectorAll('[role=alertdialog] li')]
  expect(consequences.map(each => each.textContent)).toEqual([
    t('people.deleteSessions'),
    t('people.deleteKeys'),
    t('people.deleteClients'),
    t('people.deleteFiles'),
  ])
  await expect.poll(() => document.activeElement).toBe(button(t('common.cancel')))
  await press(t('common.cancel'))
  await closed()
  expect(sent).toEqual([])
  await press(t('people.deleteOne', { name: binh.fullName }))
  await press(t('people.deleteDo'))
  await closed()
  expect([toast(), sent]).toEqual(['people.deleted.toast', [['DELETE /user-management', { id: binh.id }]]])
  expect(screen.queryByText(binh.email)).toBe(null)
})

describe('a reset of the sign-in', () => {
  const resets = {
    ...reads,
    'GET /user/method-security': () => ({ method: 'pin', provider: null, two_step: false }),
  }
  const open = async (t: Text) => {
    await press(t('people.resetOne', { name: binh.fullName }))
    await headingThere(t('people.resetTitle', { name: binh.fullName }))
    await fieldThere(t('people.resetPassword'))
  }

  test('wants to know what, asks for the PIN, and shows the temporary password once', async () => {
    let confirmed = false
    const sent = serve({
      ...resets,
      'POST /user/confirm-identity': () => {
        confirmed = true
        return { expires_in: 300 }
      },
      'POST /user-management/reset': () =>
        confirmed ? { password: 'Tam-thoi-2026' } : refusal('CONFIRMATION_REQUIRED', 403),
    })
    const t = await show(<SubUsersScreen />)
    await open(t)
    await press(t('people.resetDo'))
    await expect.poll(() => wrong(t('people.resetTwoStep'))).toBe(t('issue.sign-in-part-required'))
    expect(sent).toEqual([])
    check(t('people.resetPassword'))
    check(t('people.resetTwoStep'))
    await press(t('people.resetDo'))
    await fieldThere(t('confirm.pin'))
    fill(t('confirm.pin'), '2580')
    await press(t('confirm.do'))
    await headingThere(t('people.reset.handOver', { name: binh.fullName }))
    const reset = ['POST /user-management/reset', { id: binh.id, parts: ['password', 'two-step'] }]
    expect(sent).toEqual([reset, ['POST /user/confirm-identity', { pin: '2580' }], reset])
    expect(document.querySelector('dl')!.textContent).toContain(`${t('people.reset.password')}Tam-thoi-2026`)
    await press(t('people.handOver.done'))
    await closed()
    expect(document.body.textContent).not.toContain('Tam-thoi-2026')
  })

  test('without a password is done with a word; who cancels the PIN is still asked what to reset', async () => {
    let confirmed = false
    const sent = serve({
      ...resets,
      'POST /user-management/reset': () =>
        confirmed ? { password: null } : refusal('CONFIRMATION_REQUIRED', 403),
    })
    const t = await show(<SubUsersScreen />, 'vi')
    await open(t)
    check(t('people.resetPin'))
    await press(t('people.resetDo'))
    await fieldThere(t('confirm.pin'))
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    await expect.poll(() => document.querySelectorAll('[role$=dialog]').length).toBe(1)
    expect(field(t('people.resetPin')).checked).toBe(true)
    confirmed = true
    await press(t('people.resetDo'))
    await closed()
    const reset = ['POST /user-management/reset', { id: binh.id, parts: ['pin'] }]
    expect([toast(), sent]).toEqual(['people.reset.toast', [reset, reset]])
  })

  test('says why it cannot be', async () => {
    serve({ ...resets, 'POST /user-management/reset': () => refusal('USER_NOT_FOUND', 404) })
    const t = await show(<SubUsersScreen />)
    await open(t)
    check(t('people.resetPin'))
    await press(t('people.resetDo'))
    await textThere(t('error.USER_NOT_FOUND'))
  })
})

describe('the list', () => {
  afterEach(() => history.replaceState(null, '', '/'))
  const inAddress = () => Object.fromEntries(new URLSearchParams(location.search))
  /** Serves lists, and gives the queries that were made, without the size of their pages. */
  function serveLists(answer: (query: Record<string, string>) => object): Record<string, string>[] {
    const asked: Record<string, string>[] = []
    serve({
      ...reads,
      'GET /user-management': ({ query }) => {
        const { page_size: _, ...rest } = Object.fromEntries(query)
        asked.push(rest)
        return { ...none, users: [], ...answer(rest) }
      },
    })
    return asked
  }

  test('is searched and filtered by the server, which counts; one button clears both', async () => {
    const counts = countsOf({ status: { active: 2, invited: 0, expired: 1 } })
    const asked = serveLists(({ search, status }) =>
      search || status ? {} : { users: [binh, nguyet], total: 2, counts },
    )
    const t = await show(<SubUsersScreen />)
    const search = await fieldThere(t('people.search'))
    await expect.poll(() => rows().length).toBe(2)
    const options = [...field(t('people.status')).querySelectorAll('option')]
    expect(options.map(each => each.textContent)).toEqual([
      t('people.statusAll'),
      `${t('people.status.active')} (2)`,
      `${t('people.status.invited')} (0)`,
      `${t('people.status.expired')} (1)`,
    ])
    fireEvent.change(search, { target: { value: ' khong co ai' } })
    await headingThere(t('people.none.title', { search: 'khong co ai' }))
    fill(t('people.status'), 'expired')
    fill(t('people.lastSignIn'), 'true')
    await expect.poll(inAddress).toEqual({
      search: 'khong co ai',
      status: 'expired',
      never_signed_in: 'true',
    })
    expect(asked.at(-1)).toEqual({ search: 'khong co ai', status: 'expired', never_signed_in: 'true' })
    await press(t('people.filter.clear'))
    await expect.poll(() => rows().length).toBe(2)
    expect([inAddress(), field(t('people.search')).value]).toEqual([{}, ''])
  })

  test('is that of its address, and its file too; a head sorts it, and Back goes to the order of before', async () => {
    history.replaceState(null, '', '?permission=write&status=nonsense&sort=expiry')
    const asked = serveLists(() => ({ users: [binh], total: 1 }))
    const t = await show(<SubUsersScreen />)
    await fieldThere(t('people.search'))
    const sorted = () =>
      [...document.querySelectorAll('th[aria-sort]:not([aria-sort=none])')].map(head => [
        head.textContent,
        head.getAttribute('aria-sort'),
      ])
    await expect.poll(sorted).toEqual([[t('people.expiry'), 'ascending']])
    expect(asked).toEqual([{ permission: 'write', sort: 'expiry' }])
    expect(document.querySelector('a[download]')!.getAttribute('href')).toBe(
      '/api/user-management/csv?sort=expiry&permission=write',
    )
    await press(t('people.lastSignIn'))
    await expect.poll(sorted).toEqual([[t('people.lastSignIn'), 'descending']])
    expect(inAddress()).toEqual({ permission: 'write', sort: 'last-sign-in', order: 'descending' })
    history.back()
    await expect.poll(sorted).toEqual([[t('people.expiry'), 'ascending']])
  })

  test('is that of a group, where there are groups', async () => {
    groups = [{ ...accounting, id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11' }]
    const asked = serveLists(() => ({ users: [binh], total: 1 }))
    const t = await show(<SubUsersScreen />)
    const group = await fieldThere(t('people.group'))
    expect([...group.querySelectorAll('option')].map(each => each.textContent)).toEqual([
      t('many.groupAll'),
      accounting.name,
      t('subGroups.own'),
    ])
    fill(t('people.group'), groups[0]!.id)
    await expect.poll(inAddress).toEqual({ group: groups[0]!.id })
    await expect.poll(() => asked.at(-1)).toEqual({ group: groups[0]!.id })
  })

  test('of an account without sub-users suggests to make one, and has nothing to filter', async () => {
    serveLists(() => ({}))
    const t = await show(<SubUsersScreen />)
    await headingThere(t('people.empty.title'))
    expect(screen.queryByLabelText(t('people.search'))).toBe(null)
  })

  test('loads the next page when its end comes near, and says the number of all', async () => {
    const pages: Record<string, SubUser[]> = { '': [binh], more: [nguyet] }
    const asked = serveLists(({ next_token: page = '' }) => ({
      ...{ users: pages[page], total: 2, next_token: page === '' ? 'more' : null },
    }))
    await show(<SubUsersScreen />)
    await expect.poll(() => rows().map(row => row.getAttribute('aria-rowindex'))).toEqual(['2', '3'])
    expect(document.querySelector('table')!.getAttribute('aria-rowcount')).toBe('3')
    expect(asked).toEqual([{}, { next_token: 'more' }])
  })
})

test('a last day is typed in the language of the page; the calendar offers no day that is over', async () => {
  const sent = serve({ ...reads, ...acts })
  const t = await show(<SubUsersScreen />, 'vi')
  await press(t('people.create'))
  await fieldThere(t('people.fullName'))
  fill(t('people.fullName'), given.fullName)
  fill(t('people.email'), given.email)
  check(t('people.until'))
  await press(t('date.calendar', { label: t('people.lastDay') }))
  expect(await buttonThere(t('date.previousMonth'))).toMatchObject({ disabled: true })
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  fill(t('people.lastDay'), 'ngày mai')
  await submit()
  await expect.poll(() => wrong(t('people.lastDay'))).toBe(t('issue.date-invalid'))
  fill(t('people.lastDay'), '09/08/2099')
  await submit()
  await closed()
  const { expire_date } = sent[0]![1] as SubUser
  const end = new Date(expire_date * 1000)
  expect([end.toDateString(), end.toTimeString().slice(0, 8)]).toEqual(['Sun Aug 09 2099', '23:59:59'])
})
