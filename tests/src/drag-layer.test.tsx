// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { bucketAddress } from '../../src/buckets/addresses.ts'
import DragLayer from '../../src/files/desk/drag-layer.tsx'
import { serve, show, toast } from './support/screen.tsx'

const who = vi.hoisted(() => ({ permission: 'full-control' }))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(
    () => ({ ...owner, is_admin: false, is_supper_admin: false, is_sub_user: true, ...who }) as never,
  )
})

const items = [
  { key: '2026/a.txt', name: 'a.txt', type: 'file' },
  { key: '2026/tết/', name: 'tết/', type: 'folder' },
] as ObjectItem[]
const onEnd = vi.fn()
const openDialog = vi.fn()

beforeEach(() => {
  who.permission = 'full-control'
  vi.clearAllMocks()
})

async function dragging(carried = items) {
  const place = { bucket: 'anh', prefix: '2026/' }
  const t = await show(
    <>
      {['2026/hè/', '2026/tết/', '2026/b.txt'].map(key => (
        <i key={key} data-key={key} />
      ))}
      <a href={bucketAddress('chung')}>chung</a>
      <DragLayer place={place} items={carried} openDialog={openDialog} onEnd={onEnd} />
    </>,
  )
  return { t, label: () => document.querySelector('[data-dragged]')?.textContent ?? '' }
}

/** Sends a drag event to an element; returns what a drop there would do, or null. */
async function drag(type: 'dragover' | 'drop', over: string, keys: object = {}): Promise<string | null> {
  const dataTransfer = { dropEffect: 'none', types: [] }
  const event = new Event(type, { bubbles: true, cancelable: true })
  const more = { clientX: 10, clientY: 10, ctrlKey: false, altKey: false, dataTransfer, ...keys }
  await act(async () => void document.querySelector(over)!.dispatchEvent(Object.assign(event, more)))
  return event.defaultPrevented ? dataTransfer.dropEffect : null
}

const folder = '[data-key="2026/hè/"]'

test('the pointer says what a drop would do: a move, with Ctrl a copy, nothing where they cannot go', async () => {
  const { t, label } = await dragging()
  const values = (to: string) => ({ count: 2, name: 'a.txt', to })
  expect(await drag('dragover', folder)).toBe('move')
  expect(label()).toContain(t('files.dragMove', values('hè')))
  expect(await drag('dragover', folder, { ctrlKey: true })).toBe('copy')
  expect(label()).toBe(t('files.dragCopy', values('hè')))
  expect(await drag('dragover', 'a')).toBe('move')
  expect(label()).toContain(t('files.dragMove', values('chung')))
  for (const over of ['[data-key="2026/tết/"]', '[data-key="2026/b.txt"]', 'body']) {
    expect(await drag('dragover', over)).toBe(null)
    expect(label()).toContain(t('files.dragged', values('')))
  }
})

test('who may not write drops nothing', async () => {
  who.permission = 'read'
  await dragging()
  expect([await drag('dragover', folder), await drag('drop', folder)]).toEqual([null, null])
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a drop moves them there, or opens the dialog with that folder where a name is taken', async () => {
  let names: string[] = []
  const sent = serve({
    'GET /objects/paginate': () => ({ items: names.map(name => ({ name })), next_token: null, exists: true }),
    'PUT /objects/move': () => ({ key: '2026/hè/a.txt', job: null }),
  })
  const [file] = items
  await dragging([file!])
  await drag('drop', folder)
  await expect.poll(toast).toBe('files.moved')
  const target = { target_bucket: 'anh', target_folder: '2026/hè/' }
  const body = { bucket: 'anh', keys: ['2026/a.txt'], ...target, existing: 'keep-both' }
  expect(sent).toEqual([['PUT /objects/move', body]])
  names = ['a.txt']
  await drag('drop', folder)
  const to = { bucket: 'anh', prefix: '2026/hè/' }
  await expect.poll(() => openDialog.mock.calls).toEqual([[{ about: 'move', items: [file], to }]])
  expect(sent.length).toBe(1)
})

test('a drag that ends elsewhere, or whose row is gone by then, ends here', async () => {
  await dragging()
  for (const type of ['dragend', 'pointermove']) window.dispatchEvent(new Event(type))
  expect(onEnd).toHaveBeenCalledTimes(2)
})
