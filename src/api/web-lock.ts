export type HeldLock = { name: string; release: () => void }

/** The lock `name` when it is granted; null with `ifAvailable` when it is held elsewhere. */
export function holdLock(name: string, options: LockOptions): Promise<HeldLock | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, lock => {
        if (!lock) return resolve(null)
        return new Promise<void>(release => resolve({ name, release }))
      })
      .catch(reject)
  })
}
