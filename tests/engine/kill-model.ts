import { createHash } from 'node:crypto'
import { type S3, S3ServiceException } from '@aws-sdk/client-s3'

export const buckets = {
  plain: 'durable',
  versioned: 'durable-versions',
  expiring: 'durable-expiring',
  expiringVersions: 'durable-expiring-versions',
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What a key may hold: what was acknowledged last, or what was under way when the process died. `null`: nothing. */
export type Known = { acknowledged: string | null; under: (string | null)[] }

export type Model = Map<string, Known>
export type Writer = { client: S3; name: string; random: () => number; onAcknowledged: () => void }

/** Notes that the keys are about to hold `hash`, and, once `send` is acknowledged, that they do. */
export const step = async (
  { onAcknowledged }: Pick<Writer, 'onAcknowledged'>,
  model: Model,
  names: string[],
  hash: string | null,
  send: () => Promise<unknown>,
): Promise<void> => {
  const all = names.map(name => {
    const known = model.get(name) ?? { acknowledged: null, under: [] }
    model.set(name, known)
    known.under.push(hash)
    return known
  })
  await send()
  for (const known of all) {
    known.acknowledged = hash
    known.under = []
  }
  onAcknowledged()
}

/** Ends quietly once the engine is gone; an answer that is an error is thrown. */
export const untilGone = async (work: () => Promise<void>): Promise<void> => {
  try {
    for (;;) await work()
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode !== undefined) throw error
  }
}

/** A version's name in the model. */
export const versionName = (key: string, id: string | undefined): string => `${key}\n${id}`
export const MARKER = 'delete marker'
