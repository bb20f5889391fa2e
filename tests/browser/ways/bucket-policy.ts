import { expect } from 'vitest'
import type { BucketPolicy } from '../../../openapi/schema.ts'
import { type Action, action } from './action.ts'
import { button } from './controls.ts'
import type { Stage } from './stage.ts'

const add = button('policy.template.add')
const insert = button('policy.template.insert')
const line = button('policy.line', 'line')
const discard = button('bucket.discard')
const save = button('bucket.save')
const open = button('policy.public.do')
const insist = button('policy.lockout.insist')
const remove = button('policy.delete')
const ask = button('policy.try.ask')
const secure = { ...button('policy.try.secure'), role: 'checkbox' } as const

async function addTemplate(stage: Stage, template: string): Promise<void> {
  await stage.use(add)
  const dialog = await stage.dialog('policy.template.title')
  await dialog.getByLabel(stage.t('policy.template.label')).selectOption(template)
  await stage.use(insert)
  await stage.noDialog()
}

async function holds(stage: Stage, bucket: string, statements: number): Promise<void> {
  const count = async () => {
    const { policy } = await stage.call<BucketPolicy>('GET', `/bucket/policy?bucket=${bucket}`)
    return policy === null ? 0 : (JSON.parse(policy) as { Statement: unknown[] }).Statement.length
  }
  await expect.poll(count).toBe(statements)
}

export const bucketPolicy: readonly Action[] = [
  action(
    'bucket: write, try, save and delete a policy',
    'bucket-policy-wrong',
    [add, insert, line, discard, save, open, insist, remove, ask, secure],
    async stage => {
      const bucket = `luat-${stage.name}`
      await stage.makeBucket(bucket)
      await stage.goto(`/bucket-management/-/${bucket}/policy`)
      const editor = stage.page.getByLabel(stage.t('policy.editor'))
      await editor.fill('{ "Statement": 1 }')
      await stage.use(line, '1')
      await expect.poll(() => editor.evaluate(each => each.matches(':focus'))).toBe(true)
      await stage.use(discard)
      await addTemplate(stage, 'public-read')
      await stage.shows('policy.try.draft')
      await stage.fill('policy.try.key', 'a.txt')
      await stage.use(ask)
      await stage.shows('policy.try.allowed')
      await stage.use(secure)
      await stage.use(save)
      await stage.dialog('policy.public.title')
      await stage.use(open)
      await stage.noDialog()
      await holds(stage, bucket, 1)
      await stage.shows('policy.try.stored')
      // The test's storage is reached without HTTPS.
      await addTemplate(stage, 'https')
      await stage.use(save)
      await stage.use(insist)
      await holds(stage, bucket, 2)
      await stage.shows('policy.try.stored')
      await stage.use(remove)
      await stage.dialog('policy.deleteTitle')
      await stage.use(remove)
      await stage.noDialog()
      await holds(stage, bucket, 0)
    },
  ),
]
