import { MiB } from '../../domain/limits.ts'
import { Problem } from '../errors/problem.ts'

/** Bytes of bodies in memory at once: for each holder, and for all together. */
type Share = { each: number; all: number }

/** Callers without a session, who sign in and recover, have a share of their own: large bodies must not lock them out. */
const shares = {
  user: { each: 16 * MiB, all: 96 * MiB },
  address: { each: MiB / 4, all: 16 * MiB },
} as const satisfies Record<string, Share>

/** Whose body it is: a user's, or that of a block of addresses. */
export type Holder = { kind: keyof typeof shares; id: string }

export type Reservation = {
  /** Adds `bytes`. TOO_MANY_REQUESTS, with nothing added. */
  take(bytes: number): void
  /** Frees everything; nothing can be taken afterwards. */
  release(): void
}

/** Limits the memory that request bodies take, for each holder and in all. */
export function makeBodyBudget() {
  const all = { user: 0, address: 0 }
  const each = { user: new Map<string, number>(), address: new Map<string, number>() }

  function add({ kind, id }: Holder, bytes: number): void {
    const next = (each[kind].get(id) ?? 0) + bytes
    all[kind] += bytes
    if (next === 0) each[kind].delete(id)
    else each[kind].set(id, next)
  }

  return {
    reserve(holder: Holder): Reservation {
      const share = shares[holder.kind]
      let taken = 0
      let released = false
      return {
        take(bytes) {
          const own = each[holder.kind].get(holder.id) ?? 0
          if (released || own + bytes > share.each || all[holder.kind] + bytes > share.all)
            throw new Problem('TOO_MANY_REQUESTS', { retryAfter: 5 })
          taken += bytes
          add(holder, bytes)
        },
        release() {
          released = true
          add(holder, -taken)
          taken = 0
        },
      }
    },
  }
}
