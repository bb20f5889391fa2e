// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createActor, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { type JobFeedReport, type JobsRead, jobFeedMachine } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { followJob } from '../../src/jobs/followed-jobs.ts'
import { JobCard } from '../../src/jobs/job-card.tsx'
import JobTray from '../../src/jobs/job-tray.tsx'
import { serve, show } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', () => ({
  useUser: () => ({ id: 'an', email: 'an@example.com' }),
  onForget: () => () => undefined,
}))

const job: Job = {
  ...{ id: 'job-1', kind: 'copy-objects', bucket: 'website', user: 'an@example.com', state: 'done' },
  ...{ source: 'a/lots/', sources: 1, target: { bucket: 'moi', key: 'ban-sao/' } },
  ...{ cancelling: false, done: 2500, failed: 0, skipped: 0, total: 2500, bytes: 1, error: null },
  ...{ created_at: 1, started_at: 1, updated_at: 2, ended_at: 3 },
}
const acl = { kind: 'change-acl', source: 'images/', sources: 1, target: null, done: 6, total: 6 } as const
const formatted = { kind: 'empty-bucket', source: null, sources: 0, target: null, done: 14 } as const

test.each<[more: Partial<Job>, en: string, vi: string]>([
  [
    { state: 'running', ended_at: null },
    'Copying lots/ from website/a/ to moi/ban-sao/',
    'Đang sao chép lots/ từ website/a/ đến moi/ban-sao/',
  ],
  [
    {},
    'Copied lots/ from website/a/ to moi/ban-sao/ · 2,500 files copied.',
    'Đã sao chép lots/ từ website/a/ đến moi/ban-sao/ · Đã sao chép 2.500 tệp.',
  ],
  [
    { kind: 'move-objects', source: 'tết/ảnh.png', sources: 3, done: 3 },
    'Moved ảnh.png and 2 others from website/tết/ to moi/ban-sao/ · 3 files moved.',
    'Đã di chuyển ảnh.png và 2 mục khác từ website/tết/ đến moi/ban-sao/ · Đã di chuyển 3 tệp.',
  ],
  [
    { kind: 'move-objects', source: 'ảnh.png', sources: 2, done: 1, failed: 1 },
    'Moved ảnh.png and 1 other from website to moi/ban-sao/, but not everything · 1 file moved, 1 failed.',
    'Chưa di chuyển hết ảnh.png và 1 mục khác từ website đến moi/ban-sao/ · Đã di chuyển 1 tệp, 1 lỗi.',
  ],
  [
    { kind: 'move-objects', source: null, sources: 2, done: 2 },
    'Moved files from website to moi/ban-sao/ · 2 files moved.',
    'Đã di chuyển các tệp từ website đến moi/ban-sao/ · Đã di chuyển 2 tệp.',
  ],
  [
    { state: 'cancelled', done: 1000 },
    'Stopped copying lots/ from website/a/ to moi/ban-sao/ · 1,000 files copied.',
    'Đã dừng sao chép lots/ từ website/a/ đến moi/ban-sao/ · Đã sao chép 1.000 tệp.',
  ],
  [
    { kind: 'undo', source: 'a/b.txt', sources: 3, target: null, done: 2, failed: 1 },
    'Undone only in part: b.txt and 2 others · 2 files as before, 1 failed.',
    'Chưa hoàn tác hết: b.txt và 2 mục khác · Đã khôi phục 2 tệp, 1 lỗi.',
  ],
  [
    { ...acl, acl: 'public' },
    'images/ is public now · 6 files.',
    'Đã chuyển images/ sang công khai · 6 tệp.',
  ],
  [
    { ...acl, acl: 'private', sources: 2 },
    'Files in website are private now · 6 files.',
    'Đã chuyển các tệp trong website sang riêng tư · 6 tệp.',
  ],
  [
    formatted,
    'All data in website is deleted · 14 files deleted.',
    'Đã xóa toàn bộ dữ liệu trong website · Đã xóa 14 tệp.',
  ],
  [
    { ...formatted, kind: 'abort-uploads', done: 1 },
    'Unfinished uploads in website are cleaned up · 1 upload deleted.',
    'Đã dọn các lượt tải lên dở dang trong website · Đã xóa 1 lượt tải lên.',
  ],
  [
    { done: 0, total: 0 },
    'Copied lots/ from website/a/ to moi/ban-sao/',
    'Đã sao chép lots/ từ website/a/ đến moi/ban-sao/',
  ],
])('the card of %o says %s', async (more, en, vietnamese) => {
  const jobs = [{ ...job, ...more }]
  const readJobs = actor(async (): Promise<JobsRead['output']> => ({ ok: true, jobs, polledAt: 0 }))
  const quiet = fromCallback<EventObject, NonReducibleUnknown, JobFeedReport>(() => undefined)
  const outside = { readJobs, followTabs: quiet, holdLeadership: quiet }
  const feed = createActor(jobFeedMachine.provide({ actors: outside })).start()
  feed.send({ type: 'refresh' })
  for (const [locale, text] of [
    ['en', en],
    ['vi', vietnamese],
  ] as const) {
    await show(
      <JobCard
        key={locale}
        feed={feed}
        job={{ ...job, state: 'running', ended_at: null }}
        onDismissed={() => undefined}
      />,
      locale,
    )
    const [title, result] = text.split(' · ')
    const card = () => screen.getAllByRole('article').at(-1)?.textContent ?? ''
    await expect.poll(card).toContain(title)
    if (result) await expect.poll(card).toContain(result)
    else if (more.state !== 'running') expect(card()).not.toMatch(/\d/)
  }
})

test('a job that is started during the first read of the jobs is shown: they are read again', async () => {
  const reads: ((jobs: Job[]) => void)[] = []
  serve({
    'GET /jobs': () => new Promise(resolve => reads.push(jobs => resolve({ jobs }))),
  })
  followJob('an', 'job-0')
  await show(<JobTray />)
  await expect.poll(() => reads.length).toBe(1)
  act(() => followJob('an', job.id))
  await expect.poll(() => reads.length).toBe(2)
  reads[0]!([])
  reads[1]!([job])
  await expect.poll(() => document.querySelectorAll('article').length).toBe(1)
})
