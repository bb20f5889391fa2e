import type { StorageKind } from '../../domain/storage-differences.ts'
import { Problem } from '../errors/problem.ts'
import type { KeyPair } from '../s3/keys.ts'
import { signedFetch } from '../storage/signed-request.ts'
import { capabilities, codeIn } from './rgw.ts'

/** What a storage answers to the console's own keys. */
export type Probe = {
  /** The required capabilities that the user of these keys lacks, such as `metadata=*`; empty with another storage. */
  missing: string[]
  /** The storage's clock, in ms, to the second; null: it does not tell. */
  date: number | null
}

export type Probed = {
  kind: Exclude<StorageKind, 'embedded'>
  endpoint: string
  region: string
  keys: KeyPair
}

/**
 * Sends a signed request that changes nothing: to Ceph RGW for the user of the keys, to another storage for the list of
 * buckets. `timeout`: ms. STORAGE_UNAVAILABLE, STORAGE_REFUSES
 */
export async function probeStorage({ kind, ...signer }: Probed, timeout: number): Promise<Probe> {
  const ofRgw = kind === 'rgw'
  const path = ofRgw ? '/admin/user' : '/'
  const query: Record<string, string> = ofRgw ? { 'access-key': signer.keys.accessKey, format: 'json' } : {}
  let text: string
  let answer: Response
  try {
    answer = await signedFetch({ ...signer, method: 'GET', path, query, timeout })
    text = await answer.text()
  } catch (error) {
    throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
  }
  if (!answer.ok) {
    const cause = new Error(`The storage answers GET ${path} with ${answer.status} ${codeIn(text)}.`)
    throw new Problem(answer.status >= 500 ? 'STORAGE_UNAVAILABLE' : 'STORAGE_REFUSES', { cause })
  }
  const date = Date.parse(answer.headers.get('date') ?? '')
  return { missing: ofRgw ? missingIn(text) : [], date: Number.isNaN(date) ? null : date }
}

/** `perm`: `*`, or what is allowed. Source: rgw_common.cc, RGWUserCaps. */
type Caps = { type: string; perm: string }[]

function missingIn(user: string): string[] {
  let caps: Caps
  try {
    ;({ caps } = JSON.parse(user) as { caps: Caps })
  } catch (error) {
    throw new Problem('STORAGE_REFUSES', { cause: new Error('No Ceph RGW answers.', { cause: error }) })
  }
  const allows = (each: string) => {
    const [type, wanted] = each.split('=')
    return caps.some(cap => cap.type === type && ['*', wanted].includes(cap.perm))
  }
  return capabilities.split(';').filter(each => !allows(each))
}
