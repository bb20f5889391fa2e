// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import AuditScreen from '../../src/audit/audit-screen.tsx'
import {
  field,
  fieldThere,
  fill,
  headingThere,
  press,
  refusal,
  serve,
  show,
  textThere,
} from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})
afterEach(() => history.replaceState(null, '', '/'))

const reads = {
  'GET /user/list': () => ({ accounts: [], total: 0, next_token: null }),
  'GET /audit': () => ({ entries: [], next_token: null }),
}
const asked = () => Object.fromEntries(new URLSearchParams(location.search))
const invalid = (label: string) => field(label).getAttribute('aria-invalid')
/** Types into a field and leaves it by this key. */
function type(label: string, text: string, key = 'Tab') {
  fill(label, text)
  fireEvent.keyDown(field(label), { key })
  if (key === 'Tab') fireEvent.blur(field(label))
}

test('a date field shows and takes days in the language of the page', async () => {
  history.replaceState(null, '', '?from=2026-11-05')
  serve(reads)
  const t = await show(<AuditScreen />, 'vi')
  const from = t('audit.from')
  expect((await fieldThere(from)).value).toBe('05/11/2026')
  fill(from, '06/11/2026')
  await expect.poll(asked).toEqual({ from: '2026-11-06' })
  type(from, '7-11-26', 'Enter')
  await expect.poll(asked).toEqual({ from: '2026-11-07' })
  expect(field(from).value).toBe('07/11/2026')

  type(from, '31/02/2026')
  await textThere(t('issue.date-invalid'))
  await expect.poll(asked).toEqual({})
  expect([field(from).value, invalid(from)]).toEqual(['31/02/2026', 'true'])
  type(from, '')
  await expect.poll(() => document.body.textContent).not.toContain(t('issue.date-invalid'))
})

test('a last day before the first is said, and that there is nothing; one button clears the filter', async () => {
  history.replaceState(null, '', '?action=NOTIFICATION_GROUP_DELETED&search=%2212%22&from=2026-11-05')
  serve(reads)
  const t = await show(<AuditScreen />)
  await fieldThere(t('audit.search'))
  type(t('audit.to'), '1/1/2001')
  await textThere(t('audit.daysReversed'))
  expect([invalid(t('audit.from')), invalid(t('audit.to'))]).toEqual(['true', 'true'])
  await headingThere(t('audit.none.title'))
  await press(t('audit.clear'))
  await headingThere(t('audit.empty.title'))
  expect([asked(), field(t('audit.search')).value]).toEqual([{}, ''])
})

test('a failed page says so, and is asked for again', async () => {
  let answer: () => unknown = () => refusal('STORAGE_UNAVAILABLE', 503)
  serve({ ...reads, 'GET /audit': () => answer() })
  history.replaceState(null, '', '?search=lan')
  const t = await show(<AuditScreen />)
  await headingThere(t('audit.failed'))
  answer = reads['GET /audit']
  await press(t('common.retry'))
  await headingThere(t('audit.none.title'))
})

test('a refresh reads the newest entries; the older ones follow on their own', async () => {
  const entry = (id: string) => ({
    ...{ id, at: 1_790_000_000, account: '', user: 'lan', action: 'SIGNED_IN', target: '', detail: '' },
    ...{ address: '', device: '' },
  })
  let older: unknown = { entries: [entry('two')], next_token: null }
  serve({
    ...reads,
    'GET /audit': ({ query }) =>
      query.has('next_token') ? older : { entries: [entry('one')], next_token: 'two' },
  })
  const t = await show(<AuditScreen />)
  await textThere(t('audit.end'))
  older = refusal('STORAGE_UNAVAILABLE', 503)
  await press(t('common.refresh'))
  await expect.poll(() => document.body.textContent).toContain(t('audit.moreFailed'))
})
