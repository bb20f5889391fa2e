// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SelectedItem } from '../../machines/upload-queue/types.ts'
import { bucketAddress } from '../../src/buckets/addresses.ts'
import { namedPictures } from '../../src/files/add/named-pictures.ts'
import BucketDrop from '../../src/files/desk/bucket-drop.tsx'
import { DropZone } from '../../src/files/page/drop-zone.tsx'
import { show, textThere, toast } from './support/screen.tsx'

const addFiles = vi.hoisted(() => Object.assign(vi.fn(), { preload: async () => undefined }))
vi.mock('../../src/files/add/add-files.ts', () => ({ addFiles }))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const place = { bucket: 'anh', prefix: '2026/' }
const file = new File(['1'], 'image.png')
const transfer = {
  types: ['Files'],
  items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }],
}

/** Lets the user drop or paste; whether the page has taken it. */
function give(type: 'drop' | 'paste', target: Element, given: object = transfer): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(event, { [type === 'drop' ? 'dataTransfer' : 'clipboardData']: given })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

test('files that are dropped or pasted are uploaded to the folder; text, and what is pasted into a field, is not', async () => {
  await show(
    <DropZone place={place} mayDrop>
      <input />
    </DropZone>,
  )
  const field = document.querySelector('input')!
  expect([give('drop', document.body), give('paste', document.body)]).toEqual([true, true])
  const uploaded = [place, [{ kind: 'files', files: [file] }]]
  const calls = [false, true].map(pasted => [...uploaded, { pasted }])
  expect(addFiles.mock.calls).toEqual(calls)
  expect(give('drop', field)).toBe(true)
  expect(give('paste', field)).toBe(false)
  expect(give('paste', document.body, { types: ['text/plain'], items: [] })).toBe(false)
  expect(addFiles.mock.calls.length).toBe(3)
})

test('a user who may not upload there drops and pastes nothing', async () => {
  addFiles.mockClear()
  await show(
    <DropZone place={place} mayDrop={false}>
      {null}
    </DropZone>,
  )
  expect([give('drop', document.body), give('paste', document.body)]).toEqual([false, false])
  expect(addFiles).not.toHaveBeenCalled()
})

/** Lets files hover over an element. */
async function hover(over: Element) {
  vi.spyOn(document, 'elementsFromPoint').mockReturnValue([over])
  await act(async () => {
    const event = new Event('dragover', { bubbles: true, cancelable: true })
    over.dispatchEvent(Object.assign(event, { dataTransfer: { ...transfer } }))
  })
}

test('files go to the folder on which they are dropped; not to a file, nor beside the rows of buckets', async () => {
  document.elementsFromPoint ??= () => []
  onTestFinished(() => void vi.restoreAllMocks())
  addFiles.mockClear()
  const shown = await show(
    <>
      <DropZone place={place} mayDrop>
        <i data-key="2026/tết/" />
        <i data-key="2026/a.txt" />
      </DropZone>
      <a href={bucketAddress('chung')}>chung</a>
    </>,
  )
  const [folder, file] = document.querySelectorAll('i')
  const bucket = document.querySelector('a')!
  await hover(document.body)
  await textThere(shown('files.dropInto', { name: '2026' }))
  for (const [over, name] of [
    [folder!, 'tết'],
    [file!, '2026'],
    [bucket, 'chung'],
  ] as const) {
    await hover(over)
    await textThere(shown('files.dropInto', { name }))
  }
  await act(async () => void give('drop', bucket))
  expect(addFiles.mock.calls.map(([to]) => to)).toEqual([{ bucket: 'chung', prefix: '' }])
})

test('Please go to a bucket first! is what those read who drop files beside the rows of buckets', async () => {
  document.elementsFromPoint ??= () => []
  onTestFinished(() => void vi.restoreAllMocks())
  addFiles.mockClear()
  const t = await show(
    <>
      <a href={bucketAddress('anh')}>anh</a>
      <BucketDrop />
    </>,
  )
  await hover(document.body)
  await textThere(t('files.dropOnBucket'))
  await act(async () => void give('drop', document.body))
  expect(toast()).toBe('buckets.dropFirst')
  const row = document.querySelector('a')!
  await hover(row)
  await hover(row)
  await textThere(t('files.dropInto', { name: 'anh' }))
  await act(async () => void give('drop', row))
  expect(addFiles.mock.calls.map(([to]) => to)).toEqual([{ bucket: 'anh', prefix: '' }])
})

test('a pasted picture, which has no name, gets that of its time; a pasted file keeps its own', async () => {
  const time = new Date(2026, 10, 30, 9, 5, 7)
  const namesOf = (items: SelectedItem[]) =>
    namedPictures(items, time).map(item => ('files' in item ? item.files[0]!.name : item.kind))
  const entry = {} as FileSystemEntry
  const handle = Promise.resolve(null)
  const files = (file: File): SelectedItem => ({ kind: 'files', files: [file] })
  for (const [locale, name] of [
    ['vi', 'Ảnh 2026-11-30 09.05.07.png'],
    ['en', 'Picture 2026-11-30 09.05.07.png'],
  ] as const) {
    await show(<i />, locale)
    expect(namesOf([files(file), { kind: 'handle', handle, entry: null, file }])).toEqual([name, name])
  }
  expect(namesOf([{ kind: 'handle', handle, entry, file }, files(new File([], 'a.png'))])).toEqual([
    'handle',
    'a.png',
  ])
})
