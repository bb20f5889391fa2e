import fs from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fdatasyncInTurn } from '../../server/engine/store/sync.ts'

test('of many files that are complete at once, eight are synced at a time, each once', async () => {
  const held: [fd: number, done: (error: Error | null) => void][] = []
  const sync = vi.spyOn(fs, 'fdatasync').mockImplementation((fd, done) => {
    held.push([fd, done])
  })
  onTestFinished(() => sync.mockRestore())
  const all = Promise.allSettled(Array.from({ length: 20 }, (_, fd) => fdatasyncInTurn(fd)))
  await expect.poll(() => held.length).toBe(8)
  held[0]![1](new Error('The disk is broken.'))
  held[1]![1](null)
  await expect.poll(() => held.length).toBe(10)
  for (let next = 2; next < 20; next++) {
    await expect.poll(() => held.length).toBeGreaterThan(next)
    held[next]![1](null)
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', ...Array(19).fill('fulfilled')])
  expect(held.map(([fd]) => fd)).toEqual(Array.from({ length: 20 }, (_, fd) => fd))
})
