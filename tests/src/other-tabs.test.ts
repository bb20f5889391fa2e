import { expect, test, vi } from 'vitest'

// What is heard must not depend on how long the other tabs take.
vi.useFakeTimers({ toFake: ['setTimeout'] })

/** Every tab has modules of its own. */
async function openTab() {
  vi.resetModules()
  return import('../../src/uploads/other-tabs.ts')
}

test('files under way are those of all tabs, and a tab without uploads counts them too', async () => {
  const [first, second, idle] = [await openTab(), await openTab(), await openTab()]
  expect(await idle.filesUnderWay()).toBe(0)
  await first.answerOtherTabs(() => ({ uploadIds: [], underWay: 250 }))
  await second.answerOtherTabs(() => ({ uploadIds: ['a'], underWay: 3 }))
  expect(await Promise.all([first.filesUnderWay(), idle.filesUnderWay()])).toEqual([253, 253])
})
