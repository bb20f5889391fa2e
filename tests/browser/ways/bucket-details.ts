import { expect } from 'vitest'
import { corsMethods } from '../../../domain/cors-rules.ts'
import type { BucketCors, BucketTags, UploadPage } from '../../../openapi/schema.ts'
import { type Action, action, press } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const save = button('bucket.save')
const discard = button('bucket.discard')
const cleanUp = button('bucket.overview.cleanUp')
const showUploads = button('bucket.uploads.show')
const moreUploads = button('bucket.uploads.more')
const abortOne = button('bucket.uploads.abortOne', 'name')
const abort = button('bucket.uploads.abort')
const keepUpload = button('bucket.uploads.keep')
const closeUploads = button('common.close')
const unlimited: Control = { role: 'checkbox', id: 'accounts.quotaUnlimited' }
const closeJob = button('jobs.close', 'bucket')
const addRule = button('bucket.cors.add')
const [readRule, uploadRule, emptyRule] = (['read', 'upload', 'own'] as const).map(template =>
  item(`bucket.cors.template.${template}`),
) as [ReturnType<typeof item>, ReturnType<typeof item>, ReturnType<typeof item>]
const editRule = button('bucket.cors.editRule', 'name')
const removeRule = button('bucket.cors.removeRule', 'name')
const removeValue = button('bucket.cors.removeValue', 'value')
const methods = corsMethods.map(
  method => ({ ...button(`bucket.cors.method.${method}`), role: 'checkbox' }) as const,
)
const addTag = button('bucket.tags.add')
const removeTag = button('bucket.tags.remove', 'number')
const tabs = (['overview', 'cors', 'tags'] as const).map(tab => link(`bucket.tab.${tab}`))
const sectionNames = [
  ...(['overview', 'sharing', 'policy', 'versions'] as const),
  ...(['lock', 'lifecycle', 'cors', 'tags'] as const),
]
const sections = sectionNames.map(name => link(`bucket.tab.${name}`))
const files = link('bucket.files')

/** A new bucket, with a tab of its page open. */
async function open(stage: Stage, tab: string): Promise<string> {
  const bucket = `chi-tiet-${stage.name}`
  await stage.makeBucket(bucket)
  await stage.goto(`/bucket-management/-/${bucket}/${tab}`)
  return bucket
}

