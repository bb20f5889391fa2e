import type { BucketOverview, UploadPage } from '../../openapi/schema.ts'
import { answerChanged } from './changed-answer.ts'
import type { MakeScreen, Screen } from './screens.ts'

const page = (tab: string) => `/bucket-management/-/website-static/${tab}`

const day = (number: number) => new Date(Date.UTC(2026, 9, 1 + number)).toISOString().slice(0, 10)
const GB = 1024 ** 3

/** What a bucket of some age has: growth with days that were not measured, unfinished uploads, everything said. */
const rich: Partial<BucketOverview> = {
  samples: Array.from({ length: 30 }, (_, number) => number)
    .filter(number => ![6, 7, 20].includes(number))
    .map(number => ({ day: day(number), size: GB + number ** 2 * 1e7, objects: 100 + 12 * number })),
  uploads: { count: 3, size: 700 * 1024 ** 2, complete: true, oldest_at: 1_790_000_000 },
  public_by: [{ by: 'policy', name: 'AnhCongKhai', conditional: false }],
  lacks: ['lock-later', 'bucket-encryption', 'lifecycle-sizes'],
}

const ofAccount = { started_at: 1_790_000_000, started_by: null }
const unfinished: UploadPage = {
  uploads: [
    {
      ...{ key: 'Phim tài liệu/2026/Lễ hội đền Hùng, toàn cảnh.mp4', upload_id: 'a' },
      ...{ ...ofAccount, size: 640 * 1024 ** 2 },
    },
    {
      ...{ key: 'ban-sao-luu.tar', upload_id: 'b', size: null },
      ...ofAccount,
      started_by: 'Công ty Sao Mai',
    },
    { ...{ key: 'Ảnh/múa lân.raw', upload_id: 'c', size: 0 }, ...ofAccount },
  ],
  next_token: 'next',
}

/** The tabs of overview, CORS and tags of a bucket's page. */
export const bucketDetailsScreens = (screen: MakeScreen): Screen[] => [
  screen('bucket-overview', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/overview?*', route =>
      answerChanged<BucketOverview>(route, overview => ({ ...overview, ...rich })),
    )
    await goto(page('overview'))
    await tab.getByText(t('bucket.overview.asTable')).click()
    await tab.getByRole('table').waitFor()
  }),
  screen('bucket-uploads', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/overview?*', route =>
      answerChanged<BucketOverview>(route, overview => ({ ...overview, ...rich })),
    )
    await tab.route('**/api/bucket/uploads?*', route => route.fulfill({ json: unfinished }))
    await goto(page('overview'))
    await tab.getByRole('button', { name: t('bucket.uploads.show') }).click()
    await tab.getByText('ban-sao-luu.tar').waitFor()
  }),
  screen('bucket-uploads-abort', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/overview?*', route =>
      answerChanged<BucketOverview>(route, overview => ({ ...overview, ...rich })),
    )
    await tab.route('**/api/bucket/uploads?*', route => route.fulfill({ json: unfinished }))
    await goto(page('overview'))
    await tab.getByRole('button', { name: t('bucket.uploads.show') }).click()
    const { key } = unfinished.uploads[0]!
    await tab.getByRole('button', { name: t('bucket.uploads.abortOne', { name: key }) }).click()
    await tab.getByRole('button', { name: t('bucket.uploads.keep') }).waitFor()
  }),
  screen('bucket-quota', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/quota?*', route =>
      route.fulfill({ json: { quota: 5 * GB, usage: 4.2 * GB, revision: '0123456789abcdef' } }),
    )
    await goto(page('overview'))
    await tab.getByRole('button', { name: t('bucket.quota.change') }).click()
    await tab.getByRole('heading', { name: t('bucket.quota.title', { name: 'website-static' }) }).waitFor()
  }),
  screen('bucket-cors', async (tab, { goto, t }) => {
    await goto(page('cors'))
    for (const template of ['read', 'upload'] as const) {
      await tab.getByRole('button', { name: t('bucket.cors.add') }).click()
      await tab.getByText(t(`bucket.cors.template.${template}`)).click()
    }
    const origins = tab.getByRole('textbox', { name: t('bucket.cors.origins') }).nth(1)
    await origins.fill('https://example.com/, ')
    await tab.getByRole('button', { name: t('bucket.save') }).click()
    await tab.getByText(t('issue.cors-origin')).first().waitFor()
  }),
  screen('bucket-tags', async (tab, { goto, t }) => {
    await goto(page('tags'))
    for (const number of [1, 2]) {
      await tab.getByRole('button', { name: t('bucket.tags.add') }).click()
      await tab.getByLabel(t('bucket.tags.keyOf', { number })).fill('team')
    }
    await tab.getByRole('button', { name: t('bucket.save') }).click()
    await tab.getByText(t('issue.tag-key-twice')).waitFor()
  }),
]
