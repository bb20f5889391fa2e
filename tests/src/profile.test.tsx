// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Divisions } from '../../domain/divisions.ts'
import type { CurrentUser, NotificationGroup, Profile, ProfileChange } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import ProfileScreen from '../../src/profile/profile-screen.tsx'
import {
  button,
  check,
  closed,
  field,
  fieldThere,
  fill,
  pick,
  press,
  refusal,
  serve,
  show,
  submit,
  textThere,
  toast,
  wrong,
} from './support/screen.tsx'
import { owner } from './support/signed-in.ts'

let user: CurrentUser
vi.mock('../../src/session/flow.ts', async () => {
  const { signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => user)
})

const profile: Profile = {
  account_name: 'Kho Hàng Việt',
  contract_code: '',
  username: owner.username,
  fullName: owner.name,
  email: owner.email,
  phone: '+84912345678',
  company: 'Kho Hàng Việt',
  gender: 'Male',
  address: '12 Tràng Tiền',
  city: '01',
  district: null,
  ward: '00070',
}
/** Of the divisions until 30 June 2025. */
const old: Profile = { ...profile, district: '002' }
const places = (...named: [id: string, name: string][]) => ({
  places: named.map(([id, name]) => ({ id, name })),
})

let groups: NotificationGroup[]
beforeEach(() => {
  user = owner
  groups = []
})
const reads = {
  'GET /user/info': () => profile,
  'GET /user/notification-groups': () => ({ groups }),
  'GET /user/alerts': () => ({ alerts: [] as unknown[] }),
  'GET /other/provices': ({ query }: { query: URLSearchParams }) =>
    query.get('divisions') === 'until-2025'
      ? places(['01', 'Hà Nội'], ['15', 'Yên Bái'], ['48', 'Đà Nẵng'])
      : places(['01', 'Hà Nội'], ['15', 'Lào Cai'], ['48', 'Đà Nẵng']),
  'GET /other/wards/01': () => places(['00070', 'Phường Hoàn Kiếm']),
  'GET /other/wards/48': () => places(['20333', 'Đặc khu Hoàng Sa']),
  'GET /other/districts/01': () => places(['002', 'Quận Hoàn Kiếm']),
  'GET /other/districts/15': () => places(['132', 'Thành phố Yên Bái']),
  'GET /other/districts/48': () => places(['490', 'Quận Liên Chiểu']),
  'GET /other/wards/002': () => places(['00070', 'Phường Hàng Trống']),
}

describe('the account', () => {
  const facts = () =>
    Object.fromEntries(
      [...document.querySelectorAll('section')[0]!.querySelectorAll('dl > div')].map(row => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    )

  test('of an owner has a contract code', async () => {
    serve(reads)
    await show(<ProfileScreen />)
    await expect.poll(facts).toEqual({
      Customer: 'Kho Hàng Việt',
      'Contract code': 'Not given',
      Username: owner.username,
      Site: 'us-east-1',
      'Expiry date': 'No expiry',
    })
  })

  test('of a sub-user has its permission, and no notification groups', async () => {
    user = { ...owner, is_admin: false, is_supper_admin: false, is_sub_user: true, permission: 'read-write' }
    serve({ ...reads, 'GET /user/notification-groups': () => refusal('PERMISSION_DENIED', 403) })
    const t = await show(<ProfileScreen />)
    await expect.poll(facts).toEqual({
      Customer: 'Kho Hàng Việt',
      Username: owner.username,
      [t('profile.permission')]: t('people.permission.read-write'),
      Site: 'us-east-1',
      'Expiry date': 'No expiry',
    })
    expect(document.body.textContent).not.toContain(t('groups.title'))
  })
})

describe('the details', () => {
  const facts = () =>
    [...document.querySelectorAll('section')[1]!.querySelectorAll('dl > div')]
      .slice(6)
      .map(row => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent])

  test('have the places of the divisions that the address is of', async () => {
    serve(reads)
    const t = await show(<ProfileScreen />, 'vi')
    await expect.poll(facts).toEqual([
      [t('profile.city'), 'Hà Nội'],
      ['Phường/Xã/Đặc khu', 'Phường Hoàn Kiếm'],
    ])
  })

  test('keep the names of before July 2025', async () => {
    serve({ ...reads, 'GET /user/info': () => old })
    const t = await show(<ProfileScreen />, 'vi')
    await expect.poll(facts).toEqual([
      [t('profile.city'), 'Hà Nội'],
      ['Quận/Huyện', 'Quận Hoàn Kiếm'],
      ['Phường/Xã', 'Phường Hàng Trống'],
    ])
  })
})