export const bucketDetails: readonly Action[] = [
  action('bucket: from its files to its sections and back', 'files', [...sections, files], async stage => {
    await stage.open('files')
    for (const [at, section] of sections.entries()) {
      await stage.use(section)
      await stage.path(`/bucket-management/-/anh-gia-dinh/${sectionNames[at]}`)
    }
    await stage.use(files)
    await stage.path('/bucket-management/anh-gia-dinh')
  }),
  action(
    'bucket: from its page up to the list of buckets',
    'bucket-overview',
    [button('files.up', 'name')],
    async stage => {
      await stage.open('bucket-overview')
      await stage.use(button('files.up', 'name'), stage.t('files.buckets'))
      await stage.path('/bucket-management')
    },
    { ways: ['touch'] },
  ),
  press('bucket: from its page to its files', 'bucket-overview', link('bucket.overview.open'), stage =>
    stage.path('/bucket-management/website-static'),
  ),
  press('bucket: its acts in the audit log', 'bucket-overview', link('bucket.overview.allActivity'), stage =>
    stage.path('/user-management/audit-log'),
  ),
  press('bucket: to the access keys', 'bucket-overview', link('bucket.overview.keysLink'), stage =>
    stage.path('/security/keys'),
  ),
  action(
    'bucket: limit what it may hold',
    'bucket-overview',
    [button('bucket.quota.change'), unlimited, button('bucket.quota.save')],
    async stage => {
      const bucket = `han-muc-${stage.name}`
      await stage.makeBucket(bucket)
      await stage.goto(`/bucket-management/-/${bucket}/overview`)
      await stage.use(button('bucket.quota.change'))
      await stage.dialog('bucket.quota.title', { name: bucket })
      await stage.use(unlimited)
      await stage.fill('accounts.quota', '2')
      await stage.use(button('bucket.quota.save'))
      await stage.noDialog()
      await stage.page.getByText('2 GB').waitFor()
    },
  ),
  action('bucket: clean up unfinished uploads', 'bucket-overview', [cleanUp, closeJob], async stage => {
    await stage.open('bucket-overview')
    await stage.use(cleanUp)
    await stage.dialog('bucket.overview.cleanUpTitle')
    await stage.use(cleanUp)
    await stage.noDialog()
    await stage.shows('jobs.abort-uploads.done', { bucket: 'website-static' })
    await stage.use(closeJob, 'website-static')
  }),
  action(
    'bucket: abort one of its unfinished uploads',
    'bucket-uploads',
    [showUploads, abortOne, abort, keepUpload, closeUploads],
    async stage => {
      const bucket = `do-dang-${stage.name}`
      await stage.makeBucket(bucket)
      const [first, second] = ['Phim/lễ hội.mp4', 'sao-luu.tar']
      for (const key of [first, second])
        await stage.call('POST', '/objects/start-upload', { bucket, key, size: 10 * 1024 ** 2 })
      const keys = async () =>
        (await stage.call<UploadPage>('GET', `/bucket/uploads?bucket=${bucket}`)).uploads.map(
          upload => upload.key,
        )
      await stage.goto(`/bucket-management/-/${bucket}/overview`)
      await stage.use(showUploads)
      await stage.dialog('bucket.uploads.title', { name: bucket })
      await stage.use(abortOne, second)
      await stage.dialog('bucket.uploads.abortTitle', { name: second })
      await stage.use(keepUpload)
      await stage.dialog('bucket.uploads.title', { name: bucket })
      await stage.use(abortOne, first)
      await stage.dialog('bucket.uploads.abortTitle', { name: 'lễ hội.mp4' })
      await stage.use(abort)
      await expect.poll(keys).toEqual([second])
      await stage.dialog('bucket.uploads.title', { name: bucket })
      await stage.use(closeUploads)
      await stage.noDialog()
    },
  ),
  action(
    'bucket: see more of its unfinished uploads',
    'bucket-uploads',
    [showUploads, moreUploads, closeUploads],
    async stage => {
      const bucket = `nhieu-do-dang-${stage.name}`
      await stage.makeBucket(bucket)
      // One more than a page has.
      const keys = Array.from({ length: 51 }, (_, index) => `${10 + index}.tar`)
      for (const key of keys)
        await stage.call('POST', '/objects/start-upload', { bucket, key, size: 10 * 1024 ** 2 })
      await stage.goto(`/bucket-management/-/${bucket}/overview`)
      await stage.use(showUploads)
      await stage.dialog('bucket.uploads.title', { name: bucket })
      await stage.use(moreUploads)
      await stage.page.getByText(keys.at(-1)!).first().waitFor()
      await stage.use(closeUploads)
      await stage.noDialog()
    },
  ),
  action(
    'bucket: add, change and remove CORS rules',
    'bucket-cors',
    [...tabs, addRule, readRule, uploadRule, emptyRule, editRule, removeRule, removeValue, ...methods].concat(
      [save, discard],
    ),
    async stage => {
      const bucket = await open(stage, 'overview')
      const rules = async () => (await stage.call<BucketCors>('GET', `/bucket/cors?bucket=${bucket}`)).rules
      for (const tab of [tabs[2]!, tabs[0]!, tabs[1]!]) await stage.use(tab)
      const first = stage.t('bucket.cors.rule', { number: 1 })
      await stage.choose(addRule, uploadRule)
      await stage.choose(addRule, emptyRule)
      await stage.use(discard)
      await stage.choose(addRule, readRule)
      await stage.use(save)
      await expect.poll(rules).toMatchObject([{ origins: ['*'], methods: ['GET', 'HEAD'] }])
      await stage.shows('bucket.cors.ownLead')
      await stage.use(editRule, first)
      await stage.use(removeValue, '*')
      await stage.fill('bucket.cors.origins', 'https://example.com')
      for (const method of methods) await stage.use(method)
      await stage.use(save)
      await expect
        .poll(rules)
        .toMatchObject([{ origins: ['https://example.com'], methods: ['PUT', 'POST', 'DELETE'] }])
      // The editor of what is saved now.
      await stage.page
        .getByRole('button', { name: stage.t('bucket.cors.editRule', { name: first }) })
        .waitFor()
      await stage.use(removeRule, first)
      await stage.use(save)
      await expect.poll(rules).toEqual([])
    },
  ),
  action('bucket: add and remove tags', 'bucket-tags', [addTag, removeTag], async stage => {
    const bucket = await open(stage, 'tags')
    const tags = async () => (await stage.call<BucketTags>('GET', `/bucket/tags?bucket=${bucket}`)).tags
    for (const number of [1, 2]) {
      await stage.use(addTag)
      await stage.fill('bucket.tags.keyOf', `k${number}`, { number })
    }
    await stage.use(save)
    await expect.poll(tags).toEqual([
      { key: 'k1', value: '' },
      { key: 'k2', value: '' },
    ])
    await stage.shows('bucket.saved')
    await stage.use(removeTag, '1')
    await stage.use(save)
    await expect.poll(tags).toEqual([{ key: 'k2', value: '' }])
  }),
]
