import { expect, test } from 'vitest'
import type { ObjectPage } from '../../openapi/schema.ts'
import type { Answer, TestConsole, Visitor } from './support/console.ts'
import { ok } from './support/limited.ts'
import { makePeople, type People, type Person, pin } from './support/people.ts'
import { request, type Said } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

const MiB = 1024 ** 2
const levels = ['read', 'write', 'read-write', 'full-control'] as const
const readers: readonly string[] = ['read', 'read-write', 'full-control']
const writers: readonly string[] = ['write', 'read-write', 'full-control']

type Ask = (id: string, said?: Said) => Promise<Answer>

/** What a level is for, done as the console does it: asked for, then sent to the storage. */
onEachStorage((_, prepare) => {
  let console: TestConsole
  let people: People
  let owner: Person
  let ownersVisitor: Visitor

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
    owner = await people.owner('chu')
    ownersVisitor = await people.visit(owner)
  })

  const send = async (url: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(url, { method: 'PUT', body, signal: AbortSignal.timeout(30_000) })
    expect(answer.status).toBe(200)
    return answer.headers.get('etag')!
  }

  /** The status of an address that is used to copy what its sender may not read. */
  async function widened(url: string): Promise<number> {
    const headers = { 'x-amz-copy-source': 'any/file', 'x-amz-acl': 'public-read' }
    return (await fetch(url, { method: 'PUT', headers, signal: AbortSignal.timeout(30_000) })).status
  }

  async function put(ask: Ask, bucket: string, key: string, text: string): Promise<void> {
    const said = { body: { bucket, files: [{ key, size: text.length }] } }
    const { urls } = await ok<{ urls: string[] }>(ask('getPutUrls', said))
    expect(await widened(urls[0]!)).toBe(403)
    await send(urls[0]!, text)
  }

  async function keysOf(bucket: string, prefix = ''): Promise<string[]> {
    const values = { bucket, prefix }
    const page = await ok<ObjectPage>(request(ownersVisitor, 'listObjects', { values }))
    return page.items.map(({ key }) => key)
  }

  async function reads(ask: Ask, bucket: string): Promise<void> {
    const { buckets } = await ok<{ buckets: { name: string }[] }>(ask('listBuckets'))
    expect(buckets.map(({ name }) => name)).toContain(bucket)
    for (const id of ['listObjects', 'paginateObjects']) {
      const page = await ok<ObjectPage>(ask(id, { values: { bucket } }))
      expect(page.items.map(({ key }) => key)).toEqual(['có sẵn.txt', 'cũ/'])
    }
    const { url } = await ok<{ url: string }>(ask('getDownloadUrl', { body: { bucket, key: 'có sẵn.txt' } }))
    expect(await (await fetch(url)).text()).toBe('chào')
  }

  async function writes(ask: Ask, bucket: string): Promise<void> {
    await ok(ask('createFolder', { body: { bucket, folder: 'mới/' } }))
    await put(ask, bucket, 'mới/nhỏ.txt', 'nho')
    const file = { bucket, key: 'mới/lớn.bin' }
    const begin = () => ok<{ upload_id: string }>(ask('startUpload', { body: { ...file, size: 6 * MiB } }))
    const { upload_id } = await begin()
    const parts = { body: { ...file, upload_id, part_numbers: [1, 2] } }
    const { urls } = await ok<{ urls: string[] }>(ask('getUploadUrl', parts))
    expect(await widened(urls[0]!)).toBe(403)
    const etags = [await send(urls[0]!, new Uint8Array(5 * MiB)), await send(urls[1]!, 'end')]
    const listed = etags.map((etag, at) => ({ part_number: at + 1, etag, size: at ? 3 : 5 * MiB }))
    expect(await ok(ask('listUploadParts', { values: { ...file, upload_id } }))).toMatchObject({
      parts: listed,
    })
    const whole = listed.map(({ part_number, etag }) => ({ part_number, etag }))
    await ok(ask('completeUpload', { body: { ...file, upload_id, parts: whole } }))
    await ok(ask('abortUpload', { body: { ...file, upload_id: (await begin()).upload_id } }))
    expect(await keysOf(bucket, 'mới/')).toEqual(['mới/lớn.bin', 'mới/nhỏ.txt'])
    const keys = { body: { bucket, keys: ['mới/nhỏ.txt'] } }
    expect(await ok(ask('deleteObjects', keys))).toEqual({ deleted: 1, failed: [] })
    for (const [folder, deleted] of [
      ['cũ/', 1],
      ['mới/', 2],
    ] as const) {
      const said = { body: { bucket, folder } }
      expect(await ok(ask('deleteFolder', said))).toEqual({ deleted, failed: [], job: null })
    }
    expect(await keysOf(bucket)).toEqual(['có sẵn.txt'])
  }

  async function makesBuckets(ask: Ask, name: string, deletes = true): Promise<void> {
    await ok(ask('createBucket', { body: { bucket: name } }))
    await put(ask, name, 'a.txt', 'a')
    expect(await keysOf(name)).toEqual(['a.txt'])
    await ok(ask('deleteObjects', { body: { bucket: name, keys: ['a.txt'] } }))
    const deleted = await ask('deleteBucket', { body: { bucket: name, pin, confirm: true } })
    expect(deleted.status).toBe(deletes ? 204 : 403)
  }

  /** A bucket of the owner's with a file and a folder. */
  async function bucketFor(name: string): Promise<string> {
    const ask: Ask = (id, said) => request(ownersVisitor, id, said)
    await ok(ask('createBucket', { body: { bucket: name } }))
    await put(ask, name, 'có sẵn.txt', 'chào')
    await put(ask, name, 'cũ/a.txt', 'a')
    return name
  }

  /** All that a level is for; an API client deletes no bucket, as that asks for the pin. */
  async function work(level: string, ask: Ask, bucket: string, deletes = true): Promise<void> {
    if (readers.includes(level)) await reads(ask, bucket)
    if (writers.includes(level)) await writes(ask, bucket)
    if (level === 'full-control') await makesBuckets(ask, `${bucket}-rieng`, deletes)
  }

  test.each(levels)('a sub-user with %s does all that the level is for', async level => {
    const subUser = await people.subUser(owner, level, level)
    const visitor = await people.visit(subUser)
    await work(level, (id, said) => request(visitor, id, said), await bucketFor(`kho-${level}`))
  })

  test.each(levels)('an API client with %s does all that the level is for', async level => {
    const visitor = await people.visit(owner, { confirmed: true })
    const body = { name: level, permission: level }
    const { token } = await ok<{ token: string }>(request(visitor, 'createApiClient', { body }))
    const program = console.visitor()
    program.headers = {}
    const headers = { authorization: `Bearer ${token}` }
    const ask: Ask = (id, said) => request(program, id, said, headers)
    await work(level, ask, await bucketFor(`may-${level}`), false)
  })

  test('a level counts from the moment that it is given', async () => {
    const bucket = await bucketFor('kho-doi-quyen')
    const subUser = await people.subUser(owner, 'doi-quyen', 'read')
    const visitor = await people.visit(subUser)
    const ask: Ask = (id, said) => request(visitor, id, said)
    await reads(ask, bucket)
    const change = (permission: string) =>
      ok(request(ownersVisitor, 'changeSubUser', { body: { id: subUser.id, permission } }))
    await change('write')
    await writes(ask, bucket)
    await change('full-control')
    await makesBuckets(ask, 'kho-doi-quyen-rieng')
  })
})
