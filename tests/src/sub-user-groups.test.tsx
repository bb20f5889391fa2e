// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SubUserGroup } from '../../openapi/schema.ts'
import GroupsScreen from '../../src/people/groups/groups-screen.tsx'
import {
  closed,
  field,
  fieldThere,
  fill,
  headingThere,
  press,
  refusal,
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

const accounting: SubUserGroup = {
  ...{ id: 'group-1', name: 'Kế toán', permission: 'read', scope: null, members: 0 },
}
let groups: SubUserGroup[]
beforeEach(() => {
  groups = []
})
const served = {
  'GET /user-management/groups': () => ({ groups }),
  'GET /bucket': () => ({ buckets: [{ name: 'so' }] }),
  'POST /user-management/groups': ({ body }: { body: unknown }) => {
    groups = [{ ...accounting, ...(body as Partial<SubUserGroup>) }]
    return groups[0]
  },
  'PUT /user-management/groups/group-1': ({ body }: { body: unknown }) => {
    groups = [{ ...groups[0]!, ...(body as Partial<SubUserGroup>) }]
    return groups[0]
  },
  'DELETE /user-management/groups/group-1': () => {
    groups = []
    return new Response(null, { status: 204 })
  },
}

test('without groups the screen says what they are for; the first is made from there', async () => {
  const sent = serve(served)
  const t = await show(<GroupsScreen />, 'vi')
  await headingThere('Chưa có nhóm nào')
  await press(t('subGroups.create'))
  await fieldThere(t('subGroups.name'))
  await submit()
  await expect.poll(() => wrong(t('subGroups.name'))).toBe(t('issue.required'))
  fill(t('subGroups.name'), accounting.name)
  fireEvent.click(field(t('people.permission.read-write')))
  await submit()
  await closed()
  expect([toast(), sent]).toEqual([
    'subGroups.created.toast',
    [['POST /user-management/groups', { name: accounting.name, permission: 'read-write', scope: null }]],
  ])
  await textThere(accounting.name)
})

test('a change says how many it concerns, and sends what differs', async () => {
  groups = [{ ...accounting, members: 3 }]
  const sent = serve(served)
  const t = await show(<GroupsScreen />)
  await press(t('subGroups.edit', { name: accounting.name }))
  await fieldThere(t('subGroups.name'))
  await textThere(t('subGroups.editLead', { count: 3 }))
  fireEvent.click(field(t('people.permission.write')))
  await press(t('people.save'))
  await closed()
  expect([toast(), sent]).toEqual([
    'subGroups.changed.toast',
    [['PUT /user-management/groups/group-1', { permission: 'write' }]],
  ])
})

test('a name that is taken is said at its field', async () => {
  serve({ ...served, 'POST /user-management/groups': () => refusal('NAME_TAKEN') })
  const t = await show(<GroupsScreen />)
  await press(t('subGroups.create'))
  await fieldThere(t('subGroups.name'))
  fill(t('subGroups.name'), accounting.name)
  await submit()
  await expect.poll(() => wrong(t('subGroups.name'))).toBe(t('error.NAME_TAKEN'))
})

test('a group is deleted after a question; one with members says what must be done first', async () => {
  groups = [{ ...accounting, members: 2 }]
  const sent = serve(served)
  const t = await show(<GroupsScreen />)
  await press(t('subGroups.delete', { name: accounting.name }))
  await textThere(t('subGroups.inUseLead', { count: 2 }))
  await press(t('common.close'))
  await closed()
  expect(sent).toEqual([])
  groups = [accounting]
  await press(t('common.refresh'))
  await expect.poll(() => document.querySelectorAll('tbody td')[2]?.textContent).toBe('0')
  await press(t('subGroups.delete', { name: accounting.name }))
  await headingThere(t('subGroups.deleteTitle', { name: accounting.name }))
  await press(t('subGroups.deleteDo'))
  await closed()
  expect([toast(), sent]).toEqual([
    'subGroups.deleted.toast',
    [['DELETE /user-management/groups/group-1', undefined]],
  ])
  await headingThere(t('subGroups.empty.title'))
})

test('members are chosen from all sub-users, and what changes is shown before it is done', async () => {
  groups = [accounting]
  const person = { id: 'user-1', fullName: 'An', email: 'an@example.com', permission: 'write', scope: null }
  const rest = {
    phone: '',
    expire_date: 0,
    created_at: 0,
    last_sign_in_at: null,
    two_step: false,
    passkeys: 0,
    sso: false,
  }
  const an = { ...person, ...rest, group: { id: 'group-1', name: accounting.name }, invited_until: null }
  const others = Array.from({ length: 250 }, (_, at) => ({
    ...{ ...an, id: `other-${at}`, fullName: `Người ${at}`, email: `n${at}@example.com`, group: null },
  }))
  const users = [
    { ...an, id: 'user-2', fullName: 'Bình', email: 'binh@example.com', group: null },
    ...others,
    an,
  ]
  const terms = { permission: 'read', scope: null, group: null, expire_date: 0 }
  const sent = serve({
    ...served,
    'GET /user-management': () => ({ users }),
    'POST /user-management/many': ({ body }) => ({
      lines: (body as { ids: string[] }).ids.map(id => ({
        ...{ email: `${id}@example.com`, fullName: id, state: 'changed', before: terms, after: terms },
      })),
    }),
  })
  const t = await show(<GroupsScreen />)
  await press(t('subGroups.membersTitle', { name: accounting.name }))
  await fieldThere('An')
  expect([field('An').checked, field('Bình').checked]).toEqual([true, false])
  expect(document.body.textContent).toContain(t('subGroups.membersMore', { count: 52 }))
  fireEvent.change(field(t('subGroups.membersSearch')), { target: { value: 'binh' } })
  fireEvent.click(field('Bình'))
  fireEvent.change(field(t('subGroups.membersSearch')), { target: { value: '' } })
  fireEvent.click(field('An'))
  await press(t('subGroups.membersNext'))
  await textThere(t('import.preview', { created: 0, changed: 2, deleted: 0, same: 0, bad: 0 }))
  await press(t('subGroups.membersDo'))
  await textThere(t('import.ended', { created: 0, changed: 2, deleted: 0, same: 0, bad: 0 }))
  const sends = (preview: boolean) => [
    ['POST /user-management/many', { ids: ['user-2'], act: 'change', preview, group_id: 'group-1' }],
    ['POST /user-management/many', { ids: ['user-1'], act: 'change', preview, group_id: null }],
  ]
  expect(sent).toEqual([...sends(true), ...sends(false)])
})
