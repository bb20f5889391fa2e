import type { Page } from 'playwright'
import type { FoundObjects } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

const listed: FoundObjects = {
  results: [
    {
      ...{ bucket: 'tai-lieu-cong-ty', key: 'Báo cáo/2026/Doanh thu tháng 01.csv', size: 4_321_000 },
      ...{ last_modified: Date.UTC(2026, 1, 2) / 1000, etag: null, storage_class: 'STANDARD' },
    },
    {
      ...{ bucket: 'anh-gia-dinh', key: 'Tết 2026/', size: 0 },
      ...{ last_modified: Date.UTC(2026, 1, 1) / 1000, etag: null, storage_class: 'STANDARD_IA' },
    },
  ],
  ...{ next_cursor: 'more', looked_at: 40_000, complete: false, indexed: null },
}

/** A storage that is listed: the first answers come at once, the third never. */
async function listedStorage(page: Page): Promise<void> {
  let asked = 0
  await page.route('**/api/objects/search', route => {
    asked += 1
    const results = asked === 1 ? listed.results : []
    if (asked < 3) void route.fulfill({ json: { ...listed, results } })
  })
}

/** The results of a search of files. */
export const resultsScreens = (screen: MakeScreen): Screen[] => [
  screen('files-results', async (page, { goto }) => {
    await goto('/search?q=banner&type=image&sort=largest')
    await page.getByText('banner-1.png').first().waitFor()
  }),
  screen('files-results-selected', async (page, { goto, t }) => {
    await goto('/search?q=banner')
    for (const name of ['banner-2.png', 'banner-4.png'])
      await page.getByRole('checkbox', { name: t('files.select', { name }) }).click({ force: true })
    await page
      .getByText(t('files.selected', { count: 2 }))
      .first()
      .waitFor()
  }),
  screen('files-results-listed', async (page, { goto, t }) => {
    await listedStorage(page)
    await goto('/search?q=a')
    await page.getByText(t('results.looked', { count: 80_000 })).waitFor()
  }),
  screen('files-results-filter', async (page, { goto, t }) => {
    await goto('/search?q=banner&size=1024-')
    await page.getByText('banner-1.png').first().waitFor()
    await page
      .getByRole('button', { name: t('files.size') })
      .first()
      .click()
    await page.getByText(t('results.ownSize')).click()
    await page.getByLabel(t('results.to'), { exact: true }).fill('nhiều')
    await page.getByRole('button', { name: t('results.apply') }).click()
    await page.getByText(t('issue.quota-invalid')).waitFor()
  }),
  screen('files-results-none', async (page, { goto, t }) => {
    await goto('/search?q=kh%C3%B4ng+c%C3%B3&in=website-static/images/')
    await page.getByText(t('results.none.title')).waitFor()
  }),
  screen('files-results-blank', async (page, { goto, t }) => {
    await goto('/search')
    await page.getByText(t('results.blank.title')).waitFor()
  }),
  screen('files-results-failed', async (page, { goto, t }) => {
    await page.route('**/api/objects/search', route => route.abort())
    await goto('/search?q=a')
    await page.getByText(t('results.failed')).waitFor()
  }),
]
