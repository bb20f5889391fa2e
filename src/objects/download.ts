import type { Failure } from '../../machines/failure.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'

/** Between two downloads, in ms: browsers drop those that come at once. */
const gap = 500

/** Hands files over to the browser's downloads, one after the other. Gives what went wrong, by key. */
export async function downloadFiles(bucket: string, keys: readonly string[]): Promise<Map<string, Failure>> {
  const failures = new Map<string, Failure>()
  for (const [index, key] of keys.entries()) {
    const outcome = await result(api.POST('/objects/get-download-url', { body: { bucket, key } }))
    if (outcome.ok) follow(outcome.data.url)
    else failures.set(key, outcome)
    if (index < keys.length - 1) await new Promise(resolve => setTimeout(resolve, gap))
  }
  return failures
}

/** The address answers with an attachment, so the page stays. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
