import { expect, test } from 'vitest'
import { told } from './support/audit.ts'
import { owner, problem } from './support/console.ts'
import { addSubUser } from './support/people.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const visitor = shared(() => console.signedIn())

const filled = {
  fullName: 'Nguyễn Văn An',
  phone: '0901 234 567',
  company: 'Kho Hàng Việt',
  gender: 'Male',
  address: '12 Tràng Tiền',
  city: '01',
  district: null,
  ward: '00070',
}
/** Of the divisions until 30 June 2025. */
const old = { city: '01', district: '002', ward: '00070' }

const change = (fields: Record<string, unknown>, who = visitor) =>
  who.call('PUT', '/user/info', { ...filled, ...fields })
const refused = (field: string, message: string) => ({
  status: 400,
  code: 'INVALID_REQUEST',
  fields: [{ field, message }],
})

test('a new user has a name and an e-mail, and nothing else', async () => {
  const sub = console.visitor()
  await sub.signIn(await addSubUser(console, 'read'))
  expect((await sub.call('GET', '/user/info')).body).toEqual({
    account_name: 'owner',
    contract_code: '',
    username: 'read@example.com',
    fullName: 'read',
    email: 'read@example.com',
    phone: '',
    company: '',
    gender: '',
    address: '',
    city: '',
    district: '',
    ward: '',
  })
})

test('a change is kept, the phone as E.164, text without the spaces around it, and shows in the current user', async () => {
  await console.kho.services.db.updateTable('accounts').set({ contract_code: 'HD-2026-001' }).execute()
  const changed = {
    ...filled,
    account_name: 'owner',
    contract_code: 'HD-2026-001',
    username: owner.username,
    email: owner.username,
    phone: '+84901234567',
  }
  const answer = await change({ fullName: '  Nguyễn Văn An ', company: ' Kho Hàng Việt ' })
  expect([answer.status, answer.body]).toEqual([200, changed])
  expect((await visitor.call('GET', '/user/info')).body).toEqual(changed)
  expect((await visitor.call('GET', '/user')).body).toMatchObject({ name: 'Nguyễn Văn An' })
})

test('everything but the name may be left empty', async () => {
  const empty = { phone: '', company: '', gender: '', address: '', city: '', district: '', ward: '' }
  expect((await change(empty)).body).toMatchObject({ ...empty, fullName: 'Nguyễn Văn An' })
  expect((await change({ ...empty, district: null })).body).toMatchObject(empty)
  expect(problem(await change({ fullName: '   ' }))).toEqual(refused('fullName', 'required'))
})

test('a number of another country keeps its country; one that is none is refused', async () => {
  expect((await change({ phone: '+1 213 373 4253' })).body).toMatchObject({ phone: '+12133734253' })
  expect(problem(await change({ phone: '123' }))).toEqual(refused('phone', 'phone-invalid'))
})

test('a place that does not lie in the one before is refused at its field [V2.2.3]', async () => {
  expect(problem(await change({ city: '99' }))).toEqual(refused('city', 'place-unknown'))
  expect(problem(await change({ city: '77' }))).toEqual(refused('city', 'place-unknown'))
  expect(problem(await change({ city: '79' }))).toEqual(refused('ward', 'place-unknown'))
  expect(problem(await change({ city: '' }))).toEqual(refused('ward', 'place-unknown'))
  expect(problem(await change({ ...old, city: '79' }))).toEqual(refused('district', 'place-unknown'))
  expect(problem(await change({ ...old, district: '001' }))).toEqual(refused('ward', 'place-unknown'))
  expect(problem(await change({ ...old, ward: '00097' }))).toEqual(refused('ward', 'place-unknown'))
})

test('an address of before July 2025 is kept as it is, with its district or with none chosen', async () => {
  for (const places of [old, { ...old, ward: '' }, { city: '15', district: '', ward: '' }]) {
    expect((await change(places)).body).toMatchObject(places)
    expect((await visitor.call('GET', '/user/info')).body).toMatchObject(places)
  }
})

test('a province and its ward need no district: it may be null, empty or absent', async () => {
  for (const district of [null, '', undefined]) {
    await change(old)
    expect((await change({ district })).body).toMatchObject({ city: '01', district: null, ward: '00070' })
  }
  const city = { city: '15', district: null, ward: '' }
  expect((await change(city)).body).toMatchObject(city)
  expect((await visitor.call('GET', '/user/info')).body).toMatchObject(city)
})

test('what is no line of text, or what the user may not change, is refused [V8.2.3, V15.3.3]', async () => {
  expect(problem(await change({ company: 'a\u0000' }))).toEqual(refused('company', 'label-characters'))
  expect(problem(await change({ address: 'a'.repeat(301) }))).toEqual(refused('address', 'text-too-long'))
  expect(problem(await change({ gender: 'male' })).code).toBe('INVALID_REQUEST')
  for (const field of ['contract_code', 'username', 'email', 'permission', 'is_admin']) {
    expect(problem(await change({ [field]: 'x' }))).toEqual(
      refused(field, 'must NOT have additional properties'),
    )
  }
})

test('a sub-user changes its own profile and no other', async () => {
  const sub = console.visitor()
  await sub.signIn(await addSubUser(console, 'write'))
  const before = (await visitor.call('GET', '/user/info')).body
  expect((await change({ fullName: 'Bình' }, sub)).body).toMatchObject({
    fullName: 'Bình',
    email: 'write@example.com',
  })
  expect((await visitor.call('GET', '/user/info')).body).toEqual(before)
})

test('the audit log tells which fields were changed, not what to; a change of nothing is no change', async () => {
  const { db } = console.kho.services
  await change({})
  await db.deleteFrom('audit').execute()
  await change({ phone: '0901234568', ward: '' })
  await change({ phone: '+84 901 234 568', ward: '' })
  await change({ phone: '+84 901 234 568', ...old, ward: '' })
  const records = await db.selectFrom('audit').select(['user', 'action', 'target', 'data']).execute()
  expect(records.map(told)).toEqual([
    { user: owner.username, action: 'PROFILE_CHANGED', target: owner.username, detail: 'phone, ward' },
    { user: owner.username, action: 'PROFILE_CHANGED', target: owner.username, detail: 'city, district' },
  ])
})
