import type { Page } from 'playwright'
import { say } from '../support/say.ts'
import { dropFiles } from '../support/upload-stage.ts'

/** ms that an upload may take. */
const longest = 900_000

/** What the page notes while files are added and uploaded; times as of `performance.now()`, tasks over 50 ms only. */
type Notes = { began: number; addedAt: number; doneAt: number; tasks: { start: number; ms: number }[] }

export type Uploading = {
  /** ms from the choice until the panel counts all files. */
  added(): Promise<number>
  /** ms from the choice until the panel says that everything is there. */
  done(): Promise<number>
  /** The ms of the page's longest tasks until all files were counted, and since then; 0 if none took 50. */
  longestTasks(): Promise<{ adding: number; sending: number }>
}

/** Chooses the folder, which has so many files, in the empty bucket, or drops it there. */
export async function uploadInConsole(
  page: Page,
  bucketUrl: string,
  folder: string,
  files: number,
  by: 'choice' | 'drop' = 'choice',
): Promise<Uploading> {
  await page.goto(bucketUrl)
  await page.getByText(say('en', 'files.empty.title')).waitFor()
  const number = files.toLocaleString('en')
  await page.evaluate(
    ({ panel, counted, done }) => {
      const notes: Notes = { began: 0, addedAt: 0, doneAt: 0, tasks: [] }
      Object.assign(window, { notes })
      for (const event of ['change', 'drop'])
        addEventListener(event, () => Object.assign(notes, { began: performance.now() }), true)
      new PerformanceObserver(list => {
        for (const { startTime, duration } of list.getEntries())
          notes.tasks.push({ start: startTime, ms: duration })
      }).observe({ type: 'longtask' })
      const observer = new MutationObserver(() => {
        const text = document.querySelector(`[aria-label="${panel}"]`)?.textContent ?? ''
        if (text.includes(done)) notes.doneAt = performance.now()
        if (notes.doneAt || text.includes(counted)) notes.addedAt ||= performance.now()
        if (notes.doneAt) observer.disconnect()
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    },
    {
      panel: say('en', 'uploads.panel'),
      counted: say('en', 'uploads.counts', { completed: '', total: number }),
      done: say('en', 'uploads.done', { completed: files }),
    },
  )
  if (by === 'drop') await dropFiles(page, [{ path: folder }])
  else
    await page
      .locator(`input[aria-label="${say('en', 'files.uploadFolder')}"]`)
      .setInputFiles(folder, { timeout: longest })
  const notes = () => page.evaluate(() => (window as unknown as { notes: Notes }).notes)
  const until = async (moment: 'addedAt' | 'doneAt'): Promise<number> => {
    await page.waitForFunction(moment => (window as unknown as { notes: Notes }).notes[moment] > 0, moment, {
      timeout: longest,
      polling: 100,
    })
    const noted = await notes()
    return noted[moment] - noted.began
  }
  return {
    added: () => until('addedAt'),
    done: () => until('doneAt'),
    async longestTasks() {
      const { began, addedAt, tasks } = await notes()
      const most = (from: number, to: number) =>
        Math.max(0, ...tasks.filter(({ start }) => start >= from && start < to).map(({ ms }) => ms))
      return { adding: most(began, addedAt), sending: most(addedAt, Number.POSITIVE_INFINITY) }
    },
  }
}
