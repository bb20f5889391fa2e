import { storageName } from '../../site/installation.ts'

/** Begins the names of the locks that are the slots for requests of all tabs. */
export const uploadPlace = storageName('upload_place')

/** Whether the page was loaded by a protocol that multiplexes requests (HTTP/2 or 3). */
export function sharesOneConnection(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /^h[23]/.test(page?.nextHopProtocol ?? '')
}

/** Whether uploads of any tab take connections from the console, which over HTTP/1.1 has six. */
export async function uploadsTakeConnections(): Promise<boolean> {
  if (sharesOneConnection() || !navigator.locks) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name?.startsWith(uploadPlace))
}
