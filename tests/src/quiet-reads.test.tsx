// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { SiteField } from '../../src/buckets/dialogs/new-bucket-fields.tsx'
import { DrawerFooter } from '../../src/frame/drawer-footer.tsx'
import { queryClient } from '../../src/session/query-client.ts'
import { field, fieldThere, refusal, serve, show, textThere, toast } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

/** The capacity in the drawer, and the places of a form for a new bucket. */
function Reading() {
  return (
    <FormProvider {...useForm()}>
      <DrawerFooter />
      <SiteField />
    </FormProvider>
  )
}

test('quota and site load failures are silent: what was read before stays, and no message comes', async () => {
  const places = ['us-east-1', 'vn-hanoi'].map(id => ({ id, name: id }))
  const answers = [
    ['GET /dashboard/quota-user', { usage: 1, total: 4, percentUse: 25, full_since: null }],
    ['GET /other/sites', { places }],
  ] as const
  let refused = 0
  let fails = false
  const answer = (data: unknown) => () => {
    if (!fails) return data
    refused += 1
    return refusal('STORAGE_UNAVAILABLE', 503)
  }
  serve(Object.fromEntries(answers.map(([call, data]) => [call, answer(data)])))
  const t = await show(<Reading />)
  await textThere(t('shell.capacity'))
  await fieldThere(t('buckets.site'))
  fails = true
  await act(() => queryClient.invalidateQueries())
  expect([refused, toast()]).toEqual([2, undefined])
  expect(field(t('buckets.site')).value).toBe('us-east-1')
  await textThere(t('shell.capacity'))
})
