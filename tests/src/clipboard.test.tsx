// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { clipIn, keepClip } from '../../src/files/desk/clip.ts'
import Clipboard from '../../src/files/desk/clipboard.tsx'
import { keptClip } from '../../src/files/kept-clip.ts'
import { useCarried } from '../../src/files/page/use-carried.ts'
import { createTheme } from '../../src/theme/system.ts'
import { refusal, serve, show, toast } from './support/screen.tsx'

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
const keys = items.map(({ key }) => key)
const target = { bucket: 'chung', prefix: 'mới/' }

beforeEach(() => {
  localStorage.clear()
  who.permission = 'full-control'
})

const theme = createTheme()

/** A folder with a selection, open in a tab. */
function open(place: { bucket: string; prefix: string }, selected: readonly ObjectItem[] = []) {
  let cut: ReadonlySet<string> = new Set()
  let mayPaste = false
  let takeByMenu: ReturnType<typeof useCarried>['onTake']
  const keysOf = new Set(selected.map(({ key }) => key))
  const openDialog = () => undefined
  function Tab() {
    const carried = useCarried(place, selected, keysOf, openDialog)
    cut = carried.cut
    mayPaste = carried.paste !== null
    takeByMenu = carried.onTake
    return carried.clipboard && <Clipboard {...carried.clipboard} />
  }
  const tab = render(<Tab />, {
    wrapper: ({ children }) => <ChakraProvider value={theme}>{children}</ChakraProvider>,
  })
  onTestFinished(() => cleanup())
  return {
    clip: () => clipIn(keptClip.read('user-1')),
    /** The keys that the folder shows as cut; null: nothing can be pasted. */
    cut: () => (mayPaste ? [...cut] : null),
    take: (act: 'copy' | 'move') => takeByMenu({ act, items }),
    leave: tab.unmount,
  }
}

/** Presses the browser's keys; returns the text of the clipboard if the page has handled them, else null. */
function press(type: 'copy' | 'cut' | 'paste', text = '', element: Element = document.body): string | null {
  const event = new Event(type, { bubbles: true, cancelable: true })
  const clipboardData = {
    types: ['text/plain'],
    getData: () => text,
    setData(_type: string, next: string) {
      text = next
    },
  }
  act(() => void element.dispatchEvent(Object.assign(event, { clipboardData })))
  return event.defaultPrevented ? text : null
}

function storage(move: () => unknown = () => ({ key: 'mới/a.txt', job: null })) {
  const empty = () => ({ items: [], next_token: null, exists: true })
  return serve({ 'GET /objects/paginate': empty, 'PUT /objects/move': move, 'PUT /objects/copy': move })
}

test('what was cut in one folder is moved by a paste in another one, once', async () => {
  await show(<i />)
  const here = open({ bucket: 'anh', prefix: '2026/' }, items)
  expect(press('cut')).toBe('a.txt\ntết')
  expect([here.clip(), here.cut()]).toEqual([{ act: 'move', bucket: 'anh', keys }, keys])
  await expect.poll(toast).toBe('files.clipCut')
  here.leave()
  const sent = storage()
  const there = open(target)
  expect(there.cut()).toEqual([])
  expect(press('paste', 'a.txt\ntết')).not.toBeNull()
  await expect.poll(there.cut).toBeNull()
  const body = { bucket: 'anh', keys, target_bucket: 'chung', target_folder: 'mới/', existing: 'keep-both' }
  expect(sent).toEqual([['PUT /objects/move', body]])
  expect(press('paste', 'a.txt\ntết')).toBeNull()
})

test('what was copied can be pasted again, until something else is copied; so can what could not be moved', async () => {
  await show(<i />)
  const clip = { act: 'copy', bucket: 'anh', keys } as const
  keepClip('user-1', clip)
  const sent = storage(() => refusal('OBJECT_NOT_FOUND', 404))
  const tab = open(target)
  expect(press('paste', 'another text')).toBeNull()
  expect(press('paste', 'a.txt\ntết')).not.toBeNull()
  await expect.poll(toast).toBe('error.OBJECT_NOT_FOUND')
  expect(tab.clip()).toEqual(clip)
  act(() => keepClip('user-1', { ...clip, act: 'move' }))
  expect(press('paste', 'a.txt\ntết')).not.toBeNull()
  await expect.poll(() => sent.map(([call]) => call)).toEqual(['PUT /objects/copy', 'PUT /objects/move'])
  await expect.poll(toast).toBe('error.OBJECT_NOT_FOUND')
  expect(tab.clip()).toEqual({ ...clip, act: 'move' })
})

test('a field keeps the keys, as do a dialog, a folder without a selection, and who may not copy', async () => {
  await show(
    <>
      <input />
      <input type="checkbox" />
    </>,
  )
  const place = { bucket: 'anh', prefix: '2026/' }
  const [field, box] = document.querySelectorAll('input')
  const tab = open(place, items)
  expect(press('copy', '', field)).toBeNull()
  expect(press('copy', '', box)).toBe('a.txt\ntết')
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  expect([press('copy'), press('paste', 'a.txt\ntết')]).toEqual([null, null])
  dialog.remove()
  tab.leave()
  const empty = open(place)
  expect(press('copy')).toBeNull()
  empty.leave()
  who.permission = 'write'
  open(place, items)
  expect([press('copy'), press('paste', 'a.txt\ntết')]).toEqual([null, null])
})

test('a kept clipboard that was damaged is an empty one', () => {
  const damaged = [
    '',
    '{',
    'null',
    '{"act":"copy","bucket":"anh"}',
    '{"act":"copy","bucket":"anh","keys":[1]}',
  ]
  expect(damaged.map(clipIn)).toEqual(damaged.map(() => null))
})

test('the menu cuts, and a button of another folder pastes, where a finger has no keys', async () => {
  const t = await show(<i />)
  const here = open({ bucket: 'anh', prefix: '2026/' })
  expect(screen.queryByRole('button', { name: t('files.paste') })).toBeNull()
  act(() => here.take('move'))
  await expect.poll(toast).toBe('files.clipCut')
  expect(here.clip()).toEqual({ act: 'move', bucket: 'anh', keys })
  here.leave()
  const sent = storage()
  const there = open(target)
  fireEvent.click(await screen.findByRole('button', { name: t('files.paste') }))
  await expect.poll(() => sent.map(([call]) => call)).toEqual(['PUT /objects/move'])
  await expect.poll(() => there.clip()).toBeNull()
  expect(screen.queryByRole('button', { name: t('files.paste') })).toBeNull()
})

test('who may not copy has nothing in the menu’s clipboard', async () => {
  who.permission = 'read'
  await show(<i />)
  const here = open({ bucket: 'anh', prefix: '2026/' })
  act(() => here.take('copy'))
  expect(here.clip()).toBeNull()
})
