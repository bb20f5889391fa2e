// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { selectToast } from '../../machines/toast/machine.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { useDownload } from '../../src/files/page/use-download.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { toaster } from '../../src/shell/toast.ts'

vi.mock('../../src/session/flow.ts', () => ({ useUser: () => null, onForget: () => () => undefined }))

const post = vi.spyOn(api, 'POST')
const begun: string[] = []
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
  begun.push(this.href)
})
const removed = vi.fn()

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
})
afterEach(() => {
  cleanup()
  begun.length = 0
  removed.mockReset()
})

const file = (name: string) => ({ type: 'file', key: `a/${name}`, name, size: 1 }) as ObjectItem
const folder = (name: string) => ({ type: 'folder', key: `a/${name}/`, name: `${name}/` }) as ObjectItem
const answers = (data: object) => post.mockResolvedValue({ data, response: new Response() } as never)
const refuses = (code: string) =>
  post.mockResolvedValue({
    error: { code, request_id: 'r', status: 404 },
    response: new Response(null, { status: 404 }),
  } as never)

function download(...items: ObjectItem[]) {
  const { current } = renderHook(() => useDownload(removed)).result
  void current({ bucket: 'nen', prefix: 'a/' }, items)
}
const toast = () => {
  const shown = selectToast(toaster.getSnapshot())
  return shown && [shown.message, shown.values]
}

test('folders and selected files come as one archive, whose files and size are said', async () => {
  answers({ url: 'http://kho.test/zip', files: 2, size: 300 })
  download(folder('Tết 2026'), file('ghi chú.txt'))
  await expect.poll(toast).toEqual(['files.zipStarting', { count: 2, size: '300 Bytes' }])
  expect(post).toHaveBeenLastCalledWith('/objects/zip', {
    body: { bucket: 'nen', prefix: 'a/', keys: ['a/ghi chú.txt'], folders: ['a/Tết 2026/'] },
  })
  expect(begun).toEqual(['http://kho.test/zip'])
})

test('a folder without files is not downloaded, which is said', async () => {
  answers({ url: 'http://kho.test/zip', files: 0, size: 22 })
  download(folder('trống'))
  await expect.poll(toast).toEqual(['files.zipEmpty', { name: 'trống' }])
  expect(begun).toEqual([])
})

test.each([
  [[folder('mất')], ['files.zipEmpty', { name: 'mất' }]],
  [
    [file('mất.txt'), file('b.txt')],
    ['files.zipGone', { name: '' }],
  ],
] as const)('nothing is downloaded of %j where one has gone', async (items, says) => {
  refuses('OBJECT_NOT_FOUND')
  download(...items)
  await expect.poll(toast).toEqual(says)
  expect([begun, removed.mock.calls]).toEqual([[], []])
})

test('one file comes as it is', async () => {
  answers({ url: 'http://s3.test/a.txt' })
  download(file('a.txt'))
  await expect.poll(() => begun).toEqual(['http://s3.test/a.txt'])
  expect(post).toHaveBeenLastCalledWith('/objects/get-download-url', {
    body: { bucket: 'nen', key: 'a/a.txt' },
  })
})

test('one file that has gone is taken off the list, which is said', async () => {
  refuses('OBJECT_NOT_FOUND')
  download(file('a.txt'))
  await expect.poll(toast).toEqual(['files.downloadGone', { name: 'a.txt' }])
  expect([begun, removed.mock.calls]).toEqual([[], [[new Set(['a/a.txt']), 'nen']]])
})
