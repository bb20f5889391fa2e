import { S3Error } from '../protocol/errors.ts'

const MiB = 1024 * 1024
const EACH = 16 * MiB
const ALL = 64 * MiB

/** Bytes of XML bodies in memory at once, of each user and of all. */
export type TextBudget = {
  /** @throws S3Error SlowDown, with nothing taken */
  take(uid: string, bytes: number): void
  giveBack(uid: string, bytes: number): void
}

export const createTextBudget = (): TextBudget => {
  const users = new Map<string, number>()
  let all = 0
  const add = (uid: string, bytes: number): void => {
    const now = (users.get(uid) ?? 0) + bytes
    all += bytes
    if (now === 0) users.delete(uid)
    else users.set(uid, now)
  }
  return {
    take: (uid, bytes) => {
      if ((users.get(uid) ?? 0) + bytes > EACH || all + bytes > ALL) throw new S3Error('SlowDown')
      add(uid, bytes)
    },
    giveBack: (uid, bytes) => add(uid, -bytes),
  }
}
