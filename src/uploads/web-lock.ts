export type HeldLock = { name: string; free: () => void }

/** The lock `name` when it is granted; null where `ifAvailable` is set and somebody holds it. */
export function holdLock(name: string, options: LockOptions): Promise<HeldLock | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, lock => {
        if (!lock) return resolve(null)
        return new Promise<void>(free => resolve({ name, free }))
      })
      .catch(reject)
  })
}
