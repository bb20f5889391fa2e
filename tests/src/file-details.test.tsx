// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CurrentUser, ObjectDetails, ObjectLock } from '../../openapi/schema.ts'
import DetailsTab from '../../src/files/panel/details/details-tab.tsx'
import { queryClient } from '../../src/session/query-client.ts'
import {
  buttonThere,
  closed,
  field,
  fieldThere,
  fill,
  press,
  refusal,
  serve,
  show,
  submit,
  textThere,
  toast,
} from './support/screen.tsx'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

const headers = {
  content_type: 'text/plain',
  cache_control: '',
  content_disposition: '',
  content_encoding: '',
  content_language: '',
}
const details = {
  ...{ revision: 'first', size: 2000, last_modified: 1, etag: 'e', checksums: [], storage_class: 'STANDARD' },
  ...{ encryption: null, version_id: null, expires: null, headers, metadata: [], tags: [] },
} as unknown as ObjectDetails
const withType = (content_type: string, revision: string) => ({
  ...details,
  headers: { ...headers, content_type },
  revision,
})
const noLock: ObjectLock = {
  available: false,
  ...{ mode: null, until: null, legal_hold: false, revision: 'first' },
}

/** A file whose details and lock the test changes, as another user would. */
async function open(lock = noLock) {
  const file = { details: (): unknown => details, lock, save: (): unknown => refusal('OBJECT_CHANGED') }
  const sent = serve({
    'GET /objects/details': () => file.details(),
    'PUT /objects/details': () => file.save(),
    'GET /objects/retention': () => file.lock,
    'PUT /objects/retention': () => file.save(),
    'GET /objects/acl': () => ({ acl: 'private', public_by: [], blocked: false, url: 'http://s/b/a.bin' }),
    'GET /bucket/lifecycle': () => ({ rules: [], revision: 'r' }),
    'GET /bucket': () => ({ buckets: [], storage: 'embedded' }),
  })
  const t = await show(<DetailsTab bucket="b" path="a.bin" type="file" />)
  const saved = () => sent.map(([, body]) => (body as { revision: string }).revision)
  const typeSaved = () => (sent.at(-1)![1] as ObjectDetails).headers.content_type
  return { file, t, saved, typeSaved }
}

const readAgain = () => act(() => queryClient.refetchQueries())

/** Opens the editor and enters another type. */
async function edit(t: Awaited<ReturnType<typeof show>>) {
  await press(t('object.edit'))
  await fieldThere('Content-Type')
  fill('Content-Type', 'image/png')
}

test('an editor saves on top of what it was opened with, whatever is read behind it', async () => {
  const { file, t, saved, typeSaved } = await open()
  await edit(t)
  file.details = () => withType('text/css', 'second')
  await readAgain()
  await submit()
  await textThere(t('conflict.theirs'))
  await textThere('text/css')
  await textThere('image/png')
  expect(saved()).toEqual(['first'])
  file.save = () => ({})
  await press(t('conflict.keep'))
  await closed()
  expect([saved(), typeSaved(), toast()]).toEqual([['first', 'second'], 'image/png', 'object.saved'])
})

test('who keeps what another one has saved goes on with it', async () => {
  const { file, t, saved, typeSaved } = await open()
  await edit(t)
  file.details = () => withType('text/css', 'second')
  await submit()
  await press(t('conflict.take'))
  await expect.poll(() => field('Content-Type').value).toBe('text/css')
  fill('Content-Type', 'text/html')
  file.save = () => ({})
  await submit()
  await closed()
  expect([saved(), typeSaved()]).toEqual([['first', 'second'], 'text/html'])
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  const { file, t, saved } = await open()
  await edit(t)
  file.save = () => {
    file.details = () => withType('image/png', 'second')
    file.save = () => refusal('OBJECT_CHANGED')
    throw new TypeError('Failed to fetch')
  }
  await submit()
  await textThere(t('error.NETWORK'))
  const { save } = file
  file.save = () => {
    file.save = () => ({})
    return save()
  }
  await submit()
  await closed()
  expect([saved(), toast()]).toEqual([['first', 'first', 'second'], 'object.saved'])
})

test('a later read that fails leaves an open editor with what was typed', async () => {
  const { file, t } = await open()
  await edit(t)
  for (const failed of [refusal('STORAGE_UNAVAILABLE', 503), refusal('OBJECT_NOT_FOUND', 404)]) {
    file.details = () => failed
    await readAgain()
    expect(field('Content-Type').value).toBe('image/png')
  }
  await press(t('common.cancel'))
  await textThere(t('error.OBJECT_NOT_FOUND'))
})

test('a retention that has changed meanwhile is lifted only once it has been shown', async () => {
  const until = Date.UTC(2100, 0, 1) / 1000
  const lock: ObjectLock = { ...noLock, available: true, mode: 'governance', until }
  const { file, t, saved } = await open(lock)
  const holds = () => screen.queryAllByText(t('fileLock.hold')).length
  await press(t('fileLock.lift'))
  await buttonThere(t('fileLock.liftDo'))
  file.lock = { ...lock, legal_hold: true, revision: 'second' }
  await readAgain()
  await expect.poll(holds).toBe(1)
  await press(t('fileLock.liftDo'))
  await textThere(t('error.OBJECT_CHANGED'))
  await expect.poll(holds).toBe(2)
  file.save = () => ({})
  await press(t('fileLock.liftDo'))
  await closed()
  expect(saved()).toEqual(['first', 'second'])
})
