import { expect, test, vi } from 'vitest'
import type { TabUploads } from '../../src/uploads/other-tabs.ts'

// What is heard must not depend on how long the other tabs take.
vi.useFakeTimers({ toFake: ['setTimeout'] })
// Node has locks and channels, but no page.
vi.stubGlobal('addEventListener', () => undefined)

const uploads = (queue: string, underWay: number): TabUploads => ({
  ...{ queue, user: 'an', activity: 'uploading', unfinished: underWay, completed: 0, failed: 0 },
  ...{ size: 100, sent: 0, underWay },
})

/** Every tab has modules of its own. */
async function openTab() {
  vi.resetModules()
  return import('../../src/uploads/other-tabs.ts')
}

test('files under way are those of all tabs, and a tab without uploads counts them too', async () => {
  const [first, second, idle] = [await openTab(), await openTab(), await openTab()]
  expect(await idle.filesUnderWay()).toBe(0)
  await first.answerOtherTabs('one', () => uploads('one', 250))
  await second.answerOtherTabs('two', () => uploads('two', 3))
  expect(await Promise.all([first.filesUnderWay(), idle.filesUnderWay()])).toEqual([253, 253])
  first.stopAnswering()
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
  expect(await idle.filesUnderWay()).toBe(3)
})

test('a tab shows what others tell, until they are closed', async () => {
  const [first, second] = [await openTab(), await openTab()]
  let underWay = 5
  await first.answerOtherTabs('one', () => uploads('one', underWay))
  first.tellOtherTabs()
  await expect.poll(second.otherTabs).toEqual([uploads('one', 5)])
  underWay = 4
  first.tellOtherTabs()
  await expect.poll(second.otherTabs).toEqual([uploads('one', 4)])
  first.stopAnswering()
  await expect.poll(second.otherTabs).toEqual([])
})

test('an object that one tab has uploaded is told to the folders that other tabs show', async () => {
  const [here, other] = [await openTab(), await openTab()]
  const seen: object[] = []
  here.onUploaded(object => seen.push(object))
  const object = { bucket: 'anh', key: 'a.txt', size: 1 }
  other.notifyUploaded(object)
  vi.runAllTimers()
  await expect.poll(() => seen).toEqual([object])
})
