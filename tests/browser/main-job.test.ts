import { expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { signInApi } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { isInstalled } from '../support/nginx.ts'
import { texts } from '../support/screens.ts'
import { step } from '../support/step.ts'
import { signInBeside } from '../support/visit.ts'
import { bucketJob } from './support/bucket-job.ts'
import {
  chooseByButton,
  deleteSelected,
  downloadSelected,
  namesNow,
  row,
  uploadsDone,
} from './support/file-browser-page.ts'
import { fileJob } from './support/file-job.ts'
import { embedded, openGround, rgwAndPostgres, storedHash, withKeys } from './support/ground.ts'
import { mainJob } from './support/main-job.ts'

const t = texts('en')

const belowPath = { ...embedded, env: { KHO_BASE_PATH: '/files/kho' } }
const more = true

test('the main job of the first day, on the embedded engine and SQLite, below a path: Please confirm!', () =>
  mainJob(belowPath, { more: false }))

test(
  'the main job with locks and copies, on the embedded engine and SQLite, below a path',
  {
    tags: ['storages'],
  },
  () => mainJob(belowPath, { more }),
)

test('the main job behind nginx: TLS, below a path, storage on another host', {
  tags: ['storages'],
}, async ({ skip }) => {
  if (!isInstalled('nginx')) skip('nginx is not installed')
  await mainJob({ ...embedded, front: { basePath: '/files/kho', processes: 1 } }, { more })
})

test('the main job behind nginx, with two processes of which one is killed: Ceph RGW, PostgreSQL', {
  tags: ['storages'],
}, async ({ skip }) => {
  if (!isInstalled('nginx')) skip('nginx is not installed')
  await mainJob({ ...(await rgwAndPostgres(skip)), front: { basePath: '', processes: 2 } }, { more })
})

test('the main job, on Ceph RGW and PostgreSQL', { tags: ['storages'] }, async ({ skip }) => {
  await mainJob(await rgwAndPostgres(skip), { more })
})

test('buckets and files, on Ceph RGW and PostgreSQL', { tags: ['storages'] }, async ({ skip }) => {
  const ground = await rgwAndPostgres(skip)
  const { kho, page } = await openGround(ground)
  await signInBeside(page, kho.url)
  const api = await signInApi(kho.url, owner.email, owner.password)
  const outside = await withKeys(kho, ground, api)
  await bucketJob({ page, ...outside })
  await fileJob({ page, ...outside })
})

test('files go to and come from another origin: Ceph RGW, with PostgreSQL', async ({ skip }) => {
  const ground = await rgwAndPostgres(skip)
  const bucket = 'khac-goc'
  const { kho, page, files, puts, url } = await openGround(ground, { 'một.txt': 1200, 'phim.mp4': 12 * MiB })
  const api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  await signInBeside(page, kho.url)
  await page.goto(url(`/bucket-management/${bucket}`))
  await step('whole and in parts', async () => {
    await chooseByButton(page, 'files.uploadFiles', ['một.txt', 'phim.mp4'].map(files.path))
    await uploadsDone(page, 2)
    expect([...puts]).toEqual([new URL(ground.endpoint).origin])
    for (const [key, hash] of files.hashes)
      expect([key, await storedHash(api, bucket, key)]).toEqual([key, hash])
  })
  await step('downloaded', async () => {
    await row(page, 'phim.mp4').click()
    expect(await downloadSelected(page)).toEqual({ name: 'phim.mp4', hash: files.hashes.get('phim.mp4') })
  })
  await step('deleted', async () => {
    await deleteSelected(page)
    await expect.poll(() => namesNow(page)).toEqual(['một.txt'])
    await page.getByRole('button', { name: t('common.refresh') }).click()
    await expect.poll(() => namesNow(page)).toEqual(['một.txt'])
  })
})
