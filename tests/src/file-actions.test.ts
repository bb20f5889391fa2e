// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'
import { type FileEvents, fileActions } from '../../src/files/actions/file-actions.tsx'
import type { Text } from '../../src/i18n/text.ts'

const user = { permission: 'full-control', scope: null, is_admin: true } as CurrentUser
const files = (count: number) =>
  Array.from({ length: count }, (_, at): ObjectItem => {
    const name = `${at}.txt`
    return { key: name, name, type: 'file', size: 1, last_modified: 1, etag: null, storage_class: 'STANDARD' }
  })
const t = ((id: string) => id) as unknown as Text
const events = { paste: null } as FileEvents
const stars = { has: (folder: string) => folder === 'starred/', toggle: () => undefined }

/** Each action, and why it cannot be chosen. */
const actionsOf = (count: number) =>
  fileActions(t, user, files(count), events, stars).flatMap(action =>
    action ? [[action.id, action.disabled ? action.reason : true]] : [],
  )

test('what is done to all items takes 10,000 of them, and says so above that', () => {
  const ids = ['download', 'copy', 'move', 'public', 'private', 'charset', 'delete']
  expect(actionsOf(10_001)).toEqual(ids.map(id => [id, 'files.atMost']))
  const all = ids.filter(id => id !== 'charset').map(id => [id, true])
  expect(actionsOf(10_000).filter(([id]) => id !== 'charset')).toEqual(all)
  expect([100, 101].map(count => actionsOf(count).at(-2))).toEqual([
    ['charset', true],
    ['charset', 'files.atMost'],
  ])
})

test("the folder's own object, whose key is that of the folder, takes no action that would take all in the folder", () => {
  const own = { ...files(1)[0]!, key: 'a/', name: '' }
  const closed = (items: ObjectItem[]) =>
    fileActions(t, user, items, events, stars).flatMap(action =>
      action?.disabled ? [[action.id, action.reason]] : [],
    )
  const ids = fileActions(t, user, [own], events, stars).flatMap(action => action?.id ?? [])
  expect(ids).toEqual(['preview', 'download', 'link', 'public', 'private', 'versions', 'details', 'delete'])
  expect(closed([own])).toEqual([])
  const ofMany = ['copy', 'move', 'public', 'private'].map(id => [id, 'files.notOwn'])
  expect(closed([own, ...files(2)])).toEqual(ofMany)
  expect(closed([{ ...files(1)[0]!, key: 'a/b.txt', name: 'b.txt' }])).toEqual([])
})

test('File browser, context menu: open, download, copy to, move to, rename, generate link, public, private, lifecycle rules, details, delete, versions, preview', () => {
  const folder = { ...files(1)[0]!, key: 'a/', name: 'a/', type: 'folder' as const, size: null }
  const labels = (item: ObjectItem) =>
    fileActions(t, user, [item], events, stars).flatMap(action => (action ? [action.label] : []))
  expect(labels(files(1)[0]!)).toEqual([
    ...['files.preview', 'files.download', 'files.copyTo', 'files.moveTo', 'files.rename', 'files.share'],
    ...['files.link', 'files.public', 'files.private', 'files.versions', 'files.details', 'files.charset'],
    'files.delete',
  ])
  const paste = () => undefined
  const atClip = (item: ObjectItem) =>
    fileActions(t, user, [item], { ...events, paste }, stars).flatMap(action => action?.id ?? [])
  expect([folder, files(1)[0]!].map(item => atClip(item).includes('paste'))).toEqual([true, false])
  expect(labels({ ...files(1)[0]!, key: 'a.png', name: 'a.png' })).not.toContain('files.charset')
  expect(labels(folder)).toEqual([
    ...['files.open', 'files.download', 'files.copyTo', 'files.moveTo', 'files.rename'],
    ...['files.public', 'files.private', 'files.star', 'files.lifecycle', 'files.details', 'files.delete'],
  ])
  expect(labels({ ...folder, key: 'starred/' })).toContain('files.unstar')
})
