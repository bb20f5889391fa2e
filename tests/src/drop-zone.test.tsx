// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { DropZone } from '../../src/files/page/drop-zone.tsx'
import { show } from './support/screen.tsx'

const addFiles = vi.hoisted(() => Object.assign(vi.fn(), { preload: async () => undefined }))
vi.mock('../../src/files/add/add-files.ts', () => ({ addFiles }))

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
    <DropZone place={place} mayDrop name="2026">
      <input />
    </DropZone>,
  )
  const field = document.querySelector('input')!
  expect([give('drop', document.body), give('paste', document.body)]).toEqual([true, true])
  const uploaded = [place, [{ kind: 'files', files: [file] }]]
  expect(addFiles.mock.calls).toEqual([uploaded, uploaded])
  expect(give('drop', field)).toBe(true)
  expect(give('paste', field)).toBe(false)
  expect(give('paste', document.body, { types: ['text/plain'], items: [] })).toBe(false)
  expect(addFiles.mock.calls.length).toBe(3)
})

test('a user who may not upload there drops and pastes nothing', async () => {
  addFiles.mockClear()
  await show(
    <DropZone place={place} mayDrop={false} name="2026">
      {null}
    </DropZone>,
  )
  expect([give('drop', document.body), give('paste', document.body)]).toEqual([false, false])
  expect(addFiles).not.toHaveBeenCalled()
})
