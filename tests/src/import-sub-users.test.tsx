// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PlannedSubUser, SubUserRow } from '../../openapi/schema.ts'
import ImportDialog from '../../src/people/many/import-dialog.tsx'
import { saveFile } from '../../src/ui/save-file.ts'
import { button, buttonThere, press, refusal, serve, show, textThere } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})
vi.mock('../../src/ui/save-file.ts', () => ({ saveFile: vi.fn() }))

type Body = { rows: SubUserRow[]; preview: boolean }
const after = { permission: 'read', scope: null, group: null, expire_date: 0 } as const
let refused: ReadonlySet<string>
beforeEach(() => {
  refused = new Set()
  vi.mocked(saveFile).mockClear()
})
const answer = ({ rows }: Body) => ({
  lines: rows.map(({ email, fullName }): PlannedSubUser => {
    const head = { email, fullName, before: null }
    return refused.has(email)
      ? { ...head, state: 'refused', code: 'EMAIL_TAKEN', after: null }
      : { ...head, state: 'created', after }
  }),
})
const served = { 'POST /user-management/import': ({ body }: { body: unknown }) => answer(body as Body) }

function choose(text: string | Uint8Array<ArrayBuffer>) {
  const file = new File([text], 'people.csv', { type: 'text/csv' })
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
}
const lines = (count: number) =>
  [
    'name,email,permission',
    ...Array.from({ length: count }, (_, at) => `N${at},n${at}@example.com,read`),
  ].join('\n')
const shown = () => [...document.querySelectorAll('[role=dialog] ul > li')].map(each => each.textContent)

test('a file is shown line by line before anything is done, what is wrong first; the act sends what can be done', async () => {
  const sent = serve(served)
  const t = await show(<ImportDialog onClose={() => undefined} />)
  choose(`${lines(2)}\nBad,bad@,read`)
  await textThere(t('import.preview', { created: 2, changed: 0, deleted: 0, same: 0, bad: 1 }))
  expect(shown()[0]).toContain(`${t('import.column.email')}: ${t('issue.email-invalid')}`)
  expect(shown()[1]).toContain('n0@example.com')
  expect(sent.map(([, body]) => (body as Body).preview)).toEqual([true])
  refused = new Set(['n1@example.com'])
  await press(t('import.do'))
  await textThere(t('import.ended', { created: 1, changed: 0, deleted: 0, same: 0, bad: 2 }))
  expect(sent.slice(1)).toMatchObject([
    ['POST /user-management/import', { preview: false, rows: [{ fullName: 'N0' }, { fullName: 'N1' }] }],
  ])
  await press(t('import.saveBad'))
  const [name, blob] = vi.mocked(saveFile).mock.calls[0]!
  expect(name).toBe(t('import.badName'))
  expect(await (blob as Blob).text()).toBe(
    [
      '\ufeffName,Email,Permission,Folders,Group,Last day,Reason',
      `N1,n1@example.com,read,,,,${t('error.EMAIL_TAKEN')}`,
      `Bad,bad@,read,,,,${t('import.column.email')}: ${t('issue.email-invalid')}`,
      '',
    ].join('\r\n'),
  )
})

test('many lines go in parts; after a failure what is left goes on from there', async () => {
  let acts = 0
  const sent = serve({
    'POST /user-management/import': ({ body }) =>
      !(body as Body).preview && ++acts === 2 ? refusal('STORAGE_UNAVAILABLE', 503) : answer(body as Body),
  })
  const t = await show(<ImportDialog onClose={() => undefined} />)
  choose(lines(50))
  await press(t('import.do'))
  await textThere(t('error.STORAGE_UNAVAILABLE'))
  const parts = () => sent.slice(1).map(([, body]) => (body as Body).rows.length)
  expect(parts()).toEqual([20, 20])
  await press(t('import.goOn'))
  await expect.poll(parts).toEqual([20, 20, 20, 10])
  expect(button(t('import.saveBad'))).toBeUndefined()
})

test('a row that says that all must wait is left for later', async () => {
  let acts = 0
  const sent = serve({
    'POST /user-management/import': ({ body }) => {
      const { lines } = answer(body as Body)
      if ((body as Body).preview || ++acts > 1) return { lines }
      const stopped = { state: 'refused', code: 'TOO_MANY_REQUESTS' } as const
      return { lines: lines.map((line, at) => (at === 0 ? line : { ...line, ...stopped })) }
    },
  })
  const t = await show(<ImportDialog onClose={() => undefined} />)
  choose(lines(3))
  await press(t('import.do'))
  await press(t('import.goOn'))
  await buttonThere(t('common.close'))
  const parts = () =>
    sent.slice(1).map(([, body]) => (body as Body).rows.map(({ email }) => email[1]).join(''))
  await expect.poll(parts).toEqual(['012', '12'])
})

test.each([
  ['name,mail\na,b', 'csv-unknown', 'mail'],
  ['', 'csv-empty', ''],
  [new Uint8Array([0xff, 0xfe, 0x41]), 'csv-not-text', ''],
  ['x'.repeat(256 * 1024 + 1), 'csv-too-large', ''],
] as const)('a file that cannot be read is said: %#', async (text, issue, about) => {
  const sent = serve(served)
  const t = await show(<ImportDialog onClose={() => undefined} />, 'vi')
  choose(text as string)
  await textThere(t(`import.file.${issue}`, { about }))
  expect(sent).toEqual([])
})

test.each(['vi', 'en'] as const)('the template in %s is a file that can be imported', async locale => {
  const sent = serve(served)
  const t = await show(<ImportDialog onClose={() => undefined} />, locale)
  await press(t('import.template'))
  const [, blob] = vi.mocked(saveFile).mock.calls[0]!
  choose(await (blob as Blob).text())
  await buttonThere(t('import.do'))
  const row = { fullName: 'Trần Thị Bình', email: 'binh@example.com', permission: 'read' }
  expect(sent).toMatchObject([['POST /user-management/import', { preview: true, rows: [row] }]])
})
