import { expect } from 'vitest'
import type { NotificationGroup } from '../../../openapi/schema.ts'
import { owner } from '../../support/console.ts'
import { type Action, action, press } from './action.ts'
import { button, type Control, item } from './controls.ts'
import type { Stage } from './stage.ts'

const menu = button('common.actionsFor', 'name')
const edit = button('profile.edit')
const save = button('profile.save')
const changeEmail = button('profile.changeEmail')
const sendLink = button('profile.sendLink')
const confirm = button('confirm.do')
const add = button('groups.add')
const sendAgain = button('groups.sendAgainTo', 'email')
const alertBoxes: readonly Control[] = [
  { role: 'checkbox', id: 'groups.alert.quota' },
  { role: 'checkbox', id: 'groups.alert.expiry' },
]

const readGroups = async (stage: Stage) =>
  (await stage.call<{ groups: NotificationGroup[] }>('GET', '/user/notification-groups')).groups
const groups = async (stage: Stage) => (await readGroups(stage)).map(each => each.name)

async function makeGroup(stage: Stage): Promise<string> {
  const name = `Nhóm ${stage.name}`
  await stage.call('POST', '/user/notification-groups', { name, emails: ['lan@example.com'] })
  await stage.goto('/userinfo')
  await stage.page.getByText(name).first().waitFor()
  return name
}

export const profile: readonly Action[] = [
  action('profile: change it', 'profile', [edit, save], async stage => {
    await stage.open('profile')
    await stage.use(edit)
    await stage.page.getByLabel(stage.t('profile.company')).fill(`Công ty ${stage.name}`)
    await stage.use(save)
    await stage.page.getByText(`Công ty ${stage.name}`).first().waitFor()
    expect(await stage.call('GET', '/user/info')).toMatchObject({ company: `Công ty ${stage.name}` })
  }),
  action('profile: keep it as it is', 'profile', [button('common.cancel')], async stage => {
    await stage.open('profile')
    await stage.use(edit)
    await stage.use(button('common.cancel'))
    await stage.page
      .getByRole('button', { name: stage.t('profile.edit'), exact: true })
      .first()
      .waitFor()
  }),
  action(
    'profile: ask for another email',
    'profile',
    [changeEmail, sendLink, confirm, button('profile.emailSentDone')],
    async stage => {
      await stage.open('profile')
      await stage.use(changeEmail)
      await stage.fill('profile.newEmail', `${stage.name}-${stage.way}@example.com`)
      await stage.use(sendLink)
      await stage.fill('confirm.pin', owner.pin)
      await stage.use(confirm)
      await stage.dialog('profile.emailSentTitle')
      await stage.use(button('profile.emailSentDone'))
      await stage.noDialog()
    },
    { fresh: true },
  ),
  press('profile: go on editing', 'profile-leave', button('leaving.entered.stay'), async stage => {
    await stage.noDialog()
    const company = stage.page.getByLabel(stage.t('profile.company'))
    await expect.poll(() => company.inputValue()).toBe('Kho')
  }),
  press('profile: throw the changes away', 'profile-leave', button('leaving.entered.leave'), stage =>
    stage.path('/bucket-management'),
  ),
  action('profile: try again', 'profile-failed', [button('common.retry')], async stage => {
    await stage.open('profile-failed')
    await stage.page.unroute('**/api/user/info')
    await stage.use(button('common.retry'))
    await stage.page
      .getByRole('button', { name: stage.t('profile.edit'), exact: true })
      .first()
      .waitFor()
  }),
  action('profile: add a group', 'profile', [add], async stage => {
    await stage.open('profile')
    await stage.use(add)
    await stage.dialog('groups.addTitle')
    await stage.fill('groups.name', `Mới ${stage.name}`)
    await stage.page.getByLabel(stage.t('groups.emails'), { exact: true }).fill('an@example.com,')
    await stage.use(add)
    await stage.noDialog()
    expect(await groups(stage)).toContain(`Mới ${stage.name}`)
  }),
  action('profile: send a confirmation again', 'profile', [sendAgain], async stage => {
    const path = '/api/user/notification-addresses/send-confirmation'
    await stage.open('profile')
    await stage.page.route(`**${path}`, route => route.fulfill({ status: 204 }))
    await stage.sends('POST', path, () => stage.use(sendAgain, 'ops@example.com'))
    await stage.page.unroute(`**${path}`)
  }),
  action(
    'profile: take an email off a group',
    'profile-group',
    [button('groups.removeEmail', 'email')],
    async stage => {
      await stage.open('profile-group')
      await stage.use(button('groups.removeEmail', 'email'), 'lan@example.com')
      // The page behind may have it, in another group.
      const left = stage.page.getByRole('dialog').getByText('lan@example.com')
      await expect.poll(() => left.count()).toBe(0)
    },
  ),
  action('profile: choose what a group is told of', 'profile-group', alertBoxes, async stage => {
    const name = await makeGroup(stage)
    await stage.choose(menu, item('groups.edit'), name)
    await stage.dialog('groups.editTitle')
    for (const box of alertBoxes) await stage.use(box)
    await stage.use(save)
    await stage.noDialog()
    expect((await readGroups(stage)).find(each => each.name === name)?.alerts).toEqual([])
  }),
  action('profile: edit a group', 'profile', [menu, item('groups.edit')], async stage => {
    const name = await makeGroup(stage)
    await stage.choose(menu, item('groups.edit'), name)
    await stage.dialog('groups.editTitle')
    await stage.fill('groups.name', `${name} mới`)
    await stage.use(save)
    await stage.noDialog()
    expect(await groups(stage)).toContain(`${name} mới`)
  }),
  action(
    'profile: delete a group',
    'profile',
    [menu, item('common.delete'), button('groups.delete')],
    async stage => {
      const name = await makeGroup(stage)
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('groups.deleteTitle', { name })
      await stage.page.getByLabel(stage.t('groups.typeName', { name })).fill(name)
      await stage.use(button('groups.delete'))
      await stage.noDialog()
      expect(await groups(stage)).not.toContain(name)
    },
  ),
]
