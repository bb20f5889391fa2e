// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { StorageKind } from '../../domain/storage-differences.ts'
import { consoleTexts } from '../../languages/languages.ts'
import { bucketTexts } from '../../languages/screen-texts.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import CreateBucketDialog from '../../src/buckets/dialogs/create-bucket-dialog.tsx'
import FormatBucketDialog from '../../src/buckets/dialogs/format-bucket-dialog.tsx'
import LinkDialog from '../../src/buckets/dialogs/link-dialog.tsx'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { createTheme } from '../../src/theme/system.ts'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

let storage: StorageKind = 'embedded'
let files = 1
const answers: Record<string, () => unknown> = {
  '/bucket': () => ({ buckets: [], storage }),
  '/other/sites': () => ({ places: [] }),
  '/bucket/contents': () => ({ files, versions: 0, bytes: 4, uploads: 0, complete: true, lock: false }),
  '/bucket/acl': () => ({ acl: 'private' }),
  '/objects/paginate': () => ({ items: [], next_token: null }),
}
const answered = (data: unknown) => ({ data, response: new Response() })
vi.spyOn(api, 'GET').mockImplementation((async (path: string) => answered(answers[path]?.())) as never)
const post = vi.spyOn(api, 'POST')
const remove = vi.spyOn(api, 'DELETE')

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(bucketTexts)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.mocked(post).mockReset()
  vi.mocked(remove).mockReset()
  files = 1
})

function show(dialog: ReactElement) {
  render(
    <ChakraProvider value={createTheme()}>
      <QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>
    </ChakraProvider>,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** What stands beside a field. */
const beside = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join()
const said = (label: string, text: string) => waitFor(() => expect(beside(label)).toContain(text))

describe('The dialog of a new bucket', () => {
  const open = (kind: StorageKind = 'embedded') => {
    storage = kind
    show(<CreateBucketDialog onClose={() => undefined} />)
  }
  const rules = [
    '3 to 63 characters',
    'Lowercase letters, digits, hyphens and periods only',
    'Each part between periods starts and ends with a letter or a digit',
    'Must not look like an IP address',
  ]

  test.each([
    ['', 'Required'],
    ['ab', rules[0]!],
    ['Anh_gia', rules[1]!],
    ['anh-', rules[2]!],
    ['10.0.0.1', rules[3]!],
  ])('says of the name "%s" at its field: %s', async (name, message) => {
    open()
    type('Bucket name', name)
    press('Create bucket')
    await said('Bucket name', message)
    expect(post).not.toHaveBeenCalled()
  })

  test('ticks each rule of the name while it is typed', () => {
    open()
    const kept = () => rules.map(rule => screen.queryByText(`${rule}: met`) !== null)
    expect(kept()).toEqual([false, false, false, false])
    type('Bucket name', 'Anh-')
    expect(kept()).toEqual([true, false, false, true])
    type('Bucket name', 'anh')
    expect(kept()).toEqual([true, true, true, true])
  })

  test.each([
    ['BUCKET_EXISTS', 'Bucket name had use by other user!'],
    ['BUCKET_IS_YOURS', 'You already have a bucket with this name.'],
  ])('says at the name that it is not unique, %s: %s', async (code, message) => {
    post.mockResolvedValue({
      error: { code, request_id: 'r', status: 409 },
      response: new Response(null, { status: 409 }),
    } as never)
    open()
    type('Bucket name', 'anh-gia-dinh')
    press('Create bucket')
    await said('Bucket name', message)
  })

  test('with object lock says Please choose object lock mode, Please enter number of days to continue!', async () => {
    open()
    type('Bucket name', 'anh-gia-dinh')
    fireEvent.click(field('Are kept and locked'))
    press('Create bucket')
    await said('Retention (days)', 'Please enter number of days to continue!')
    screen.getByText('Please choose object lock mode')
    type('Retention (days)', '1024001')
    await said('Retention (days)', 'A whole number from 1 to 1,024,000')
    type('Retention (days)', '1024000')
    fireEvent.click(field('Compliance'))
    post.mockResolvedValue(answered({ name: 'anh-gia-dinh', created_at: 1, size: 0, objects: 0 }) as never)
    press('Create bucket')
    const object_lock = { mode: 'compliance', days: 1_024_000 }
    await waitFor(() =>
      expect(post).toHaveBeenCalledWith('/bucket', {
        body: { bucket: 'anh-gia-dinh', acl: 'private', versioning: true, object_lock },
      }),
    )
  })

  test.each([
    ['rgw', 1],
    ['embedded', 0],
  ] as const)(
    'on %s: the lock takes 15 to 20 minutes before the mode applies, %i notes',
    async (kind, notes) => {
      open(kind)
      fireEvent.click(field('Are kept and locked'))
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      const told = () => screen.queryAllByText(/15 to 20 minutes/).length
      expect(told()).toBe(notes)
      press('Create bucket')
      await said('Retention (days)', 'Please enter number of days to continue!')
      expect(told()).toBe(notes)
    },
  )
})

test('Format data requires the exact name: Wrong name, please check again; Not match', async () => {
  remove.mockResolvedValue({
    error: { code: 'UNKNOWN_ERROR', request_id: 'r', status: 500 },
    response: new Response(null, { status: 500 }),
  } as never)
  show(<FormatBucketDialog bucket="anh-gia-dinh" onClose={() => undefined} />)
  const label = 'Type anh-gia-dinh to confirm'
  type(label, 'anh-gia')
  press('Delete all data')
  await said(label, 'Wrong name, please check again')
  type(label, 'Anh-gia-dinh')
  await said(label, 'Not match')
  expect(remove).not.toHaveBeenCalled()
  type(label, 'anh-gia-dinh')
  press('Delete all data')
  await waitFor(() =>
    expect(remove).toHaveBeenCalledWith('/format-bucket', {
      body: { bucket: 'anh-gia-dinh', name: 'anh-gia-dinh', bypass_governance: false },
    }),
  )
})

describe('of an empty bucket', () => {
  const buttons = () =>
    screen.getAllByRole('button').map(button => button.getAttribute('aria-label') ?? button.textContent)

  test('Format data says so, and can only be closed', async () => {
    files = 0
    show(<FormatBucketDialog bucket="anh-gia-dinh" onClose={() => undefined} />)
    await screen.findByText('The bucket is empty.')
    expect(screen.queryByRole('textbox')).toBe(null)
    expect(buttons().filter(name => name !== 'Close')).toEqual([])
  })

  test('Generate link says so, and can only be closed', async () => {
    show(<LinkDialog bucket="anh-gia-dinh" onClose={() => undefined} />)
    await screen.findByText('The bucket is empty: there is no file to link to.')
    expect(screen.queryByRole('combobox')).toBe(null)
    expect(buttons().filter(name => name !== 'Close')).toEqual([])
  })
})
