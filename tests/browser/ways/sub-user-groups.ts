import { expect } from 'vitest'
import type { SubUser, SubUserGroup } from '../../../openapi/schema.ts'
import { type Action, action, desktopWays } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const menu = button('common.actionsFor', 'name')
const edit = button('subGroups.edit', 'name')
const remove = button('subGroups.delete', 'name')

const members = button('subGroups.membersTitle', 'name')
/** Of whom a group has, or may have. */
const person: Control = { role: 'checkbox', data: 'row' }

const groups = async (stage: Stage) =>
  (await stage.call<{ groups: SubUserGroup[] }>('GET', '/user-management/groups')).groups

const forget = (stage: Stage, name: string) => async () => {
  for (const group of await groups(stage))
    if (group.name === name) await stage.call('DELETE', `/user-management/groups/${group.id}`)
}

async function makeGroup(stage: Stage): Promise<string> {
  const name = `Nhóm ${stage.name}`
  await stage.call('POST', '/user-management/groups', { name, permission: 'read', scope: null })
  await stage.goto('/user-management/groups')
  await stage.page.getByText(name).first().waitFor()
  return name
}

async function change(stage: Stage): Promise<void> {
  const name = await makeGroup(stage)
  stage.afterwards(forget(stage, `${name} mới`))
  if (stage.phone) await stage.choose(menu, item('people.edit'), name)
  else await stage.use(edit, name)
  await stage.dialog('subGroups.editTitle', { name })
  await stage.page.getByLabel(stage.t('subGroups.name'), { exact: true }).fill(`${name} mới`)
  await stage.use(button('people.save'))
  await stage.noDialog()
  expect((await groups(stage)).map(group => group.name)).toContain(`${name} mới`)
}

async function join(stage: Stage): Promise<void> {
  const fullName = `Người ${stage.name}`
  const email = `vao-nhom-${stage.name}-${stage.way}@example.com`
  const terms = { fullName, email, permission: 'write', phone: '', expire_date: 0 }
  const { id } = await stage.call<SubUser>('POST', '/user-management', terms)
  const name = await makeGroup(stage)
  stage.afterwards(forget(stage, name))
  stage.afterwards(() => stage.call('DELETE', '/user-management', { id }))
  if (stage.phone) await stage.choose(menu, item('subGroups.membersHead'), name)
  else await stage.use(members, name)
  await stage.dialog('subGroups.membersTitle', { name })
  await stage.use(person, fullName)
  await stage.use(button('subGroups.membersNext'))
  await stage.use(button('subGroups.membersDo'))
  const counts = { created: 0, changed: 1, deleted: 0, same: 0, bad: 0 }
  await stage.page.getByText(stage.t('import.ended', counts), { exact: true }).waitFor()
  expect((await groups(stage)).find(group => group.name === name)?.members).toBe(1)
}

async function takeAway(stage: Stage): Promise<void> {
  const name = await makeGroup(stage)
  if (stage.phone) await stage.choose(menu, item('common.delete'), name)
  else await stage.use(remove, name)
  await stage.dialog('subGroups.deleteTitle', { name })
  await stage.use(button('subGroups.deleteDo'))
  await stage.noDialog()
  expect((await groups(stage)).map(group => group.name)).not.toContain(name)
}

export const subUserGroups: readonly Action[] = [
  action(
    'people: make a group',
    'sub-user-groups',
    [link('people.groups'), button('subGroups.create')],
    async stage => {
      const name = `Nhóm ${stage.name}`
      stage.afterwards(forget(stage, name))
      await stage.open('sub-users')
      await stage.use(link('people.groups'))
      await stage.path('/user-management/groups')
      await stage.use(button('subGroups.create'))
      const dialog = await stage.dialog('subGroups.createTitle')
      await dialog.getByLabel(stage.t('subGroups.name'), { exact: true }).fill(name)
      await stage.use(button('subGroups.create'))
      await stage.noDialog()
      expect((await groups(stage)).map(group => group.name)).toContain(name)
    },
  ),
  action(
    'people: put a sub-user into a group',
    'sub-user-group-members',
    [members, person, button('subGroups.membersNext'), button('subGroups.membersDo')],
    join,
    { ways: desktopWays },
  ),
  action(
    'people: put a sub-user into a group by its sheet',
    'sub-user-group-members',
    [
      ...[menu, item('subGroups.membersHead'), person],
      ...[button('subGroups.membersNext'), button('subGroups.membersDo')],
    ],
    join,
    { ways: ['touch'] },
  ),
  action('people: edit a group', 'sub-user-group-edit', [edit, button('people.save')], change, {
    ways: desktopWays,
  }),
  action('people: edit a group by its sheet', 'sub-user-group-edit', [menu, item('people.edit')], change, {
    ways: ['touch'],
  }),
  action(
    'people: delete a group',
    'sub-user-group-delete',
    [remove, button('subGroups.deleteDo')],
    takeAway,
    { ways: desktopWays },
  ),
  action(
    'people: delete a group by its sheet',
    'sub-user-group-delete',
    [menu, item('common.delete')],
    takeAway,
    { ways: ['touch'] },
  ),
]
