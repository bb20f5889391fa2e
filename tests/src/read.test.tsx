// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { read } from '../../src/api/query.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { Read } from '../../src/ui/read.tsx'
import { button, field, fieldThere, fill, press, refusal, serve, show, textThere } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

function Regions() {
  const query = useQuery(read('/other/sites'))
  return (
    <>
      <output>{query.error?.code}</output>
      <Read
        of={query}
        failed="buckets.failed"
        skeleton={<p>loading</p>}
        instead={{ NOT_SUPPORTED: <p>none here</p> }}
      >
        {({ places }) => <input aria-label="name" defaultValue={places[0]?.name} />}
      </Read>
    </>
  )
}

/** Shows the regions; the test says what the server answers. */
async function open(first: unknown) {
  const server = { answer: first }
  serve({
    'GET /other/sites': () => (server.answer instanceof Response ? server.answer.clone() : server.answer),
  })
  const t = await show(<Regions />)
  const readAgain = (answer: unknown) => {
    server.answer = answer
    return act(() => queryClient.refetchQueries())
  }
  return { t, server, readAgain }
}

const sites = { places: [{ id: 'vn', name: 'Hà Nội' }] }

test('a later read that fails leaves what is shown, with what was typed', async () => {
  const { t, readAgain } = await open(sites)
  await fieldThere('name')
  fill('name', 'Huế')
  await readAgain(refusal('STORAGE_UNAVAILABLE', 503))
  await textThere('STORAGE_UNAVAILABLE')
  expect([field('name').value, button(t('common.retry'))]).toEqual(['Huế', undefined])
})

test('before there is data, a skeleton is shown, or why it could not be read, with a retry', async () => {
  const answer = Promise.withResolvers()
  const { t, server } = await open(answer.promise)
  await textThere('loading')
  answer.resolve(refusal('STORAGE_UNAVAILABLE', 503))
  await textThere(t('error.STORAGE_UNAVAILABLE'))
  server.answer = sites
  await press(t('common.retry'))
  expect((await fieldThere('name')).value).toBe('Hà Nội')
})

test('a code of the screen replaces older data', async () => {
  const { readAgain } = await open(sites)
  await fieldThere('name')
  await readAgain(refusal('NOT_SUPPORTED'))
  await textThere('none here')
  expect(document.querySelector('input')).toBe(null)
})
