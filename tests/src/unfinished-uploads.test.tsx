// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { UnfinishedUpload } from '../../openapi/schema.ts'
import UploadListDialog from '../../src/buckets/page/overview/upload-list-dialog.tsx'
import { button, press, refusal, serve, show, textThere } from './support/screen.tsx'

const mayAbort = vi.hoisted(() => ({ is: true }))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() =>
    mayAbort.is
      ? owner
      : { ...owner, is_admin: false, is_supper_admin: false, is_sub_user: true, permission: 'read' },
  )
})
vi.mock('../../src/uploads/store/database.ts', () => ({
  multipartsOf: async () => [
    { key: film.key, uploadId: `${film.upload_id}.a.0123456789abcdef0123456789abcdef` },
  ],
}))

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
const film: UnfinishedUpload = {
  ...{ key: 'Phim Tết/múa lân.mp4', upload_id: 'one', size: 5 * 1024 ** 2 },
  ...{ started_at: minutesAgo(5 * 24 * 60 + 1), started_by: null },
}
const backup: UnfinishedUpload = {
  ...{
    key: 'backup.tar',
    upload_id: 'two',
    size: 0,
    started_at: minutesAgo(0),
    started_by: 'Công ty Sao Mai',
  },
}
const huge: UnfinishedUpload = {
  ...backup,
  upload_id: 'three',
  size: null,
  started_by: null,
  started_at: null,
}

const pageOf = (uploads: UnfinishedUpload[], next_token: string | null = null) => ({ uploads, next_token })
const rows = () => [...document.querySelectorAll('li')].map(row => row.textContent)
const open = () => show(<UploadListDialog bucket="phim" onClose={() => undefined} />)

test('each upload shows its key, bytes and age, who else started it, and that this browser did', async () => {
  serve({ 'GET /bucket/uploads': () => pageOf([film, backup, huge]) })
  await open()
  await textThere('Uploads of this browser')
  expect(rows()).toEqual([
    expect.stringMatching(/^Phim Tết\/múa lân\.mp45 MB · Started 5 days ago, .*Uploads of this browser$/),
    expect.stringMatching(/^backup\.tarNo parts yet · Started 1 minute ago, .* · By Công ty Sao Mai$/),
    'backup.tarToo many parts to add up',
  ])
})

test('an upload is aborted once confirmed, with a warning if it is of this browser', async () => {
  let uploads = [film, backup]
  const sent = serve({
    'GET /bucket/uploads': () => pageOf(uploads),
    'POST /objects/abort-upload': () => {
      uploads = [backup]
      return new Response(null, { status: 204 })
    },
  })
  const t = await open()
  await textThere('Uploads of this browser')
  await press(t('bucket.uploads.abortOne', { name: film.key }))
  await textThere(t('bucket.uploads.abortHere'))
  expect(sent).toEqual([])
  await press(t('bucket.uploads.abort'))
  await expect.poll(() => rows().length).toBe(1)
  expect(sent).toEqual([['POST /objects/abort-upload', { bucket: 'phim', key: film.key, upload_id: 'one' }]])
  await press(t('bucket.uploads.abortOne', { name: backup.key }))
  await textThere(t('bucket.uploads.abortTitle', { name: backup.key }))
  expect(document.body.textContent).not.toContain(t('bucket.uploads.abortHere'))
})

test('a failed page is loaded again; the pages follow each other', async () => {
  let failures = 2
  const asked: (string | null)[] = []
  serve({
    'GET /bucket/uploads': ({ query }) => {
      const token = query.get('next_token')
      if (failures-- === 2 || (token && failures === 0)) return refusal('ACCESS_DENIED', 403)
      asked.push(token)
      return token ? pageOf([backup]) : pageOf([film], 'next')
    },
  })
  const t = await open()
  await press(t('common.retry'))
  failures = 1
  await press(t('bucket.uploads.more'))
  await press(t('common.retry'))
  await expect.poll(() => rows().length).toBe(2)
  expect(asked).toEqual([null, 'next'])
  expect(button(t('bucket.uploads.more'))).toBeUndefined()
})

test('without unfinished uploads the list says so', async () => {
  serve({ 'GET /bucket/uploads': () => pageOf([]) })
  await open()
  await textThere('There are no unfinished uploads.')
})

test('users who may only read see the list, and abort nothing', async () => {
  mayAbort.is = false
  serve({ 'GET /bucket/uploads': () => pageOf([backup]) })
  const t = await open()
  await expect.poll(() => rows().length).toBe(1)
  expect(button(t('bucket.uploads.abortOne', { name: backup.key }))).toBeUndefined()
})
