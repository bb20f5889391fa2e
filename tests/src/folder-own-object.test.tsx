// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { previewKind } from '../../domain/file-kinds.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { objectAddress, objectOf, previewAddress, previewOf } from '../../src/files/addresses.ts'
import { FileRow } from '../../src/files/list/file-row.tsx'
import type { ItemEvents } from '../../src/files/list/use-file-view.ts'
import ObjectPanel from '../../src/files/panel/object-panel.tsx'
import { readFolder } from '../../src/picker/flow.ts'
import { serve, show } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const own: ObjectItem = {
  ...{ type: 'file', key: 'a/only.png/', name: '', size: 15 },
  ...{ last_modified: 1_767_225_600, etag: '"1"', storage_class: 'STANDARD' },
}

test.each([
  ['en', 'only.png (the folder’s own content)'],
  ['vi', 'only.png (nội dung của chính thư mục)'],
] as const)('its row says in %s what it is, with its kind and size', async (locale, name) => {
  const flags = { selected: false, active: false, cut: false, menuOpen: false, phone: false }
  const row = { index: 0, acl: null, ...flags } as const
  const place = { id: 'row', height: 44, start: 0, bucket: 'anh', events: {} as ItemEvents }
  const t = await show(<FileRow item={own} {...row} {...place} />, locale)
  screen.getByRole('checkbox', { name: t('files.select', { name }) })
  screen.getByRole('button', { name: t('files.actionsFor', { name }) })
  expect(screen.getByRole('row').textContent).toContain('15 Byte')
  expect(screen.getByRole('row').textContent).toContain('(PNG)')
  expect(screen.queryByRole('link')).toBe(null)
  expect(previewKind(own.key)).toBe('image')
})

test('the address of its preview and panel has its empty name', () => {
  const query = (address: string) => new URL(address, 'http://kho.test').search
  expect(previewOf(query(previewAddress('')))).toBe('')
  expect(objectOf(query(objectAddress('', 'versions')))).toEqual({ name: '', tab: 'versions' })
  expect([previewOf(''), objectOf('')]).toEqual([null, null])
})

test('its panel shows the details of the file, not the contents of the folder', async () => {
  history.replaceState(null, '', '/bucket-management/anh/a/only.png?object=')
  const asked: string[] = []
  const details = {
    ...{ size: 15, last_modified: 1_767_225_600, etag: '"kho"', storage_class: 'STANDARD' },
    ...{
      headers: {},
      metadata: [],
      tags: [],
      checksums: [],
      encryption: null,
      version_id: null,
      expires: null,
    },
    ...{ expiry: null, restore: null, revision: 'r' },
  }
  serve({
    'GET /objects/details': ({ query }) => {
      asked.push(query.get('path') ?? '')
      return details
    },
    'GET /objects/acl': () => ({ acl: 'private', public_by: [], blocked: false, url: '', revision: 'r' }),
    'GET /objects/lock': () => null,
    'GET /bucket/lifecycle': () => ({ rules: [], revision: 'r' }),
  })
  await show(<ObjectPanel name="" onClose={() => undefined} />)
  await screen.findByText('"kho"')
  screen.getByRole('heading', { name: 'only.png (the folder’s own content)' })
  expect(asked).toEqual(['a/only.png/'])
  expect(screen.queryByText(/--recursive/)).toBe(null)
})

test('the choice of a path does not list it: its path is that of the folder', async () => {
  const file = { ...own, key: 'a/only.png/x', name: 'x' }
  serve({ 'GET /objects/paginate': () => ({ items: [own, file], next_token: null, exists: true }) })
  const read = await readFolder(
    { bucket: 'anh', prefix: 'a/only.png/', search: '' },
    new AbortController().signal,
  )
  expect(read).toMatchObject({ ok: true, entries: [{ name: 'x' }] })
})
