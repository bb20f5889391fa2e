// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { bucketTexts } from '../../languages/screen-texts.ts'
import type { CurrentUser, PolicyDecision } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { refresh } from '../../src/api/query.ts'
import AclDialog from '../../src/buckets/dialogs/acl-dialog.tsx'
import { LinkForm } from '../../src/buckets/dialogs/link-form.tsx'
import { Simulator } from '../../src/buckets/page/policy/simulator.tsx'
import { useVersioning } from '../../src/buckets/queries.ts'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { createTheme } from '../../src/theme/system.ts'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

const answered = (data: unknown) => ({ data, response: new Response() }) as never
const refused = (code: string) =>
  ({ error: { code, request_id: 'r' }, response: new Response(null, { status: 503 }) }) as never
const get = vi.spyOn(api, 'GET')
const post = vi.spyOn(api, 'POST')

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(bucketTexts)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

function show(element: ReactElement) {
  render(
    <ChakraProvider value={createTheme()}>
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </ChakraProvider>,
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the policy simulator shows no decision about another question than the one in its fields', async () => {
  const late = Promise.withResolvers<never>()
  post.mockReturnValueOnce(late.promise)
  show(<Simulator bucket="anh" draft={null} people={{ list: [] } as never} />)
  const decision: PolicyDecision = { allowed: true, by: 'owner', statement: null, doubts: [] }
  fireEvent.change(screen.getByLabelText('File'), { target: { value: 'a.txt' } })
  press('Check')
  await waitFor(() => expect(post).toHaveBeenCalledOnce())
  fireEvent.change(screen.getByLabelText('File'), { target: { value: 'secret.txt' } })
  late.resolve(answered(decision))
  post.mockResolvedValueOnce(answered({ ...decision, allowed: false }))
  press('Check')
  await screen.findByText('Denied')
  expect(screen.queryByText('Allowed')).toBeNull()
})

test('the link form shows no link to another file, or for another time, than those in its fields', async () => {
  const late = Promise.withResolvers<never>()
  post.mockReturnValueOnce(late.promise)
  get.mockReturnValue(new Promise(() => undefined) as never)
  show(<LinkForm bucket="anh" />)
  const button = () => screen.getByText('Generate link').closest('button')!
  const busy = () => button().getAttribute('aria-busy')
  const path = () => screen.getByLabelText('File')
  const life = () => screen.getByLabelText('Valid for')
  const link = () => screen.queryByLabelText('QR code of the link')
  // happy-dom selects the first option.
  fireEvent.change(life(), { target: { value: '86400' } })
  fireEvent.change(path(), { target: { value: 'a.txt' } })
  fireEvent.click(button())
  await waitFor(() => expect(busy()).toBe('true'))
  fireEvent.change(path(), { target: { value: 'b.txt' } })
  late.resolve(answered({ url: 'https://s3/a.txt', expires_at: 1 }))
  await waitFor(() => expect(busy()).toBe(null))
  expect(link()).toBeNull()
  post.mockResolvedValueOnce(answered({ url: 'https://s3/b.txt', expires_at: 1 }))
  fireEvent.click(button())
  await waitFor(() => expect(link()).not.toBeNull())
  fireEvent.change(life(), { target: { value: '3600' } })
  await waitFor(() => expect(link()).toBeNull())
  get.mockReset()
})

test('a dialog whose facts cannot be read says why, and reads them again', async () => {
  get.mockResolvedValueOnce(refused('STORAGE_UNAVAILABLE'))
  show(<AclDialog bucket="anh" to="private" onClose={() => undefined} />)
  await screen.findByText('The storage is not responding. Please try again in a moment.')
  get.mockResolvedValueOnce(
    answered({ acl: 'public', public_by: [], revision: '1', open_files: { files: [], next: null } }),
  )
  press('Try again')
  await screen.findByRole('button', { name: 'Make private' })
})

test('what was saved of the versioning counts at once where a file is deleted', async () => {
  const told = (versioning: string) => answered({ buckets: [{ bucket: 'anh', versioning }] })
  const Shown = () => <p>{`keeps versions: ${useVersioning('anh')}`}</p>
  get.mockResolvedValueOnce(told('enabled'))
  show(<Shown />)
  await screen.findByText('keeps versions: enabled')
  get.mockResolvedValueOnce(told('suspended'))
  await refresh(queryClient, ['/bucket/status'], { bucket: 'anh' })
  await screen.findByText('keeps versions: suspended')
})
