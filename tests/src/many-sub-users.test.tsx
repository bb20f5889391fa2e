// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endOfDay } from '../../domain/expiry-day.ts'
import type { PlannedSubUser, SubUser } from '../../openapi/schema.ts'
import DeleteManyDialog from '../../src/people/many/delete-many-dialog.tsx'
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
  serve,
  show,
  textThere,
  wrong,
} from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})
afterEach(() => history.replaceState(null, '', '/'))

const person = (at: number): SubUser => ({
  ...{ id: `user-${at}`, fullName: `Người ${at}`, email: `n${at}@example.com`, permission: 'read' },
  ...{ scope: null, group: null, phone: '', expire_date: 0, created_at: 0, last_sign_in_at: null },
  ...{ two_step: false, passkeys: 0, sso: false, invited_until: null },
})
const counts = {
  status: { active: 0, invited: 0, expired: 0 },
  expires: { 'within-30-days': 0, later: 0, expired: 0, never: 0 },
  permission: { read: 0, write: 0, 'read-write': 0, 'full-control': 0 },
  never_signed_in: 0,
}
const terms = { permission: 'read', scope: null, group: null, expire_date: 0 } as const

type Body = { ids: string[]; act: 'change' | 'delete'; preview: boolean }
let users: SubUser[]
let acts: number
/** Of those whom an act changes, the one who is refused. */
let refused: string | null
beforeEach(() => {
  users = Array.from({ length: 6 }, (_, at) => person(at))
  acts = 0
  refused = null
})

const answer = ({ ids, act }: Body) => ({
  lines: ids.map((id): PlannedSubUser => {
    const { email, fullName } = person(Number(id.slice(5)))
    const head = { email, fullName, before: terms }
    if (id === refused) return { ...head, state: 'refused', code: 'RIGHTS_OF_GROUP', after: null }
    if (act === 'delete') return { ...head, state: 'deleted', after: null }
    return { ...head, state: 'changed', after: { ...terms, permission: 'write' } }
  }),
})
const served = {
  // Pages of two, so that not all are loaded at first.
  'GET /user-management': ({ query }: { query: URLSearchParams }) => {
    const shown = users.filter(({ fullName }) => fullName.includes(query.get('search') ?? ''))
    const from = Number(query.get('next_token') ?? 0)
    const next_token = from + 2 < shown.length ? String(from + 2) : null
    return { users: shown.slice(from, from + 2), total: shown.length, counts, next_token }
  },
  'GET /bucket': () => ({ buckets: [{ name: 'anh' }] }),
  'GET /user-management/groups': () => ({ groups: [] }),
  'POST /user-management/many': ({ body }: { body: unknown }) => {
    const { ids, act, preview } = body as Body
    if (!preview && act === 'delete') users = users.filter(({ id }) => !ids.includes(id) || id === refused)
    return answer(body as Body)
  },
}
const numbers = (bodies: readonly [string, unknown][]) =>
  bodies.map(([, body]) => (body as Body).ids.map(id => id.slice(5)).join(''))
const selected = () => document.querySelectorAll('tbody tr[data-selected]').length
const tick = (name: string, shiftKey = false) =>
  act(async () => void fireEvent.click(field(name), { shiftKey }))

test('rows are selected one by one, by a range with Shift, and all that match, also those that are not loaded yet', async () => {
  serve(served)
  const t = await show(<SubUsersScreen />)
  const box = (at: number) => t('many.select', { name: person(at).fullName })
  await fieldThere(box(5))
  await tick(box(1))
  await textThere(t('many.selected', { count: 1 }))
  await tick(box(4), true)
  await textThere(t('many.selected', { count: 4 }))
  await tick(box(2))
  await textThere(t('many.selected', { count: 3 }))
  expect(field(t('many.selectAll', { count: 6 })).indeterminate).toBe(true)
  await press(t('many.selectAll', { count: 6 }))
  await textThere(t('many.selected', { count: 6 }))
  expect(selected()).toBe(6)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await expect.poll(selected).toBe(0)
  expect(button(t('many.change'))).toBeUndefined()
})

test('another search forgets who was selected: nobody is changed who is not shown', async () => {
  serve(served)
  const t = await show(<SubUsersScreen />)
  await fieldThere(t('many.select', { name: person(5).fullName }))
  await tick(t('many.selectAll', { count: 6 }))
  await textThere(t('many.selected', { count: 6 }))
  fill(t('people.search'), 'Người 3')
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(1)
  expect(selected()).toBe(0)
})

