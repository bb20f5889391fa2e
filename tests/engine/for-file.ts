import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll } from 'vitest'
import { inBucket } from '../support/s3.ts'
import { type Running, startEngine } from './support.ts'

/** Stands for what a hook makes later. */
export const later = <T extends object>(made: () => T): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      const value = Reflect.get(made(), name)
      return typeof value === 'function' ? value.bind(made()) : value
    },
  })

/** Starts a storage for the tests of the file, or of the `describe`, and stops it after them. */
export const forAll = <T extends Running>(start: () => Promise<T>) => {
  let running: T
  let client: S3
  beforeAll(async () => {
    running = await start()
    client = running.client()
  })
  afterAll(() => running.stop())
  return { running: later(() => running), client: later(() => client) }
}

export const engineForAll = (options: Parameters<typeof startEngine>[0] = {}) =>
  forAll(() => startEngine(options))

/** Makes the bucket before the tests. */
export const newBucket = (client: S3, Bucket: string) => {
  beforeAll(async () => {
    await client.createBucket({ Bucket })
  })
  return inBucket(client, Bucket)
}
