import type { ServerResponse } from 'node:http'
import { addressBlock, makeRate } from '../../limits/rate.ts'
import { makeShares } from '../../limits/shares.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Verifier } from '../signature/identity.ts'

/**
 * Of one access key; of a key's links in each address block, so that whoever has a link leaves the key its own limit; of
 * an address block for requests without a valid signature. 0: no limit.
 */
export type LimitOptions = {
  /** Requests a second: see `makeRate`. */
  rate: number
  /** Requests at once. */
  atOnce: number
}

/**
 * `verify`, which then counts the request for its sender until `response` closes. A signature that does not hold counts
 * for the address, so that nobody can use up the limits of another's key. `refused`: called before SlowDown is thrown,
 * with the user of the key.
 */
export type Limited = (
  verify: Verifier,
  request: { response: ServerResponse; address: string; refused: (uid: string | null) => void },
) => Verifier

const slowDown = (seconds: number): S3Error =>
  new S3Error('SlowDown', undefined, {}, { 'retry-after': String(seconds) })

/** `now`: ms. */
export const createLimited = ({ rate, atOnce }: LimitOptions, now: () => number): Limited => {
  const waitOf = rate > 0 ? makeRate({ perSecond: rate, now }) : () => null
  const each = atOnce > 0 ? atOnce : Number.POSITIVE_INFINITY
  const places = makeShares({ each, all: Number.POSITIVE_INFINITY, refusal: () => slowDown(1) })
  return (verify, { response, address, refused }) => {
    const count = (sender: string, uid: string | null): void => {
      const place = places(sender)
      try {
        const wait = waitOf(sender)
        if (wait !== null) throw slowDown(wait)
        place.take(1)
      } catch (error) {
        refused(uid)
        throw error
      }
      response.once('close', place.release)
      if (response.destroyed) place.release()
    }
    const block = addressBlock(address)
    const countAddress = (): void => count(`address ${block}`, null)
    return request => {
      let identity: ReturnType<Verifier>
      try {
        identity = verify(request)
      } catch (error) {
        countAddress()
        throw error
      }
      const { credential } = identity
      if (!credential) countAddress()
      else {
        const linked = request.headers.authorization === undefined
        count(`key ${credential.accessKey}${linked ? ` at ${block}` : ''}`, credential.uid)
      }
      return identity
    }
  }
}