test('what is ticked changes, after a preview of each; folders and expiry stay as they are', async () => {
  const sent = serve(served)
  refused = 'user-1'
  const t = await show(<SubUsersScreen />)
  await fieldThere(t('many.select', { name: person(5).fullName }))
  await tick(t('many.select', { name: person(0).fullName }))
  await tick(t('many.select', { name: person(1).fullName }))
  await press(t('many.change'))
  await headingThere(t('many.changeTitle', { count: 2 }))
  expect(button(t('many.changeNext'))!.disabled).toBe(true)
  check(t('many.changeRights'))
  check(t('people.permission.write'))
  await press(t('many.changeNext'))
  await textThere(t('import.preview', { created: 0, changed: 1, deleted: 0, same: 0, bad: 1 }))
  await textThere(t('error.RIGHTS_OF_GROUP'))
  await press(t('many.changeDo', { count: 1 }))
  await textThere(t('import.ended', { created: 0, changed: 1, deleted: 0, same: 0, bad: 1 }))
  const change = { act: 'change', group_id: null, permission: 'write' }
  expect(sent).toEqual([
    ['POST /user-management/many', { ids: ['user-0', 'user-1'], preview: true, ...change }],
    ['POST /user-management/many', { ids: ['user-0'], preview: false, ...change }],
  ])
  await press(t('common.close'))
  await closed()
})

test('an access period alone is sent; a wrong day is said before anything is', async () => {
  const sent = serve(served)
  const t = await show(<SubUsersScreen />, 'vi')
  await fieldThere(t('many.select', { name: person(5).fullName }))
  await tick(t('many.select', { name: person(0).fullName }))
  await press(t('many.change'))
  await fieldThere(t('many.changeExpiry'))
  check(t('many.changeExpiry'))
  check(t('people.until'))
  fill(t('people.lastDay'), 'ngày mai')
  fireEvent.blur(field(t('people.lastDay')))
  await press(t('many.changeNext'))
  await expect.poll(() => wrong(t('people.lastDay'))).toBe(t('issue.date-invalid'))
  expect(sent).toEqual([])
  fill(t('people.lastDay'), '09/08/2099')
  await press(t('many.changeNext'))
  await buttonThere(t('many.changeDo', { count: 1 }))
  const expire_date = endOfDay('2099-08-09')
  expect(sent).toEqual([
    ['POST /user-management/many', { ids: ['user-0'], act: 'change', preview: true, expire_date }],
  ])
})

test('many are previewed by the thousand and changed by the hundred; after a failure what is left goes on', async () => {
  const sent = serve({
    'POST /user-management/many': ({ body }) =>
      !(body as Body).preview && ++acts === 2 ? refusal('STORAGE_UNAVAILABLE', 503) : answer(body as Body),
  })
  const all = Array.from({ length: 1050 }, (_, at) => person(at))
  const t = await show(<DeleteManyDialog users={all} onClose={() => undefined} />)
  await press(t('many.deleteNext'))
  await press(t('many.deleteDo', { count: 1050 }))
  await textThere(t('error.STORAGE_UNAVAILABLE'))
  const parts = () => sent.map(([, body]) => (body as Body).ids.length)
  expect(parts()).toEqual([1000, 50, 100, 100])
  // Of thousands of lines only the visible ones are elements.
  expect(document.querySelectorAll('[role=dialog] ul > li').length).toBeLessThan(60)
  await press(t('import.goOn'))
  await textThere(t('import.ended', { created: 0, changed: 0, deleted: 1050, same: 0, bad: 0 }))
  expect(parts().slice(4)).toEqual([...Array.from({ length: 9 }, () => 100), 50])
})

test('a deletion says what ends, then who; the list is read once, at the end', async () => {
  const sent = serve(served)
  refused = 'user-1'
  const t = await show(<SubUsersScreen />)
  await fieldThere(t('many.select', { name: person(5).fullName }))
  for (const at of [0, 1, 2]) await tick(t('many.select', { name: person(at).fullName }))
  await press(t('common.delete'))
  await textThere(t('many.deleteKeys'))
  await press(t('many.deleteNext'))
  await press(t('common.back'))
  await textThere(t('many.deleteKeys'))
  expect(users.length).toBe(6)
  await press(t('many.deleteNext'))
  await press(t('many.deleteDo', { count: 2 }))
  await textThere(t('import.ended', { created: 0, changed: 0, deleted: 2, same: 0, bad: 1 }))
  expect(numbers(sent)).toEqual(['012', '012', '02'])
  await press(t('common.close'))
  await closed()
  await textThere(t('many.selected', { count: 1 }))
})