test('another email is asked for, and where the link went is said', async () => {
  let answer: unknown = refusal('TOO_MANY_REQUESTS', 429)
  const sent = serve({ ...reads, 'POST /user/email': () => answer })
  const t = await show(<ProfileScreen />)
  await press(t('profile.changeEmail'))
  await fieldThere(t('profile.newEmail'))
  for (const [email, issue] of [
    ['', 'required'],
    ['an@', 'email-invalid'],
    [owner.email.toUpperCase(), 'email-unchanged'],
  ] as const) {
    fill(t('profile.newEmail'), email)
    await submit()
    await expect.poll(() => wrong(t('profile.newEmail'))).toBe(t(`issue.${issue}`))
  }
  expect(sent).toEqual([])
  fill(t('profile.newEmail'), ' an.nguyen@example.com')
  await submit()
  await expect.poll(() => sent.length).toBe(1)
  answer = new Response(null, { status: 204 })
  await press(t('profile.sendLink'))
  await textThere(t('profile.emailSentLead', { email: 'an.nguyen@example.com' }))
  await textThere(t('profile.emailSentUntil', { email: owner.email }))
  expect(sent[1]).toEqual(['POST /user/email', { email: 'an.nguyen@example.com' }])
  await press(t('profile.emailSentDone'))
  await closed()
})

describe('the form', () => {
  const present = ['profile.city', 'profile.ward.since-2025'] as const
  const before = ['profile.city', 'profile.district', 'profile.ward.until-2025'] as const

  /** Opens the form of a stored profile. */
  async function edit(stored = profile) {
    const sent = serve({
      ...reads,
      'GET /user/info': () => stored,
      'PUT /user/info': () => stored,
    })
    const t = await show(<ProfileScreen />)
    await press(t('profile.edit'))
    await fieldThere(t('profile.divisions'))
    const values = (labels: readonly MessageId[]) => () => labels.map(label => field(t(label)).value)
    const choose = async (label: MessageId, name: string) => {
      await expect.poll(() => field(t(label)).disabled).toBe(false)
      fill(t(label), name)
      fireEvent.keyDown(field(t(label)), { key: 'Enter' })
    }
    /** Saves; gives the places that were sent. */
    const saved = async () => {
      await submit()
      await expect.poll(() => sent.length).toBe(1)
      const { city, district, ward } = sent[0]![1] as ProfileChange
      return { city, district, ward }
    }
    return { sent, t, now: values(present), old: values(before), choose, saved }
  }

  test('takes a ward right below its province for an address that is not given yet', async () => {
    const { t, now, choose, saved } = await edit({ ...profile, city: '', district: '', ward: '' })
    expect([field(t('profile.divisions')).value, screen.queryByLabelText(t('profile.district'))]).toEqual([
      'since-2025',
      null,
    ])
    const ward = field(t('profile.ward.since-2025'))
    expect([ward.disabled, ward.placeholder]).toEqual([true, t('profile.cityFirst')])
    await choose('profile.city', 'da nang')
    await choose('profile.ward.since-2025', 'hoang sa')
    expect(now()).toEqual(['Đà Nẵng', 'Đặc khu Hoàng Sa'])
    expect(await saved()).toEqual({ city: '48', district: null, ward: '20333' })
  })

  test.each([old, { ...old, ward: '' }, { ...old, city: '15', district: '', ward: '' }])(
    'saves an address of before July 2025 as it is: %o',
    async stored => {
      const { t, old, saved } = await edit(stored)
      await expect.poll(() => old()[0]).toBe(stored.city === '15' ? 'Yên Bái' : 'Hà Nội')
      expect(field(t('profile.divisions')).value).toBe('until-2025')
      const { city, district, ward } = stored
      expect(await saved()).toEqual({ city, district, ward })
    },
  )

  test('switches between the divisions, each with the places that were chosen in it', async () => {
    const { t, now, old: before, choose, saved } = await edit(old)
    const swap = (to: Divisions) => fill(t('profile.divisions'), to)
    await expect.poll(before).toEqual(['Hà Nội', 'Quận Hoàn Kiếm', 'Phường Hàng Trống'])
    swap('since-2025')
    expect(now()).toEqual(['', ''])
    await choose('profile.city', 'ha noi')
    await choose('profile.ward.since-2025', 'hoan kiem')
    swap('until-2025')
    await expect.poll(before).toEqual(['Hà Nội', 'Quận Hoàn Kiếm', 'Phường Hàng Trống'])
    swap('since-2025')
    await expect.poll(now).toEqual(['Hà Nội', 'Phường Hoàn Kiếm'])
    expect(await saved()).toEqual({ city: '01', district: null, ward: '00070' })
  })

  test('empties what lies below a place that changes', async () => {
    const { t, now, old: before, choose } = await edit()
    await expect.poll(now).toEqual(['Hà Nội', 'Phường Hoàn Kiếm'])
    await choose('profile.city', 'đà nẵng')
    expect(now()).toEqual(['Đà Nẵng', ''])
    fill(t('profile.divisions'), 'until-2025')
    await choose('profile.city', 'ha noi')
    await choose('profile.district', 'hoan kiem')
    await choose('profile.ward.until-2025', 'hang trong')
    await choose('profile.city', 'đà nẵng')
    await expect.poll(before).toEqual(['Đà Nẵng', '', ''])
    const ward = field(t('profile.ward.until-2025'))
    expect([ward.disabled, ward.placeholder]).toEqual([true, t('profile.districtFirst')])
    await expect.poll(() => field(t('profile.district')).disabled).toBe(false)
    fill(t('profile.city'), '')
    fireEvent.blur(field(t('profile.city')))
    expect(before()).toEqual(['', '', ''])
    expect(field(t('profile.district')).disabled).toBe(true)
  })

  test('takes a text that names a place, and gives back what was chosen for one that names none', async () => {
    const { t, now } = await edit()
    await expect.poll(now).toEqual(['Hà Nội', 'Phường Hoàn Kiếm'])
    fill(t('profile.city'), 'paris')
    await textThere(t('combobox.nothingFound'))
    fireEvent.blur(field(t('profile.city')))
    expect(now()).toEqual(['Hà Nội', 'Phường Hoàn Kiếm'])
    fill(t('profile.city'), 'da nang')
    fireEvent.blur(field(t('profile.city')))
    expect(now()).toEqual(['Đà Nẵng', ''])
  })

  test('says a wrong phone number and an empty name at their fields, and sends nothing', async () => {
    const { sent, t } = await edit()
    fill(t('profile.phone'), '0123')
    fill(t('profile.fullName'), ' ')
    await submit()
    await expect.poll(() => wrong(t('profile.phone'))).toBe('Phone number is not valid')
    expect([wrong(t('profile.fullName')), sent]).toEqual(['Required', []])
  })
})

