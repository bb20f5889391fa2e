// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Delivery } from '../../openapi/schema.ts'
import { DeliveryLog } from '../../src/events/delivery-log.tsx'
import DeletedScreen from '../../src/files/deleted/deleted-screen.tsx'
import VersionsTab from '../../src/files/panel/versions/versions-tab.tsx'
import { queryClient } from '../../src/session/query-client.ts'
import { button, buttonThere, press, refusal, serve, show } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const version = (version_id: string) => ({
  ...{ version_id, key: 'a.txt', last_modified: 1_790_000_000, size: 1, etag: 'e', delete_marker: false },
  ...{ latest: version_id === 'one', storage_class: 'STANDARD' },
})
const deleted = (key: string) => ({ key, deleted_at: 1_790_000_000, size: 1 })
const delivery = (id: string): Delivery => ({
  ...{ id, event: 's3:ObjectCreated:Put', bucket: 'b', key: 'a.txt', state: 'delivered' },
  ...{ tries: 1, status: 200, problem: null, created_at: 1_790_000_000, ended_at: 1_790_000_001 },
  next_at: null,
})

const lists = {
  versions: {
    path: '/objects/versions',
    page: (one: string) => ({ versions: [version(one)] }),
    list: () => <VersionsTab bucket="b" path="a.txt" type="file" />,
    more: 'version.more',
  },
  'deleted files': {
    path: '/objects/deleted',
    page: (one: string) => ({ items: [deleted(one)] }),
    list: () => <DeletedScreen place={{ bucket: 'b', prefix: '' }} />,
    more: 'deleted.more',
  },
  deliveries: {
    path: '/notification/topic/deliveries',
    page: (one: string) => ({ deliveries: [delivery(one)] }),
    list: () => (
      <DeliveryLog topic={{ name: 'a' } as never} counts={{ pending: 0, delivered: 2, failed: 0 }} />
    ),
    more: 'topics.older',
  },
} as const

/** A list of two pages, of which the test says which fail; and the later pages that were asked for. */
async function open(name: keyof typeof lists) {
  const { path, page, list, more } = lists[name]
  const asked: string[] = []
  let failing = false
  serve({
    [`GET ${path}`]: ({ query }) => {
      const token = query.get('next_token')
      if (token !== null) asked.push(token)
      if (failing) return refusal('STORAGE_UNAVAILABLE', 503)
      return { ...page(token ?? 'one'), next_token: token === null ? 'two' : null }
    },
    'GET /bucket/status': () => ({ buckets: [] }),
    'GET /bucket/versioning': () => ({ versioning: 'enabled', revision: 'r' }),
    'GET /bucket': () => ({ buckets: [], storage: 'embedded' }),
  })
  const t = await show(list())
  const fail = (fails: boolean) => {
    failing = fails
  }
  return { t, more: t(more), asked, fail }
}

const names = Object.keys(lists) as (keyof typeof lists)[]

test.each(names)('a next page of %s that does not come says so, and is asked for again', async name => {
  const { t, more, asked, fail } = await open(name)
  await buttonThere(more)
  fail(true)
  await press(more)
  await buttonThere(t('common.retry'))
  fail(false)
  await press(t('common.retry'))
  await expect.poll(() => [button(t('common.retry')), button(more)]).toEqual([undefined, undefined])
  expect(asked).toEqual(['two', 'two'])
})

test.each(names)('a later read of %s that fails leaves the button for the next page', async name => {
  const { t, more, asked, fail } = await open(name)
  await buttonThere(more)
  fail(true)
  await act(() => queryClient.refetchQueries({ queryKey: [lists[name].path] }))
  fail(false)
  expect(button(t('common.retry'))).toBe(undefined)
  await press(more)
  await expect.poll(() => button(more)).toBe(undefined)
  expect(asked).toEqual(['two'])
})
