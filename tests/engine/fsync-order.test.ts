// @module-tag faults
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellAll } from '../support/sns.ts'
import { blobPaths, region, temporaryFolder, until } from './support.ts'
import { type Call, readTrace } from './system-calls.ts'

const Bucket = 'traced'
const keys = { accessKeyId: 'FSYNCORDERTEST', secretAccessKey: 'secret' }
const traced = 'write,writev,pwrite64,pwritev,fsync,fdatasync,rename,unlink,sendto,sendmsg'

const probe = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' })
const missing =
  probe.status === 0 ? null : `strace cannot be used here: ${probe.error?.message ?? probe.stderr.trim()}`

let calls: Call[] = []
/** The request ids of each operation, and the upload's id. */
const requests: Record<'small' | 'large' | 'part' | 'complete' | 'remove', string> = {
  ...{ small: '', large: '', part: '', complete: '', remove: '' },
}
let dir = ''

const work = async (client: S3): Promise<void> => {
  const put = (Key: string, size: number) => client.putObject({ Bucket, Key, Body: Buffer.alloc(size, 'x') })
  const idOf = ({ $metadata }: { $metadata: { requestId?: string | undefined } }) => $metadata.requestId ?? ''
  await client.createBucket({ Bucket })
  // The row of an event has the id of its request.
  await tellAll(client, [Bucket])
  requests.small = idOf(await put('small', 4096))
  requests.large = idOf(await put('large', 1024 ** 2))
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'parts' })
  const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1 }
  const sent = await client.uploadPart({ ...part, Body: Buffer.alloc(1024 ** 2, 'y') })
  requests.part = idOf(sent)
  const MultipartUpload = { Parts: [{ ETag: sent.ETag, PartNumber: 1 }] }
  const completion = { Bucket, Key: 'parts', UploadId, MultipartUpload }
  requests.complete = idOf(await client.completeMultipartUpload(completion))
  requests.remove = idOf(await client.deleteObject({ Bucket, Key: 'large' }))
  await until(() => blobPaths(join(dir, 'engine')).length === 1)
}

beforeAll(async () => {
  if (missing !== null) return
  dir = temporaryFolder()
  const trace = join(dir, 'trace')
  const program = join(import.meta.dirname, 'engine-process.ts')
  const options = ['-f', '-y', '-s', '8192', '-e', `trace=${traced}`, '-o', trace]
  const engine = [program, join(dir, 'engine'), keys.accessKeyId, keys.secretAccessKey]
  const strace = spawn('strace', [...options, process.execPath, ...engine], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // strace does not see what the kernel does by io_uring.
    env: { ...process.env, UV_USE_IO_URING: '0' },
  })
  const ended = once(strace, 'exit')
  const [line] = (await once(strace.stdout, 'data')) as [Buffer]
  const client = new S3({
    ...{ region, forcePathStyle: true, credentials: keys, maxAttempts: 1 },
    endpoint: `http://127.0.0.1:${line.toString().trim()}`,
  })
  try {
    await work(client)
  } finally {
    client.destroy()
    const children = readFileSync(`/proc/${strace.pid}/task/${strace.pid}/children`, 'utf8')
    for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
    await ended
  }
  calls = readTrace(trace)
}, 120_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const first = (what: string, holds: (call: Call) => boolean): Call => {
  const found = calls.find(holds)
  if (!found) throw new Error(`There is no call in the trace: ${what}`)
  return found
}
const isWrite = ({ name }: Call): boolean => /^(p?writev?|pwrite64|sendto|sendmsg)$/.test(name)
const isSync = ({ name }: Call): boolean => name === 'fdatasync' || name === 'fsync'
const ofWal = ({ text }: Call): boolean => /^\d+<[^>]*index\.sqlite-wal>/.test(text)

/**
 * The calls that make the rows with `text` durable, and then answer `request`: from the WAL's first page with `text` to the
 * last page before the sync.
 */
