// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { bucketTexts } from '../../languages/screen-texts.ts'
import type { Bucket, BucketStatus, CurrentUser } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { useBucketActions } from '../../src/buckets/list/bucket-menu.tsx'
import { BucketTable } from '../../src/buckets/list/bucket-table.tsx'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { createTheme } from '../../src/theme/system.ts'

const owner = { permission: 'full-control', scope: null, is_admin: true } as CurrentUser
let user = owner
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #seen: (entries: { isIntersecting: boolean }[]) => void
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen
    }
    observe = () => this.#seen([{ isIntersecting: true }])
    disconnect = () => undefined
  },
)

const bucket: Bucket = { name: 'anh-gia-dinh', created_at: 1_790_000_000, size: 1536, objects: 3 }
const status: BucketStatus = {
  ...{ bucket: bucket.name, acl: 'public', versioning: 'enabled' },
  object_lock: { enabled: true, retention: { mode: 'governance', days: 30 } },
}
vi.spyOn(api, 'GET').mockImplementation((async () => ({
  data: { buckets: [status] },
  response: new Response(),
})) as never)

const wrapper = ({ children }: { children: ReactNode }) => (
  <ChakraProvider value={createTheme()}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </ChakraProvider>
)

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(bucketTexts)
})
afterEach(() => {
  cleanup()
  user = owner
  queryClient.clear()
})

describe('The list of buckets', () => {
  test('has name, size, created date, status, quick action', async () => {
    render(
      <BucketTable
        buckets={[bucket]}
        sorting={{ column: 'name', order: 'ascending' }}
        onSorting={() => undefined}
        onAct={() => undefined}
        onMenu={() => undefined}
      />,
      { wrapper },
    )
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
    expect(heads).toEqual(['Name', 'Status', 'Size', 'Files', 'Created date', 'More actions'])
    const mark = (name: string) => waitFor(() => screen.getByRole('link', { name }))
    await mark('Public: something in it can be read without signing in')
    await mark('Versions: overwritten and deleted files are kept')
    await mark('Object lock, governance: new files are locked for 30 days')
    const created = new Date(bucket.created_at * 1000)
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.slice(0, 4)).toEqual(['anh-gia-dinh', 'Public', '1.5 KB', '3'])
    expect(cells[4]).toContain(String(created.getFullYear()))
    screen.getByRole('button', { name: 'Actions for anh-gia-dinh' })
  })
})

test.each([
  [
    'limited to folders',
    { permission: 'read', scope: [{ bucket: bucket.name, prefix: 'a/' }] },
    [/^Public$|^$/, /^–Your access is limited/, /^–Your access is limited/],
  ],
  ['who only writes', { permission: 'write', scope: null }, [/^–Your permission/, /^1.5 KB$/, /^3$/]],
] as const)('a sub-user %s reads why there is no status or no size', (_, more, wanted) => {
  user = { ...more, is_admin: false, is_sub_user: true } as unknown as CurrentUser
  const shown = more.scope ? { ...bucket, size: null, objects: null } : bucket
  render(
    <BucketTable
      buckets={[shown]}
      sorting={{ column: 'name', order: 'ascending' }}
      onSorting={() => undefined}
      onAct={() => undefined}
      onMenu={() => undefined}
    />,
    { wrapper },
  )
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(1, 4)).toEqual(wanted.map(text => expect.stringMatching(text)))
})

describe('The context menu of a bucket', () => {
  const entries = () => {
    const asked: string[] = []
    const { result } = renderHook(
      () => useBucketActions(bucket, undefined, (about, { name }) => asked.push(`${about} ${name}`)),
      { wrapper },
    )
    return { asked, actions: result.current.filter(entry => entry !== null) }
  }

  test.each([
    ['Generate link', 'link'],
    ['Make public', 'public'],
    ['Make private', 'private'],
    ['Format data', 'format'],
    ['Delete', 'delete'],
  ])('has %s, which asks before it acts', (label, about) => {
    const { actions, asked } = entries()
    actions.find(entry => entry.label === label)?.run()
    expect(asked).toEqual([`${about} ${bucket.name}`])
  })

  test.each([
    ['Bucket policy', 'policy'],
    ['Versioning', 'versions'],
    ['Lifecycle rules', 'lifecycle'],
    ['Public sharing', 'sharing'],
  ])('has %s, which opens the tab', (label, tab) => {
    const { actions } = entries()
    act(() => actions.find(entry => entry.label === label)?.run())
    expect(location.pathname).toBe(`/bucket-management/-/${bucket.name}/${tab}`)
  })
})