describe('notification groups', () => {
  const accounting: NotificationGroup = {
    id: 'group-1',
    name: 'Kế toán',
    emails: ['an@example.com', 'lan@example.com'],
    unconfirmed: [],
    alerts: ['quota', 'expiry'],
    topics: ['don-hang'],
  }

  test('take addresses as chips, and no wrong one; a taken name is said at its field', async () => {
    let answer = () => refusal('NAME_TAKEN')
    const sent = serve({ ...reads, 'POST /user/notification-groups': () => answer() })
    const t = await show(<ProfileScreen />)
    await textThere(t('groups.empty'))
    await textThere(t('alerts.empty'))
    await press(t('groups.add'))
    await fieldThere(t('groups.name'))
    fill(t('groups.name'), accounting.name)
    await submit()
    await expect.poll(() => wrong(t('groups.emails'))).toBe('Required')
    fill(t('groups.emails'), 'an@example.com; not-an-email, An@Example.com lan@example.com')
    const chips = () => [...document.querySelectorAll(`[aria-label="${t('groups.emailsOf')}"] > li`)]
    await expect
      .poll(() => chips().map(chip => chip.textContent))
      .toEqual(['an@example.com', `not-an-email${t('issue.email-invalid')}`, 'lan@example.com'])
    await submit()
    await expect.poll(() => wrong(t('groups.emails'))).toBe(t('issue.email-invalid'))
    expect(sent).toEqual([])
    await press(t('groups.removeEmail', { email: 'not-an-email' }))
    await submit()
    await expect.poll(() => wrong(t('groups.name'))).toBe(t('error.NAME_TAKEN'))
    answer = () => {
      groups = [accounting]
      return Response.json(accounting, { status: 201 })
    }
    await submit()
    await closed()
    await textThere('an@example.com, lan@example.com')
    const { name, emails, alerts } = accounting
    expect([toast(), sent.at(-1)]).toEqual([
      'groups.created',
      ['POST /user/notification-groups', { name, emails, alerts }],
    ])
  })

  test('show which addresses are not confirmed, and send one another link', async () => {
    const unconfirmed = [
      { email: 'an@example.com', state: 'pending' },
      { email: 'lan@example.com', state: 'unsubscribed' },
    ] as const
    groups = [{ ...accounting, unconfirmed: [...unconfirmed] }]
    let answer = () => refusal('TOO_MANY_REQUESTS', 429)
    const sent = serve({ ...reads, 'POST /user/notification-addresses/send-confirmation': () => answer() })
    const t = await show(<ProfileScreen />)
    for (const { email, state } of unconfirmed) await textThere(t(`groups.address.${state}`, { email }))
    const again = t('groups.sendAgainTo', { email: 'lan@example.com' })
    await press(again)
    await expect.poll(toast).toBe('error.TOO_MANY_REQUESTS')
    answer = () => {
      groups = [{ ...accounting, unconfirmed: [{ email: 'lan@example.com', state: 'pending' }] }]
      return new Response(null, { status: 204 })
    }
    await press(again)
    await expect.poll(toast).toBe('groups.confirmationSent')
    await textThere(t('groups.address.pending', { email: 'lan@example.com' }))
    expect(sent.at(-1)).toEqual([
      'POST /user/notification-addresses/send-confirmation',
      { email: 'lan@example.com' },
    ])
  })

  async function pickEntry(entry: (t: Awaited<ReturnType<typeof show>>) => string, answers = {}) {
    groups = [accounting]
    const sent = serve({ ...reads, ...answers })
    const t = await show(<ProfileScreen />)
    await pick(t('common.actionsFor', { name: accounting.name }), entry(t))
    return { sent, t }
  }

  test('show the alerts that there were, and whom they were sent to', async () => {
    const sent = {
      kind: 'quota',
      threshold: 80,
      at: 1_790_000_000,
      used: 8_589_934_592,
      total: 10_737_418_240,
    }
    const unsent = { kind: 'expiry', threshold: 7, at: 1_780_000_000, used: null, total: null }
    const alerts = [
      { ...sent, expire_date: null, emails: accounting.emails },
      { ...unsent, expire_date: 1_780_500_000, emails: [] },
    ]
    serve({ ...reads, 'GET /user/alerts': () => ({ alerts }) })
    const t = await show(<ProfileScreen />)
    await textThere(t('alerts.quota', { threshold: 80, used: '8 GB', total: '10 GB' }))
    const text = () => document.body.textContent
    expect(text()).toContain(t('alerts.sentTo', { count: 2 }))
    expect(text()).toContain(t('alerts.sentToNobody'))
  })

  test('are changed; Backspace takes the last address back', async () => {
    const { sent, t } = await pickEntry(t => t('groups.edit'), {
      'PUT /user/notification-groups/group-1'({ body }: { body: NotificationGroup }) {
        groups = [{ ...accounting, ...body }]
        return groups[0]
      },
    })
    await fieldThere(t('groups.name'))
    fill(t('groups.name'), 'Accounting')
    fireEvent.keyDown(field(t('groups.emails')), { key: 'Backspace' })
    expect(field(t('groups.emails')).value).toBe('lan@example.com')
    fill(t('groups.emails'), 'boss@example.com')
    check(t('groups.alert.quota'))
    await submit()
    await closed()
    await textThere('an@example.com, boss@example.com')
    expect([toast(), sent]).toEqual([
      'profile.updated',
      [
        [
          'PUT /user/notification-groups/group-1',
          { name: 'Accounting', emails: ['an@example.com', 'boss@example.com'], alerts: ['expiry'] },
        ],
      ],
    ])
  })

  test('are deleted against their exact name, after the topics that mail to them were named', async () => {
    const { sent, t } = await pickEntry(t => t('common.delete'), {
      'DELETE /user/notification-groups/group-1'() {
        groups = []
        return new Response(null, { status: 204 })
      },
    })
    const label = t('groups.typeName', { name: accounting.name })
    await fieldThere(label)
    await textThere(t('groups.usedBy', { count: 1 }))
    await textThere('don-hang')
    fill(label, 'kế toán')
    await submit()
    await expect.poll(() => wrong(label)).toBe('Wrong name, please check again')
    fill(label, 'Kế toá')
    await expect.poll(() => wrong(label)).toBe('Not match')
    expect(sent).toEqual([])
    fill(label, accounting.name)
    await submit()
    await closed()
    await textThere(t('groups.empty'))
    expect([toast(), sent.length, button(t('groups.delete'))]).toEqual(['groups.deleted', 1, undefined])
  })
})
