import type { SignedUrls } from '../../../openapi/schema.ts'
import type { Api } from '../../support/api.ts'

/** Puts small files at these keys of a bucket, each of eight bytes. */
export async function putFiles(console: string, api: Api, bucket: string, keys: readonly string[]) {
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
    bucket,
    files: keys.map(key => ({ key, size: 8 })),
  })
  for (const url of urls) {
    const answer = await fetch(new URL(url, console), { method: 'PUT', body: 'Xin chao' })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  }
}
