import { expect } from 'vitest'
import type { AccessKey, ApiClient } from '../../../openapi/schema.ts'
import { owner } from '../../support/console.ts'
import { refusal } from '../../support/key-screens.ts'
import { type Action, action } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const menu = button('common.actionsFor', 'name')
const unlock = button('keys.unlock')
const confirm = button('confirm.do')
const again = button('sso.again', 'name')
const done = button('keys.done')
const reference: Control = { ...link('clients.reference'), newTab: true }

/** Confirms the page's session and opens the page, which has no lock then. */
async function unlocked(
  stage: Stage,
  path: string,
  heading: 'keys.create' | 'clients.create',
): Promise<void> {
  await stage.call('POST', '/user/confirm-identity', { pin: owner.pin })
  const status = await stage.page.evaluate(
    body =>
      fetch('/api/user/confirm-identity', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      }).then(answer => answer.status),
    JSON.stringify({ pin: owner.pin }),
  )
  expect(status).toBe(200)
  await stage.goto(path)
  const ready = stage.page.getByRole('button', { name: stage.t(heading), exact: true })
  await ready.first().waitFor()
}

const keys = async (stage: Stage) => (await stage.call<{ keys: AccessKey[] }>('GET', '/user/access-key')).keys
const clients = async (stage: Stage) =>
  (await stage.call<{ clients: ApiClient[] }>('GET', '/user/api-client')).clients

const unlocking = (name: string, screen: string, ready: 'keys.create' | 'clients.create') =>
  action(
    `keys: ${name}`,
    screen,
    [unlock, confirm],
    async stage => {
      await stage.open(screen)
      await stage.use(unlock)
      await stage.dialog('confirm.title')
      await stage.fill('confirm.pin', owner.pin)
      await stage.use(confirm)
      await stage.noDialog()
      await stage.page
        .getByRole('button', { name: stage.t(ready), exact: true })
        .first()
        .waitFor()
    },
    { fresh: true },
  )

const program = (name: string): Control => ({ role: 'button', text: name })

