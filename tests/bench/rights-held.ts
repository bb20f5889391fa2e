import { GetObjectCommand, S3 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { AccessKey, ApiClient, Job, Permission } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { downloadSlowly, type SlowDownload } from '../support/slow-download.ts'
import type { RightsStage } from './rights-stage.ts'

export const small = 'ảnh/nhỏ.txt'
export const large = 'ảnh/lớn.bin'
export const folderOfJob = 'việc/'

/** The last four are under way. */
export const things = [
  'session',
  'API client',
  'key',
  'link',
  'download by key',
  'download by link',
  'archive',
  'job',
] as const
export type Thing = (typeof things)[number]
export const underWay: readonly Thing[] = ['download by key', 'download by link', 'archive', 'job']

/** What a person has, and whether each can still be used, or still runs. */
export type Held = {
  key: string
  client: string
  lives: Partial<Record<Thing, () => boolean | Promise<boolean>>>
  job: string | null
  /** Ends what is under way in this process. */
  drop(): void
}

export async function jobLives(stage: RightsStage, id: string): Promise<boolean> {
  const state = await stage.jobState(id)
  return state === 'queued' || state === 'running'
}

const password = 'Thu-nghiem-2027'
const pin = '2580'

async function confirmed(api: Api): Promise<Api> {
  await api.call('POST', '/user/confirm-identity', { pin })
  return api
}

/** Signs a new person in with a temporary password: who chooses a password and a PIN. */
export async function enter(url: string, email: string, temporary: string): Promise<Api> {
  const api = await signInApi(url, email, temporary)
  await api.call('PUT', '/user/change-password', { current_password: temporary, new_password: password })
  await api.call('PUT', '/user/init-pin', { pin })
  return confirmed(api)
}

/** A new session of somebody who has entered before; `own`: the password, where it is another one. */
export const visit = async (url: string, email: string, own = password): Promise<Api> =>
  confirmed(await signInApi(url, email, own))

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const answers = (url: string) =>
  succeeds(
    fetch(url).then(async answer => {
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.status}`)
    }),
  )

async function asClient<T>(
  stage: RightsStage,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${stage.other}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Makes everything that outlives a request, by the person's session `api`; `begin` then starts what is under way. */
export async function hold(stage: RightsStage, api: Api, bucket: string, permission: Permission) {
  type Made = { key: AccessKey; secret_key: string }
  const { key, secret_key } = await api.call<Made>('POST', '/user/access-key', { name: 'Máy chủ' })
  const { client, token } = await api.call<{ client: ApiClient; token: string }>('POST', '/user/api-client', {
    ...{ name: 'Báo cáo', permission, expire_date: 0 },
  })
  const s3 = new S3({
    ...{ endpoint: stage.endpoint, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: key.access_key, secretAccessKey: secret_key },
  })
  const sign = async (path: string) =>
    (await api.call<{ url: string }>('POST', '/objects/get-url', { bucket, path, expires_in: 3600 })).url
  const [link, largeLink] = [await sign(small), await sign(large)]
  const signed = await getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: large }))
  const zip = { bucket, prefix: '', keys: [large], folders: [] }
  const archive = await api.call<{ url: string }>('POST', '/objects/zip', zip)

  async function startJob(byClient: boolean): Promise<string> {
    const body = {
      ...{ bucket, keys: [folderOfJob], target_bucket: bucket, target_folder: 'bản sao/' },
      existing: 'replace',
    }
    const { job } = byClient
      ? await asClient<{ job: Job }>(stage, token, 'PUT', '/objects/copy', body)
      : await api.call<{ job: Job }>('PUT', '/objects/copy', body)
    return job.id
  }

  return async (jobBy: 'client' | 'session' | null): Promise<Held> => {
    const downloads: SlowDownload[] = await Promise.all([
      downloadSlowly(signed),
      downloadSlowly(largeLink),
      downloadSlowly(`${stage.other}${archive.url}`, { cookie: api.cookie }),
    ])
    const [byKey, byLink, zipped] = downloads
    const job = jobBy && (await startJob(jobBy === 'client'))
    return {
      ...{ key: key.access_key, client: client.id, job },
      lives: {
        session: () => succeeds(api.call('GET', '/user')),
        'API client': () => succeeds(asClient(stage, token, 'GET', '/bucket')),
        key: () => succeeds(s3.getObject({ Bucket: bucket, Key: small })),
        link: () => answers(link),
        'download by key': byKey!.runs,
        'download by link': byLink!.runs,
        archive: zipped!.runs,
        ...(job && { job: () => jobLives(stage, job) }),
      },
      drop() {
        for (const download of downloads) download.end()
        s3.destroy()
      },
    }
  }
}
