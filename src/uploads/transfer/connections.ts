import { uploadConcurrency } from '../../../domain/limits.ts'
import type { PoolLimits } from './request-pool.ts'
import { SharedPlaces } from './shared-places.ts'

/** Of the six connections that a browser opens to an origin over HTTP/1.1, those that long requests may hold. */
const longOverHttp1 = 4
/** The same for one tab where tabs cannot agree (Web Locks need HTTPS or this machine). */
const alone: PoolLimits = { all: 3, long: 2 }

/** Whether the page came by a protocol that sends any number of requests over one connection. */
function sharesOneConnection(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /^h[23]/.test(page?.nextHopProtocol ?? '')
}

/**
 * How many requests may go to the storage at once. Over HTTP/1.1 all tabs have six connections to the console's
 * origin together: while the storage shares that origin, long requests leave some free, or the console itself would
 * stand still while files are sent. That is assumed until an address of the storage says otherwise.
 */
export class Connections {
  #scarce = !sharesOneConnection()
  readonly #places = navigator.locks
    ? new SharedPlaces('kho_upload_place', uploadConcurrency, longOverHttp1)
    : null

  /** Takes note of an address that the storage was given. */
  note(url: string | undefined): void {
    if (url !== undefined && new URL(url, location.href).origin !== location.origin) this.#scarce = false
  }

  /** What this tab may have under way, when the line takes `longAtOnce` long requests. */
  limits(longAtOnce: number): PoolLimits {
    const { all, long } = !this.#scarce
      ? { all: uploadConcurrency, long: uploadConcurrency }
      : this.#places
        ? { all: uploadConcurrency, long: longOverHttp1 }
        : alone
    return { all, long: Math.min(long, longAtOnce) }
  }

  /** Waits for a place among those of all tabs, and gives the function that frees it. */
  async share(long: boolean, signal: AbortSignal): Promise<() => void> {
    return this.#scarce && this.#places ? this.#places.take(long, signal) : () => undefined
  }
}
