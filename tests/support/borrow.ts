import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { SharedRgw } from '../engine/s3/rgw-accounts.ts'
import type { Ceph } from './ceph.ts'
import type { Postgres } from './postgres.ts'

/** The accounts of the S3 suite, on the Ceph of this run. */
export async function sharedAccounts(): Promise<SharedRgw> {
  return JSON.parse(await text(await ask('/accounts'))) as SharedRgw
}

/**
 * The Ceph of this run, without users and buckets of another console. Nobody else is given it before `stop`, save the S3
 * suite.
 */
export async function borrowCeph(): Promise<Ceph | { missing: string }> {
  const response = await ask('/ceph')
  const [line] = (await once(response.setEncoding('utf8'), 'data')) as [string]
  const found = JSON.parse(line) as Omit<Ceph, 'stop'> | { missing: string }
  return 'missing' in found ? found : { ...found, stop: async () => void response.destroy() }
}

/** The PostgreSQL of this run, which `stop` leaves running. */
export async function sharedPostgres(): Promise<Postgres | { missing: string }> {
  const database = async () =>
    JSON.parse(await text(await ask('/database'))) as { url: string } | { missing: string }
  const first = await database()
  if ('missing' in first) return first
  let unused: string | undefined = first.url
  return {
    async database() {
      const made = unused ?? ((await database()) as { url: string }).url
      unused = undefined
      return made
    },
    stop: async () => undefined,
  }
}

async function ask(path: string): Promise<IncomingMessage> {
  const [response] = (await once(get(`${inject('starter')}${path}`, { agent: false }), 'response')) as [
    IncomingMessage,
  ]
  if (response.statusCode !== 200) throw new Error(await text(response))
  return response
}
