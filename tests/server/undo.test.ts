import type { S3, S3Client } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { deleteObjects as deletion } from '../../server/jobs/kinds/delete-objects.ts'
import { type UndoInput, undo } from '../../server/jobs/kinds/undo.ts'
import type { Remover } from '../../server/storage/delete-objects.ts'
import { inBucket } from '../support/s3.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { jobContext } from './support/copy-steps.ts'
import { endOf, failuresOf, keysAndCodes } from './support/jobs.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage((_, prepare) => {
  let console: TestConsole
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3
  let bucket: string
  let count = 0

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss)
    client = await clientOf(console, boss)
  })
  beforeEach(async () => {
    count += 1
    bucket = `hoan-tac-${count}`
    await client.createBucket({ Bucket: bucket })
  })

  const put = (Key: string, Body = 'x') => client.putObject({ Bucket: bucket, Key, Body })
  const keysNow = () => inBucket(client, bucket).keys('')
  const textNow = (key: string) => inBucket(client, bucket).text(key)
  const keepVersions = () =>
    client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } })
  const send = (act: 'copy' | 'move', keys: string[], more: object = {}) =>
    visitor.call('PUT', `/objects/${act}`, {
      ...{ bucket, keys, target_bucket: bucket, target_folder: 'b/', ...more },
    })
  const remove = (keys: string[]) => visitor.call('DELETE', '/objects/delete/many', { bucket, keys })
  const undoing = (id: string, by = visitor) => by.call('POST', '/objects/undo', { id })

  type Sent = { job: Job | null; undo?: string }

  /** The id with which the act can be undone, once its job has ended. */
  async function actOf(answer: Answer): Promise<string> {
    expect(answer.status).toBe(200)
    const { job, undo } = answer.body as Sent
    if (!job) return undo!
    expect(await endOf(visitor, job)).toMatchObject({ state: 'done', failed: 0, undo: true })
    return job.id
  }

  /** The ended job that has undone an act, and what it could not undo. */
  async function undone(id: string) {
    const answer = await undoing(id)
    expect(answer.status).toBe(202)
    const { state, done, failed, total } = await endOf(visitor, answer.body as Job)
    return {
      state,
      done,
      failed,
      total,
      failures: keysAndCodes(await failuresOf(visitor, answer.body as Job)),
    }
  }

  const all = (done: number) => ({ state: 'done', done, failed: 0, total: done, failures: [] })

  test('a renamed file, a moved one and a renamed folder go back to where they were', async () => {
    await put('a/1.txt', 'one')
    await put('a/2.txt', 'two')
    const rename = (key: string, name: string) =>
      visitor.call('PUT', '/objects/rename', { bucket, key, name })
    expect(await undone(await actOf(await rename('a/1.txt', 'new.txt')))).toEqual(all(1))
    expect(await undone(await actOf(await send('move', ['a/2.txt'])))).toEqual(all(1))
    expect(await keysNow()).toEqual(['a/1.txt', 'a/2.txt'])
    expect(await undone(await actOf(await rename('a/', 'c')))).toEqual(all(2))
    expect(await keysNow()).toEqual(['a/1.txt', 'a/2.txt'])
    expect(await textNow('a/1.txt')).toBe('one')
  })

  test('what was moved and then changed, deleted, or whose place is taken stays, and is listed', async () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4']) await put(key, key)
    const act = await actOf(await send('move', ['a/']))
    await put('b/a/1', 'changed')
    await client.deleteObject({ Bucket: bucket, Key: 'b/a/2' })
    await put('a/3', 'newer')
    const found = await undone(act)
    expect(found).toMatchObject({ state: 'done', done: 1, failed: 3 })
    expect(found.failures.toSorted()).toEqual([
      ['b/a/1', 'OBJECT_CHANGED'],
      ['b/a/2', 'OBJECT_NOT_FOUND'],
      ['b/a/3', 'TARGET_EXISTS'],
    ])
    expect(await keysNow()).toEqual(['a/3', 'a/4', 'b/a/1', 'b/a/3'])
    expect([await textNow('a/3'), await textNow('b/a/1')]).toEqual(['newer', 'changed'])
  })

  test('copies are deleted unless they were changed; the originals stay', async () => {
    for (const key of ['a/1', 'a/2', 'a/3']) await put(key, key)
    const act = await actOf(await send('copy', ['a/']))
    await put('b/a/2', 'changed')
    await client.deleteObject({ Bucket: bucket, Key: 'b/a/3' })
    expect(await undone(act)).toMatchObject({ done: 2, failed: 1, failures: [['b/a/2', 'OBJECT_CHANGED']] })
    expect(await keysNow()).toEqual(['a/1', 'a/2', 'a/3', 'b/a/2'])
  })

  test('an act that may replace files cannot be undone, nor a deletion without versions', async () => {
    await put('a/1')
    expect((await send('copy', ['a/1'], { existing: 'replace' })).body).toEqual({ key: 'b/1', job: null })
    const { job } = (await send('copy', ['a/'], { existing: 'replace' })).body as { job: Job }
    expect(await endOf(visitor, job)).not.toHaveProperty('undo')
    expect(problem(await undoing(job.id))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await remove(['a/1'])).body).toEqual({ deleted: 1, failed: [], job: null })
  })

  test('deleted files return where the bucket keeps versions, but not over what is there meanwhile', async () => {
    await keepVersions()
    for (const key of ['a/1', 'a/2', 'a/3', 'c']) await put(key, key)
    const act = await actOf(await remove(['a/', 'c']))
    expect(await keysNow()).toEqual([])
    await put('a/2', 'newer')
    await put('a/3', 'restored')
    await client.deleteObject({ Bucket: bucket, Key: 'a/3' })
    const found = await undone(act)
    expect(found).toMatchObject({ done: 2, failed: 2 })
    expect(found.failures.toSorted()).toEqual([
      ['a/2', 'TARGET_EXISTS'],
      ['a/3', 'OBJECT_CHANGED'],
    ])
    expect(await keysNow()).toEqual(['a/1', 'a/2', 'c'])
    expect(await textNow('a/2')).toBe('newer')
  })

  test.each([
    ['of a folder', ['a/']],
    ['of named files', ['a/1', 'a/2']],
  ])('a deletion %s by a job whose batch was killed is undone whole', async (_, keys) => {
    await keepVersions()
    for (const key of ['a/1', 'a/2']) await put(key, key)
    const context = await jobContext(console, boss, client, bucket)
    const input = { bucket, keys }
    const cursor = { phase: 'act', place: { at: 0, after: null } } as const
    // Killed after its work, before the version ids of its delete markers were stored.
    const killed = { ...context, remover: failingAfter(context.remover) }
    await expect(deletion.step(killed, input, cursor)).rejects.toThrow('killed')
    expect(await keysNow()).toEqual([])
    expect(await deletion.step({ ...context, resumed: true }, input, cursor)).toMatchObject({ cursor: null })
    expect(await undone(context.job)).toEqual(all(2))
    expect(await keysNow()).toEqual(['a/1', 'a/2'])
  })

  test('an act is undone once, and only by its account and its user', async () => {
    await put('a/1')
    const act = await actOf(await send('move', ['a/1']))
    const sub = await people.subUser(boss, `sub${count}`, 'read-write')
    const gone = { status: 404, code: 'NOT_FOUND' }
    expect(problem(await undoing(act, await people.visit(sub)))).toEqual(gone)
    expect(problem(await undoing(act, await people.visit(await people.owner(`eva${count}`))))).toEqual(gone)
    expect(await undone(act)).toEqual(all(1))
    expect(problem(await undoing(act))).toEqual(gone)
  })

  test.each(['move', 'copy', 'delete'] as const)(
    'a killed batch of undoing a %s is run again to the same end',
    async act => {
      await keepVersions()
      for (const key of ['a/1', 'a/2', 'a/3']) await put(key, key)
      const of = await actOf(await (act === 'delete' ? remove(['a/']) : send(act, ['a/'])))
      const context = await jobContext(console, boss, client, bucket)
      const target = act === 'delete' ? {} : { target_bucket: bucket }
      const input: UndoInput = { of, act, bucket, ...target, target_folder: '', keys: [], entries: 3 }
      let cursor: typeof undo.first | null = undo.first
      let done = 0
      while (cursor) {
        // Killed after its work, before its progress was stored.
        await undo.step(context, input, cursor)
        const step: Awaited<ReturnType<typeof undo.step>> = await undo.step(
          { ...context, resumed: true },
          input,
          cursor,
        )
        expect(step.failures).toEqual([])
        done += step.done
        cursor = step.cursor
      }
      expect(done).toBe(3)
      expect(await keysNow()).toEqual(['a/1', 'a/2', 'a/3'])
    },
  )
})

/** Deletes, and then fails before it answers. */
function failingAfter({ client, singly }: Remover): Remover {
  const send = async (command: Parameters<S3Client['send']>[0]) => {
    await client.send(command)
    throw new Error('killed')
  }
  return { client: { send } as never, singly }
}
