import { uploadConcurrency } from '../../../domain/limits.ts'
import { sharesOneConnection, uploadPlace } from './http1.ts'
import type { PoolLimits } from './request-pool.ts'
import { SharedSlots } from './shared-slots.ts'

/** Long requests at once, of the six connections that a browser opens to an origin over HTTP/1.1. */
const longOverHttp1 = 4
/** The limits of one tab without Web Locks, which need HTTPS or localhost. */
const withoutLocks: PoolLimits = { all: 3, long: 2 }

/**
 * How many requests may go to the storage at once. Over HTTP/1.1 all tabs share six connections to an origin: while the
 * storage has the console's origin, long requests leave some free, or the console would block during uploads. The same
 * origin is assumed until a URL of the storage shows another one.
 */
export class Connections {
  #limited = !sharesOneConnection()
  readonly #slots = navigator.locks ? new SharedSlots(uploadPlace, uploadConcurrency, longOverHttp1) : null

  /** Learns from a URL of the storage whether it has another origin. */
  observe(url: string | undefined): void {
    if (url !== undefined && new URL(url, location.href).origin !== location.origin) this.#limited = false
  }

  /** The limits of this tab, if the connection can handle `longAtOnce` long requests. */
  limits(longAtOnce: number): PoolLimits {
    const { all, long } = !this.#limited
      ? { all: uploadConcurrency, long: uploadConcurrency }
      : this.#slots
        ? { all: uploadConcurrency, long: longOverHttp1 }
        : withoutLocks
    return { all, long: Math.min(long, longAtOnce) }
  }

  /** Waits for a slot among those of all tabs. Returns the function that releases it. */
  async share(long: boolean, signal: AbortSignal): Promise<() => void> {
    return this.#limited && this.#slots ? this.#slots.take(long, signal) : () => undefined
  }
}
