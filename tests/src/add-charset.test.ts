// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { addCharsets } from '../../src/files/dialogs/add-charset.ts'
import { refusal, serve } from './support/screen.tsx'

const empty = { cache_control: '', content_disposition: '', content_encoding: '', content_language: '' }
const metadata = [{ name: 'author', value: 'Lê An' }]
const files: Record<string, { type: string; bytes: Uint8Array | string }> = {
  'utf8.txt': { type: 'text/plain', bytes: 'Xin chào' },
  'utf16.csv': { type: 'text/csv', bytes: Uint8Array.of(0xff, 0xfe, 0x58, 0) },
  'old.txt': { type: 'text/plain', bytes: Uint8Array.of(0x63, 0xe0) },
  'said.txt': { type: 'text/plain; charset=windows-1258', bytes: 'chào' },
  'a.png': { type: 'image/png', bytes: 'png' },
  'empty.txt': { type: 'text/plain', bytes: '' },
  'lost.txt': { type: 'text/plain', bytes: 'chào' },
}

function serveFiles() {
  const sent = serve({
    'GET /objects/details': ({ query }) => {
      const { type, bytes } = files[query.get('path')!]!
      return { revision: 'r', headers: { ...empty, content_type: type }, metadata, size: bytes.length }
    },
    'POST /objects/get-download-url': ({ body }) => ({ url: (body as { key: string }).key }),
    'PUT /objects/details': ({ body }) =>
      (body as { path: string }).path === 'lost.txt' ? refusal('OBJECT_CHANGED') : {},
  })
  const console = globalThis.fetch
  vi.stubGlobal('fetch', async (what: Request | string) =>
    typeof what === 'string' ? new Response(files[what]!.bytes as BodyInit, { status: 206 }) : console(what),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

const inBucket = (path: string) => ({ bucket: 'thơ', path })

test('texts without an encoding get theirs beside their other headers, other files are left, and all are counted', async () => {
  const sent = serveFiles()
  let done = 0
  const counted = await addCharsets(
    Object.keys(files).map(inBucket),
    () => done++,
    new AbortController().signal,
  )
  expect([counted, done]).toEqual([{ ok: true, data: { set: 2, left: 4, failed: 1 } }, 7])
  const change = (path: string, content_type: string) => ({
    ...{ bucket: 'thơ', path, revision: 'r', headers: { ...empty, content_type }, metadata },
  })
  expect(sent.flatMap(([call, body]) => (call.startsWith('PUT') ? [body] : []))).toEqual([
    change('utf8.txt', 'text/plain; charset=utf-8'),
    change('utf16.csv', 'text/csv; charset=utf-16le'),
    change('lost.txt', 'text/plain; charset=utf-8'),
  ])
})

test('where no file could be changed, the first failure is told', async () => {
  serveFiles()
  const answer = await addCharsets([inBucket('lost.txt')], () => undefined, new AbortController().signal)
  expect(answer).toMatchObject({ ok: false, code: 'OBJECT_CHANGED' })
})
