import { expect } from 'vitest'
import type { BucketObjectLock, BucketVersioning, LifecycleRule } from '../../../openapi/schema.ts'
import { type Action, action } from './action.ts'
import { button, item, link, toggle } from './controls.ts'
import type { Stage } from './stage.ts'

const checkbox = (...name: Parameters<typeof button>) => ({ ...button(...name), role: 'checkbox' }) as const

const turnOn = button('versions.turnOn')
const suspend = button('versions.suspend')
const toLifecycle = link('versions.toLifecycle')
const lockDefault = checkbox('lock.default')
const understoodLock = checkbox('lock.confirm.on')
const understoodCompliance = checkbox('lock.confirm.compliance')
const lockOn = button('lock.turnOn')
const discard = button('bucket.discard')
const add = button('lifecycle.add')
const files = checkbox('lifecycle.current_days.before')
const previous = checkbox('lifecycle.previous_days.before')
const uploads = checkbox('lifecycle.abort_days.before')
const menu = button('common.actionsFor', 'name')
const ruleSwitch = toggle('lifecycle.switch', 'says')
const saveRule = button('lifecycle.save')
const removeRule = button('lifecycle.removeDo')
const deleteAll = button('lifecycle.deleteAll.do')
const tabs = (['versions', 'lock', 'lifecycle'] as const).map(tab => link(`bucket.tab.${tab}`))

/** A new bucket, with a tab of its page open. */
async function open(stage: Stage, tab: string): Promise<string> {
  const bucket = `giu-${stage.name}`
  await stage.makeBucket(bucket)
  await stage.goto(`/bucket-management/-/${bucket}/${tab}`)
  return bucket
}

const read = <Setting>(stage: Stage, setting: string, bucket: string) =>
  stage.call<Setting>('GET', `/bucket/${setting}?bucket=${bucket}`)

const rulesOf = async (stage: Stage, bucket: string) =>
  (await read<{ rules: LifecycleRule[] }>(stage, 'lifecycle', bucket)).rules

export const bucketKeeping: readonly Action[] = [
  action(
    'bucket: versions on, and suspended',
    'bucket-versions',
    [turnOn, suspend, toLifecycle],
    async stage => {
      const bucket = await open(stage, 'versions')
      await stage.use(turnOn)
      await stage.use(suspend)
      await stage.dialog('versions.suspendTitle')
      await stage.use(suspend)
      await stage.noDialog()
      await stage.shows('versions.paused')
      expect(await read<BucketVersioning>(stage, 'versioning', bucket)).toMatchObject({
        versioning: 'suspended',
      })
      await stage.use(toLifecycle)
      await stage.path(`/bucket-management/-/${bucket}/lifecycle`)
    },
  ),
  action(
    'bucket: object lock on',
    'bucket-lock',
    [lockDefault, understoodLock, understoodCompliance, lockOn, discard],
    async stage => {
      const bucket = await open(stage, 'lock')
      await stage.use(lockDefault)
      await stage.use(understoodLock)
      await stage.use(discard)
      await stage.page.getByLabel('Compliance').check()
      await stage.fill('lock.days', '7')
      await stage.use(understoodCompliance)
      await stage.use(lockOn)
      await expect
        .poll(() => read<BucketObjectLock>(stage, 'objectlock', bucket))
        .toMatchObject({ enabled: true, mode: 'compliance', days: 7 })
    },
  ),
  action(
    'bucket: add, change, switch off and remove a lifecycle rule',
    'bucket-lifecycle-rule',
    [...tabs, add, files, previous, uploads, deleteAll, menu, item('lifecycle.edit'), saveRule].concat([
      ruleSwitch,
      item('lifecycle.remove'),
      removeRule,
    ]),
    async stage => {
      const bucket = await open(stage, 'lifecycle')
      for (const tab of [...tabs.slice(0, 2), tabs[2]!]) await stage.use(tab)
      await stage.use(add)
      await stage.use(files)
      await stage.use(previous)
      await stage.use(uploads)
      await stage.use(add)
      await stage.use(deleteAll)
      const days = { current_days: 30, previous_days: 30, abort_days: 7 }
      await expect.poll(() => rulesOf(stage, bucket)).toMatchObject([{ prefix: '', ...days }])
      const says = stage.t('lifecycle.says.current_days', { where: 'all', prefix: '', days: 30 })
      await stage.choose(menu, item('lifecycle.edit'), says)
      await stage.use(previous)
      await stage.use(files)
      await stage.use(saveRule)
      const rest = stage.t('lifecycle.says.abort_days', { where: 'all', prefix: '', days: 7 })
      await stage.use(ruleSwitch, rest)
      await expect
        .poll(() => rulesOf(stage, bucket))
        .toMatchObject([{ enabled: false, current_days: null, previous_days: null, abort_days: 7 }])
      // The list is made anew once it is saved: a menu that was opened before would be gone.
      await stage.page.getByRole('switch', { checked: false }).waitFor()
      await stage.choose(menu, item('lifecycle.remove'), rest)
      await stage.dialog('lifecycle.removeTitle')
      await stage.use(removeRule)
      await expect.poll(() => rulesOf(stage, bucket)).toEqual([])
    },
  ),
]
