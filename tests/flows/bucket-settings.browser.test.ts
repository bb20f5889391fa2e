import type { Page } from 'playwright'
import { expect } from 'vitest'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import type { BucketTags } from '../../openapi/schema.ts'
import { bucketSettingsFlow, isOwn } from './bucket-settings.flow.ts'
import { bucketSettingsPlay, field } from './bucket-settings.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startVisit } from './support/flow-setup.ts'
import type { Stage as Person } from './support/stage.ts'

const path = '/bucket/tags'

/** One visitor; each walk has a bucket of its own, whose tags are the setting. */
type Stage = Person & {
  bucket: string
  entered: string
  saved: string
  count: number
  stale: boolean
}

const visit = startVisit()
let buckets = 0

const tagsOf = (bucket: string) => visit.made<BucketTags>('GET', `/bucket/tags?bucket=${bucket}`)

async function saveElsewhere(bucket: string, value: string): Promise<void> {
  const { revision } = await tagsOf(bucket)
  await visit.made('PUT', '/bucket/tags', { bucket, revision, tags: [{ key: 'team', value }] })
}

async function open(): Promise<Stage> {
  const bucket = `bucket-${++buckets}`
  await visit.made('POST', '/bucket', { bucket })
  await saveElsewhere(bucket, 'first')
  const stage = await visit.newPage()
  const { kho, page, held } = stage
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/tags`)
  await valueField(page).waitFor()
  await held.hold(page, [path])
  return { ...stage, bucket, entered: '', saved: 'first', count: 0, stale: false }
}

const valueField = (page: Page) => page.getByLabel(field)

/** Not `offline`: once it is back, the page would read the setting by itself. */
const lost = ({ held }: Stage) => held.meet(path, 'lost')

await describeFlowInBrowser('bucket-settings', bucketSettingsMachine, bucketSettingsFlow, {
  play: bucketSettingsPlay,
  calls: { saveSetting: path, readSetting: path },
  open,
  async close({ page, bucket, saved }) {
    // A page that closes lets go of what is held.
    const { tags } = await tagsOf(bucket)
    await page.close()
    expect(tags).toEqual([{ key: 'team', value: saved }])
  },
  viewed: true,
  good: ['saving', 'refreshing', 'editing'],
  events: {
    async save(stage, _, { act }) {
      stage.entered = `yours ${++stage.count}`
      await act()
    },
    async 'saveSetting: ok'(stage) {
      const { revision } = await tagsOf(stage.bucket)
      const sending = (own: string) => JSON.stringify({ ...JSON.parse(own), revision })
      await stage.held.meet(path, stage.stale ? { sending } : 'answered')
      stage.saved = stage.entered
    },
    async 'saveSetting: SETTING_CHANGED'(stage, _, { act }) {
      stage.saved = `theirs ${++stage.count}`
      await saveElsewhere(stage.bucket, stage.saved)
      await act()
    },
    'saveSetting: NETWORK': lost,
    async 'readSetting: ok'(stage, event, { act }) {
      if (isOwn(event) && stage.saved !== stage.entered) {
        stage.saved = stage.entered
        await saveElsewhere(stage.bucket, stage.saved)
      }
      await act()
      stage.stale = false
    },
    async 'readSetting: NETWORK'(stage, _, { before }) {
      await lost(stage)
      stage.stale ||= before.matches('comparing')
    },
    async 'readSetting: unexpected'(stage, _, { before, act }) {
      await act()
      stage.stale ||= before.matches('comparing')
    },
    async 'keep theirs'(stage, _, { act }) {
      await act()
      await expect.poll(() => valueField(stage.page).inputValue()).toBe(stage.saved)
    },
  },
})
