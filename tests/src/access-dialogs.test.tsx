// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BucketAcl, CurrentUser, ObjectItem } from '../../openapi/schema.ts'
import AclDialog from '../../src/buckets/dialogs/acl-dialog.tsx'
import { WhoReads } from '../../src/buckets/page/sharing/who-reads.tsx'
import FileAclDialog from '../../src/files/dialogs/file-acl-dialog.tsx'
import ManyAclDialog from '../../src/files/dialogs/many-acl-dialog.tsx'
import { closed, press, refusal, serve, show, textThere, toast } from './support/screen.tsx'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

const url = 'http://127.0.0.1:9000/website/'
const acl: BucketAcl = {
  ...{ acl: 'private', public_by: [], blocked: false, acls: true, url, revision: 'r' },
  open_files: { files: [], checked: 0, next: null },
} as never
const item = (key: string): ObjectItem =>
  ({
    key,
    name: key.slice(key.slice(0, -1).lastIndexOf('/') + 1),
    type: key.endsWith('/') ? 'folder' : 'file',
  }) as never

function answer(storage: 'embedded' | 'rgw') {
  serve({
    'GET /bucket': () => ({ buckets: [], storage }),
    'GET /bucket/acl': () => acl,
    'GET /bucket/status': () => ({ buckets: [] }),
    'GET /objects/acl': ({ query }) => ({ ...acl, url: url + query.get('path') }),
  })
}
const ask = (items: ObjectItem[]) =>
  show(<ManyAclDialog parts={[{ bucket: 'website', items }]} to="public" onClose={() => undefined} />)

test('Make a folder public? speaks of that folder only, and gives its address', async () => {
  answer('embedded')
  await ask([item('tết/ảnh nhà/')])
  await screen.findByText(`${url}${encodeURIComponent('tết')}/${encodeURIComponent('ảnh nhà')}/`)
  screen.getByText('Make ảnh nhà public?')
  screen.getByText(/^They can download every file now in it and its subfolders/)
  expect(screen.queryByText(/each chosen file|^For folders/)).toBe(null)
})

test('several items are below the folder that holds them', async () => {
  answer('embedded')
  await ask([item('a/b.txt'), item('a/c/')])
  await screen.findByText(`${url}a/`)
  screen.getByText(/^For folders, this covers/)
})

const noScripts = 'Web pages (.html) are shown without scripts: JavaScript does not run at this address.'

test.each([
  ['embedded', ['a/index.html'], true],
  ['embedded', ['a/', 'b.txt'], true],
  ['embedded', ['b.txt', 'c.txt'], false],
  ['embedded', ['b.txt'], false],
  ['rgw', ['a/index.html'], false],
] as const)('on %s, of %o it says that pages run no scripts: %s', async (storage, keys, says) => {
  answer(storage)
  const [first] = keys
  if (keys.length > 1 || first.endsWith('/')) await ask(keys.map(item))
  else await show(<FileAclDialog bucket="website" item={item(first)} to="public" onClose={() => undefined} />)
  await screen.findByText(/^http:/)
  if (says) await screen.findByText(noScripts)
  else expect(screen.queryByText(noScripts)).toBe(null)
})

test.each([
  [[], 'Make public'],
  [[{ by: 'policy', name: 'Read', conditional: false }], 'Open everything to everyone'],
] as const)('where it is public by %o, the button is called %s', async (public_by, name) => {
  answer('embedded')
  const is = public_by.length > 0 ? 'public' : 'private'
  await show(<WhoReads bucket="website" acl={{ ...acl, acl: is, public_by: [...public_by] }} />)
  screen.getByRole('button', { name })
})

test.each([
  ['statements of the policy', [{ by: 'policy', name: 'Read', conditional: false }], [], 'policyStays'],
  ['files', [], [{ key: 'a.txt' }], 'filesStay'],
] as const)(
  'where only %s keep something open, a private bucket says so',
  async (_, public_by, files, text) => {
    answer('embedded')
    const stays = {
      ...acl,
      public_by: [...public_by],
      open_files: { files: [...files], checked: 1, next: null },
    }
    const t = await show(<WhoReads bucket="website" acl={stays as never} />)
    await screen.findByText(t(`sharing.${text}`, { names: 'Read', count: 1 }), { exact: false })
  },
)

test.each([
  ['public', 'public', [{ by: 'console', name: '', conditional: false }]],
  ['private', 'private', []],
] as const)('where another one has made it %s too, nothing is left to ask', async (to, is, public_by) => {
  const reads = [{ ...acl, acl: to === 'public' ? 'private' : 'public' }]
  const sent = serve({
    'GET /bucket': () => ({ buckets: [], storage: 'embedded' }),
    'GET /bucket/acl': () => reads.pop() ?? { ...acl, acl: is, public_by, revision: 'theirs' },
    'PUT /bucket/acl': () => refusal('SETTING_CHANGED'),
  })
  const t = await show(<AclDialog bucket="website" to={to} onClose={() => undefined} />)
  await press(t(`sharing.${to}.do`))
  await closed()
  expect(sent).toHaveLength(1)
  expect(toast()).toBe('bucket.saved')
})

test('what another one made of the access is shown once it has been read, not what it was before', async () => {
  const reads: (() => unknown)[] = [
    () => acl,
    () => refusal('DATABASE_UNAVAILABLE', 503),
    () => ({
      ...{ ...acl, acl: 'public', revision: 'theirs' },
      public_by: [{ by: 'policy', name: 'Read', conditional: true }],
    }),
  ]
  const sent = serve({
    'GET /bucket': () => ({ buckets: [], storage: 'embedded' }),
    'GET /bucket/acl': () => reads.shift()?.(),
    'PUT /bucket/acl': () => refusal('SETTING_CHANGED'),
  })
  const t = await show(<AclDialog bucket="website" to="public" onClose={() => undefined} />)
  await press(t('sharing.public.do'))
  await textThere(t('error.DATABASE_UNAVAILABLE'))
  expect(screen.queryByText(t('conflict.theirs'))).toBe(null)
  await press(t('common.retry'))
  await textThere(t('conflict.theirs'))
  await press(t('sharing.public.everything'))
  expect(sent.at(-1)).toEqual(['PUT /bucket/acl', { bucket: 'website', acl: 'public', revision: 'theirs' }])
})