const committed = (text: string, request: string): Call[] => {
  const named = first('a WAL page', call => isWrite(call) && ofWal(call) && call.text.includes(text))
  const sync = first('a sync of the WAL', call => isSync(call) && ofWal(call) && call.began > named.ended)
  const last = calls.findLast(call => isWrite(call) && ofWal(call) && call.began < sync.began)!
  const answer = first(
    'the answer',
    call => isWrite(call) && /"HTTP\/1\.1 20/.test(call.text) && call.text.includes(request),
  )
  return [named, last, sync, answer]
}

/** The calls that make the file of the body durable which was placed before `request` was answered. */
const placed = (request: string): { name: string; steps: Call[] } => {
  const answer = first('the answer', call => call.text.includes(`x-amz-request-id: ${request}`))
  const rename = calls.findLast(
    call => call.name === 'rename' && call.text.includes('/data/') && call.ended < answer.began,
  )
  const [, from, folder, name] = /"([^"]+)", "([^"]+)\/([^"/]+)"/.exec(rename?.text ?? '') ?? []
  const ofFile = (call: Call) => call.text.includes(`<${from}>`) && call.ended < rename!.began
  const bytes = calls.findLast(call => isWrite(call) && ofFile(call))
  const sync = calls.findLast(call => isSync(call) && ofFile(call))
  const folderSync = first('a sync of the folder', call => {
    return isSync(call) && call.text.includes(`<${folder}>`) && call.began > rename!.ended
  })
  return { name: name!, steps: [bytes!, sync!, rename!, folderSync] }
}

/** Which calls did not begin after the one before had ended. */
const outOfOrder = (steps: Call[]): string[] =>
  steps.flatMap((step, index) => {
    const before = steps[index - 1]
    const follows = !before || before === step || before.ended < step.began
    return follows ? [] : [`${step.name}(${step.text.slice(0, 80)}`]
  })

test('the folder that has the engine is synced before the first answer', context => {
  if (missing !== null) return context.skip(missing)
  const sync = first('a sync of the folder', call => isSync(call) && call.text.includes(`<${dir}>`))
  const answer = first('an answer', call => isWrite(call) && /"HTTP\/1\.1 /.test(call.text))
  expect(outOfOrder([sync, answer])).toEqual([])
})

test('a PUT of 4 KiB is answered after the sync of the WAL that has it', context => {
  if (missing !== null) return context.skip(missing)
  const steps = committed(requests.small, requests.small)
  expect([outOfOrder(steps), steps.at(-2)?.name]).toEqual([[], 'fdatasync'])
})

test.for(['large', 'part'] as const)(
  'the bytes of a body of 1 MiB (%s), then its folder, then the WAL that names it, are synced before the answer',
  (which, context) => {
    if (missing !== null) return context.skip(missing)
    const { name, steps } = placed(requests[which])
    const all = [...steps, ...committed(name, requests[which])]
    expect(outOfOrder(all)).toEqual([])
    expect(all.map(call => call.name)).toEqual([
      ...[expect.stringMatching(/^writev?$/), 'fdatasync', 'rename', 'fsync'],
      ...['pwrite64', 'pwrite64', 'fdatasync', expect.stringMatching(/^writev?$/)],
    ])
  },
)

test('a completed multipart upload is answered after the sync of the WAL that has it', context => {
  if (missing !== null) return context.skip(missing)
  expect(outOfOrder(committed(requests.complete, requests.complete))).toEqual([])
})

test('a deletion is answered after the sync of the WAL that has it; the file goes after that sync', context => {
  if (missing !== null) return context.skip(missing)
  const steps = committed(requests.remove, requests.remove)
  expect(outOfOrder(steps)).toEqual([])
  const { name } = placed(requests.large)
  const unlink = first('the removal of the file', call => call.name === 'unlink' && call.text.includes(name))
  expect(outOfOrder([...steps.slice(0, -1), unlink])).toEqual([])
})
