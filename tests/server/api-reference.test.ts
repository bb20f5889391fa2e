import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curlOf } from '../../build/api-reference/curl.ts'
import { entriesOf, readApi } from '../../build/api-reference/document.ts'
import type { OperationId } from '../../domain/permissions.ts'
import { sharedConsole } from './support/with-console.ts'

const api = readApi()
const entries = new Map(entriesOf(api).map(entry => [entry.operation.operationId, entry]))
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kho-curl-'))
const pin = '2580'

const console = sharedConsole()
let token: string
beforeAll(async () => {
  writeFileSync(join(folder, '.curlrc'), 'silent\nnoproxy = "*"\nwrite-out = "\\n%{http_code}"\n')
  const owner = await console.signedIn()
  await owner.call('PUT', '/user/init-pin', { pin })
  await owner.call('POST', '/user/confirm-identity', { pin })
  const client = { name: 'curl', permission: 'full-control', expire_date: 0 }
  token = ((await owner.call('POST', '/user/api-client', client)).body as { token: string }).token
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the operations' examples in a shell, as a reader who copies them from the page. */
async function examples(ids: OperationId[], variables: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    CURL_HOME: folder,
    KHO_URL: console.url,
    KHO_TOKEN: token,
    ...variables,
  }
  const lines = ids.map(id => `${curlOf(api, entries.get(id)!)}\nprintf '\\036'`)
  const { stdout } = await run('sh', ['-c', lines.join('\n')], { cwd: folder, env })
  return stdout
    .split('\u001e')
    .slice(0, -1)
    .map((answer, index) => {
      const [, text = '', status] = /^(.*)\n(\d+)$/s.exec(answer) ?? []
      return { id: ids[index], status: Number(status), text }
    })
}
const statuses = (answers: Awaited<ReturnType<typeof examples>>) =>
  Object.fromEntries(answers.map(({ id, status }) => [id, status]))

test('the examples that take a token are answered as they should be', async () => {
  const stated = {
    createBucket: 201,
    createFolder: 201,
    putBatch: 200,
    listBuckets: 200,
    getBucketStatus: 200,
    paginateObjects: 200,
    listUploadParts: 404,
    getPutUrls: 200,
    renameObject: 200,
    deleteObjects: 200,
    putBucketTags: 409,
    getJob: 404,
    exportTraffic: 200,
    downloadZip: 404,
  } satisfies Partial<Record<OperationId, number>>
  const answers = await examples(Object.keys(stated) as OperationId[])
  expect(statuses(answers)).toEqual(stated)
  const found = answers.find(({ id }) => id === 'paginateObjects')
  expect(JSON.parse(found!.text)).toMatchObject({ items: [{ key: 'Tết 2026/' }] })
  expect(readFileSync(join(folder, 'kho.csv'), 'utf8')).toMatch(/^\W?\w+(,\w+)+/)
})

test('the examples of sessions keep their cookie in a file', async () => {
  const [signedIn] = await examples(['login'])
  const { refresh_token: KHO_REFRESH_TOKEN } = JSON.parse(signedIn!.text)
  const stated = {
    getCurrentUser: 200,
    refreshToken: 200,
    listAudit: 200,
    logout: 204,
    listSessions: 401,
  }
  expect(statuses(await examples(Object.keys(stated) as OperationId[], { KHO_REFRESH_TOKEN }))).toEqual(
    stated,
  )
})
