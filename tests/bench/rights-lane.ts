import { S3 } from '@aws-sdk/client-s3'
import type { AccessKey, Account, Permission, SubUser } from '../../openapi/schema.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { type Api, signInApi } from '../support/api.ts'
import { owner as first } from '../support/console.ts'
import { enter, folderOfJob, type Held, hold, jobLives, large, small, visit } from './rights-held.ts'
import type { RightsStage } from './rights-stage.ts'
import { type RightsWay, rightsWays, type Taking } from './rights-ways.ts'

/** More than the buffers of two sockets come to hold within a round. */
const bytes = Buffer.alloc(24 * 1024 ** 2, 'kho')
const temporary = 'Thu-nghiem-2025'
const permissions: Permission[] = ['read', 'read-write', 'full-control']

/** One round of a lane. `take` resolves with the unix ms from which on the rights end. */
export type Round = {
  name: string
  way: RightsWay
  held: Held
  take(): Promise<number>
  /** Puts the account back as it was. `whole`: whether the change has come about. */
  restore(whole: boolean): Promise<void>
}

/** A customer of its own, in whose rounds one person at a time has something. */
export type Lane = {
  /** Makes the person, who then holds what outlives a request; the result starts what is under way. */
  prepare(number: number): Promise<() => Promise<Round>>
}

export const signInAdmin = (url: string): Promise<Api> => signInApi(url, first.email, first.password)

/** `jobs`: whether people here sometimes run a job. `random`: at least 0, and below 1. */
export async function makeLane(
  stage: RightsStage,
  index: number,
  { jobs, random }: { jobs: boolean; random: () => number },
): Promise<Lane> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const bucket = `kho-lane-${index}`
  let email = `lane-${index}@example.com`
  const { id: accountId } = await (await signInAdmin(stage.other)).call<Account>('POST', '/user/create', {
    ...{ name: bucket, contract_code: bucket, site: 'us-east-1', quota: null, expire_date: 0 },
    ...{
      enable_bucket_notification: false,
      owner_name: 'Nguyễn An',
      owner_email: email,
      password: temporary,
    },
  })
  await fill(await enter(stage.other, email, temporary))

  async function fill(owner: Api): Promise<void> {
    await owner.call('POST', '/bucket', { bucket })
    type Made = { key: AccessKey; secret_key: string }
    const { key, secret_key } = await owner.call<Made>('POST', '/user/access-key', { name: 'Đầy' })
    const s3 = new S3({
      ...{ endpoint: stage.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: key.access_key, secretAccessKey: secret_key },
    })
    await s3.putObject({ Bucket: bucket, Key: small, Body: small })
    await s3.putObject({ Bucket: bucket, Key: large, Body: bytes })
    const names = Array.from({ length: jobs ? stage.filesOfJob : 0 }, (_, at) => `${folderOfJob}${at}`)
    await inTurns(16, names, async Key => void (await s3.putObject({ Bucket: bucket, Key, Body: Key })))
    s3.destroy()
    await owner.call('DELETE', '/user/access-key', { access_key: key.access_key })
  }

  async function makePerson(owner: Api, number: number, permission: Permission) {
    const mail = `lane-${index}-${number}@example.com`
    const body = {
      fullName: 'Lê Chi',
      email: mail,
      permission,
      password: temporary,
      phone: '',
      expire_date: 0,
    }
    const { id } = await owner.call<SubUser>('POST', '/user-management', body)
    return { id, email: mail, api: await enter(stage.other, mail, temporary) }
  }

  async function prepare(number: number): Promise<() => Promise<Round>> {
    const name = pick(Object.keys(rightsWays))
    const way = rightsWays[name]!
    const role = pick(way.roles)
    const job = jobs && random() < 0.5
    const permission =
      role === 'owner' ? 'full-control' : job ? pick(permissions.slice(1)) : pick(permissions)
    const [owner, admin] = await Promise.all([visit(stage.asked, email), adminOf(stage.asked)])
    const person =
      role === 'owner'
        ? { id: '', email, api: await visit(stage.other, email) }
        : await makePerson(owner, number, permission)
    const self = await visit(stage.asked, person.email)
    const begin = await hold(stage, person.api, bucket, permission)
    const free = `lane-${index}-owner-${number}@example.com`
    return async () => {
      const byClient = name === 'a deleted API client' || random() < 0.5
      const held = await begin(job ? (byClient ? 'client' : 'session') : null)
      const { key, client } = held
      const by: Taking = {
        ...{ owner, admin, self, accountId, bucket, key, client, free },
        person: { id: person.id, role },
      }
      const take = async () => Math.max((await way.take(by)) ?? 0, Date.now())
      return { name, way, held, take, restore: whole => restore(by, held, whole && name === 'another owner') }
    }
  }

  async function restore(
    { person, key, client, free }: Taking,
    held: Held,
    replaced: boolean,
  ): Promise<void> {
    held.drop()
    const admin = await adminOf(stage.other)
    await admin.call('PUT', '/user/account', { id: accountId, suspended: false, expire_date: 0 })
    if (replaced) {
      email = free
      const reset = { id: accountId, parts: ['password'] }
      const { password } = await admin.call<{ password: string }>('POST', '/user/account/reset', reset)
      await enter(stage.other, email, password)
    }
    const owner = await visit(stage.other, email)
    const gone = (work: Promise<unknown>) => work.catch(error => refuse(error, 404))
    if (held.job !== null && (await jobLives(stage, held.job)))
      await owner.call('POST', `/jobs/${held.job}/cancel`)
    if (person.role === 'sub-user')
      return void (await gone(owner.call('DELETE', '/user-management', { id: person.id })))
    await gone(owner.call('DELETE', '/user/access-key', { access_key: key }))
    await gone(owner.call('DELETE', '/user/api-client', { id: client }))
  }

  return { prepare }
}

async function adminOf(url: string): Promise<Api> {
  const admin = await signInAdmin(url)
  await admin.call('POST', '/user/confirm-identity', { pin: first.pin })
  return admin
}

/** Of an answer with this status nothing; any other failure goes on. */
function refuse(error: unknown, status: number): void {
  if (!(error instanceof Error && error.message.includes(`: ${status} `))) throw error
}
