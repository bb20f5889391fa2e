// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useRestore } from '../../src/files/deleted/flow.ts'
import { serve, toast } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', () => ({ onForget: () => () => undefined }))

test('all chosen files are restored, also where the screen is left meanwhile', async () => {
  const keys = Array.from({ length: 250 }, (_, index) => `${index}.txt`)
  const answers: (() => void)[] = []
  const sent = serve({
    'PUT /objects/deleted/restore': ({ body }) =>
      new Promise(resolve =>
        answers.push(() => resolve({ restored: (body as { keys: string[] }).keys, failed: [] })),
      ),
  })
  const { result, unmount } = renderHook(() => useRestore(() => undefined))
  act(() => result.current[1]('anh', keys))
  await expect.poll(() => answers.length).toBe(1)
  unmount()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(count)
    answers[count - 1]!()
  }
  await expect.poll(toast).toBe('deleted.restored')
  expect(sent.map(([, body]) => (body as { keys: string[] }).keys)).toEqual([
    keys.slice(0, 100),
    keys.slice(100, 200),
    keys.slice(200),
  ])
})
