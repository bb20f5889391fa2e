import { expect } from 'vitest'
import type { SubUser } from '../../../openapi/schema.ts'
import { type Action, action } from './action.ts'
import { button, type Control } from './controls.ts'
import type { Stage } from './stage.ts'

const person: Control = { role: 'checkbox', id: 'many.select', values: { name: '' } }
const all = button('many.selectAll', 'count')
const clear = button('many.clear')
const change = button('many.change')
const rights: Control = { role: 'checkbox', id: 'many.changeRights' }
const folders: Control = { role: 'checkbox', id: 'many.changeFolders' }
const expiry: Control = { role: 'checkbox', id: 'many.changeExpiry' }
const back = button('common.back')

const users = async (stage: Stage) =>
  (await stage.call<{ users: SubUser[] }>('GET', '/user-management')).users

/** Two sub-users, whom the list is searched for. */
async function makeTwo(stage: Stage): Promise<SubUser[]> {
  const made: SubUser[] = []
  for (const at of [1, 2]) {
    const fullName = `${stage.name} ${at}`
    const email = `nhieu-${at}-${stage.name}-${stage.way}@example.com`
    const terms = { fullName, email, permission: 'full-control', phone: '', expire_date: 0 }
    made.push(await stage.call<SubUser>('POST', '/user-management', terms))
  }
  const ids = made.map(({ id }) => id)
  stage.afterwards(async () => {
    for (const { id } of await users(stage))
      if (ids.includes(id)) await stage.call('DELETE', '/user-management', { id })
  })
  await stage.goto(`/user-management/sub-user?search=${encodeURIComponent(stage.name)}`)
  await stage.page.getByText(made[1]!.fullName).first().waitFor()
  return made
}

async function ended(stage: Stage, counts: { changed: number; deleted: number }): Promise<void> {
  const text = stage.t('import.ended', { created: 0, ...counts, same: 0, bad: 0 })
  await stage.page.getByText(text, { exact: true }).waitFor()
}

export const manySubUsers: readonly Action[] = [
  action(
    'people: change many sub-users',
    'sub-users',
    [
      person,
      change,
      rights,
      folders,
      expiry,
      button('many.changeNext'),
      back,
      button('many.changeDo', 'count'),
    ],
    async stage => {
      const [one, two] = (await makeTwo(stage)) as [SubUser, SubUser]
      await stage.use(person, one.fullName)
      await stage.use(person, two.fullName)
      await stage.use(change)
      await stage.dialog('many.changeTitle', { count: 2 })
      await stage.use(rights)
      await stage.use(folders)
      await stage.use(folders)
      await stage.use(expiry)
      await stage.use(button('many.changeNext'))
      await stage.use(back)
      await stage.use(button('many.changeNext'))
      await stage.use(button('many.changeDo', 'count'), '2')
      await ended(stage, { changed: 2, deleted: 0 })
      const changed = (await users(stage)).filter(({ id }) => [one.id, two.id].includes(id))
      expect(changed.map(({ permission }) => permission)).toEqual(['read', 'read'])
    },
  ),
  action(
    'people: delete many sub-users',
    'sub-users',
    [person, all, button('common.delete'), button('many.deleteNext'), button('many.deleteDo', 'count')],
    async stage => {
      const [one, two] = (await makeTwo(stage)) as [SubUser, SubUser]
      await stage.use(person, one.fullName)
      await stage.use(all, '2')
      await stage.use(button('common.delete'))
      await stage.dialog('many.deleteTitle', { count: 2 })
      await stage.use(button('many.deleteNext'))
      await stage.use(button('many.deleteDo', 'count'), '2')
      await ended(stage, { changed: 0, deleted: 2 })
      expect((await users(stage)).filter(({ id }) => [one.id, two.id].includes(id))).toEqual([])
    },
  ),
  action('people: clear the selection', 'sub-users-selected', [clear], async stage => {
    await stage.open('sub-users-selected')
    await stage.use(clear)
    await expect.poll(() => stage.page.getByRole('toolbar').count()).toBe(0)
  }),
]
