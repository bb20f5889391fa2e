import { expect } from 'vitest'
import type { SubUser } from '../../../openapi/schema.ts'
import { type Action, action } from './action.ts'
import { button, type Control } from './controls.ts'
import type { Stage } from './stage.ts'

const users = async (stage: Stage) =>
  (await stage.call<{ users: SubUser[] }>('GET', '/user-management')).users

async function download(stage: Stage, control: Control): Promise<string> {
  const file = stage.page.waitForEvent('download')
  await stage.use(control)
  return (await file).suggestedFilename()
}

const template = button('import.template')
const saveBad = button('import.saveBad')

export const subUserImport: readonly Action[] = [
  action(
    'people: import sub-users from a file',
    'sub-users-import-file',
    [button('import.open'), button('import.choose'), button('import.do')],
    async stage => {
      const email = `tep-${stage.name}-${stage.way}@example.com`
      stage.afterwards(async () => {
        for (const user of await users(stage))
          if (user.email === email) await stage.call('DELETE', '/user-management', { id: user.id })
      })
      await stage.open('sub-users')
      await stage.use(button('import.open'))
      await stage.dialog('import.title')
      const chooser = stage.page.waitForEvent('filechooser')
      await stage.use(button('import.choose'))
      const text = `name,email,permission\nNgười ${stage.name},${email},read\n`
      await (await chooser).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await stage.use(button('import.do'))
      const counts = { created: 1, changed: 0, deleted: 0, same: 0, bad: 0 }
      await stage.page.getByText(stage.t('import.ended', counts), { exact: true }).waitFor()
      expect((await users(stage)).map(user => user.email)).toContain(email)
    },
  ),
  action('people: download a template', 'sub-users-import', [template], async stage => {
    await stage.open('sub-users-import')
    expect(await download(stage, template)).toBe(stage.t('import.templateName'))
  }),
  action('people: save the lines that were refused', 'sub-users-import-ended', [saveBad], async stage => {
    await stage.open('sub-users-import-ended')
    expect(await download(stage, saveBad)).toBe(stage.t('import.badName'))
  }),
]