export const keysAndClients: readonly Action[] = [
  unlocking('see the S3 keys', 'keys-locked', 'keys.create'),
  unlocking('see the API clients', 'clients-locked', 'clients.create'),
  action('keys: confirm by a new sign-in', 'keys-confirm-provider', [again], async stage => {
    const path = '/api/user/confirm-identity/provider/begin'
    await stage.open('keys-confirm-provider')
    await stage.page.route(`**${path}`, route => route.fulfill(refusal('SSO_UNAVAILABLE', 503)))
    await stage.sends('POST', path, () => stage.use(again, 'Công ty Đám Mây'))
    await stage.shows('error.SSO_UNAVAILABLE')
  }),
  action('keys: make a key', 'keys-locked', [button('keys.create'), done], async stage => {
    await unlocked(stage, '/security/keys', 'keys.create')
    await stage.use(button('keys.create'))
    await stage.dialog('keys.createTitle')
    await stage.fill('keys.nameField', `Khóa ${stage.name}`)
    await stage.use(button('keys.create'))
    await stage.dialog('keys.createdTitle')
    await stage.use(done)
    await stage.noDialog()
    expect((await keys(stage)).map(key => key.name)).toContain(`Khóa ${stage.name}`)
  }),
  action(
    'keys: disable, enable and delete a key',
    'keys-locked',
    [menu, item('keys.disable'), item('keys.enable'), item('common.delete'), button('keys.deleteDo')],
    async stage => {
      const name = `Khóa ${stage.name}`
      const enabled = async () => (await keys(stage)).find(key => key.name === name)?.enabled
      await stage.call('POST', '/user/confirm-identity', { pin: owner.pin })
      await stage.call('POST', '/user/access-key', { name })
      await unlocked(stage, '/security/keys', 'keys.create')
      await stage.choose(menu, item('keys.disable'), name)
      await expect.poll(enabled).toBe(false)
      await stage.choose(menu, item('keys.enable'), name)
      await expect.poll(enabled).toBe(true)
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('keys.deleteTitle', { name })
      await stage.use(button('keys.deleteDo'))
      await stage.noDialog()
      expect(await enabled()).toBeUndefined()
    },
  ),
  action(
    'keys: limit a key to a folder',
    'key-limit',
    [item('keys.change'), button('scope.add'), button('scope.remove', 'row'), button('people.save')],
    async stage => {
      const name = `Hẹp ${stage.name}`
      const { buckets } = await stage.call<{ buckets: { name: string }[] }>('GET', '/bucket')
      await stage.call('POST', '/user/confirm-identity', { pin: owner.pin })
      await stage.call('POST', '/user/access-key', { name })
      await unlocked(stage, '/security/keys', 'keys.create')
      await stage.choose(menu, item('keys.change'), name)
      const dialog = await stage.dialog('keys.changeTitle', { name })
      await dialog.getByRole('radio', { name: stage.t('keys.rights.less') }).click()
      await dialog.getByRole('radio', { name: stage.t('scope.on') }).click()
      const row = stage.t('scope.row', { row: 1 })
      await dialog.getByLabel(`${stage.t('scope.folder')}, ${row}`).fill('anh')
      await stage.use(button('scope.add'))
      await stage.use(button('scope.remove', 'row'), '2')
      await stage.use(button('people.save'))
      await stage.noDialog()
      const bucket = buckets[0]!.name
      expect((await keys(stage)).find(key => key.name === name)).toMatchObject({
        ...{ permission: 'read', scope: [{ bucket, prefix: 'anh/' }] },
      })
      await stage.page
        .getByText(stage.t('scope.may.read', { folder: 'anh/', bucket }))
        .first()
        .waitFor()
    },
  ),
  action(
    'keys: keep a new key',
    'key-created',
    [button('keys.download'), button('keys.copy', 'what'), program('rclone'), program('aws')],
    async stage => {
      await stage.open('key-created')
      const file = stage.page.waitForEvent('download')
      await stage.use(button('keys.download'))
      expect((await file).suggestedFilename()).toMatch(/\.(txt|csv)$/)
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await stage.use(button('keys.copy', 'what'), stage.t('keys.accessKey'))
      await expect
        .poll(() => stage.page.evaluate(() => navigator.clipboard.readText()))
        .toBe('KHOEXAMPLEKEY0000003')
      for (const name of ['rclone', 'aws']) {
        await stage.use(program(name))
        await expect
          .poll(() => stage.page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed'))
          .toBe('true')
      }
    },
  ),
  action('keys: make an API client', 'clients-locked', [button('clients.create'), done], async stage => {
    await unlocked(stage, '/security/api', 'clients.create')
    await stage.use(button('clients.create'))
    await stage.dialog('clients.createTitle')
    await stage.fill('clients.nameField', `Ứng dụng ${stage.name}`)
    await stage.use(button('clients.create'))
    await stage.dialog('clients.createdTitle')
    await stage.use(done)
    await stage.noDialog()
    expect((await clients(stage)).map(client => client.name)).toContain(`Ứng dụng ${stage.name}`)
  }),
  action('keys: read what the API can do', 'clients-empty', [reference], async stage => {
    await unlocked(stage, '/security/api', 'clients.create')
    const answered = stage.page.context().waitForEvent('page')
    await stage.use(reference)
    const opened = await answered
    await expect.poll(() => new URL(opened.url()).pathname).toBe('/guide/en/api/')
    await opened.close()
  }),
  action(
    'keys: delete an API client',
    'clients-locked',
    [menu, item('common.delete'), button('clients.deleteDo')],
    async stage => {
      const name = `Xóa ${stage.name}`
      await stage.call('POST', '/user/confirm-identity', { pin: owner.pin })
      await stage.call('POST', '/user/api-client', { name, permission: 'read', expire_date: 0 })
      await unlocked(stage, '/security/api', 'clients.create')
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('clients.deleteTitle', { name })
      await stage.use(button('clients.deleteDo'))
      await stage.noDialog()
      expect((await clients(stage)).map(client => client.name)).not.toContain(name)
    },
  ),
]
