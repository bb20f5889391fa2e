import { folderAddress, type Place } from '../buckets/addresses.ts'
import { changeHistory } from '../shell/overlays.ts'
import { pathOf } from '../site/base-path.ts'

export const searchPath = '/search'

/** The address of the results for these words in a place (`bucket/folder/`) and below it; empty: everywhere. */
export function searchAddress(query: string, place: string): string {
  return `${searchPath}?${new URLSearchParams({ q: query, ...(place && { in: place }) })}`
}

/** Query parameters of the open preview and object panel (`?object=a.jpg&tab=versions`). */
const params = { preview: 'preview', object: 'object', tab: 'tab' } as const

/** The name of the previewed file, or null; empty for the folder's own object. */
export function previewOf(query: string): string | null {
  return new URLSearchParams(query).get(params.preview)
}

/** The name of the file or folder in the object panel and the tab, or null; empty for the folder's own object. */
export function objectOf(query: string): { name: string; tab: string | null } | null {
  const read = new URLSearchParams(query)
  const name = read.get(params.object)
  return name !== null ? { name, tab: read.get(params.tab) } : null
}

/** Whether the address shows only the list, without a preview or an object panel. */
export function isListAlone(query: string): boolean {
  return previewOf(query) === null && objectOf(query) === null
}

/** Adds the open preview and panel of the current address to `query`. */
export function keepOpenParams(query: string): string {
  const now = new URLSearchParams(location.search)
  const next = new URLSearchParams(query)
  for (const param of Object.values(params)) {
    const value = now.get(param)
    if (value !== null) next.set(param, value)
  }
  return next.size === 0 ? '' : `?${next}`
}

function addressWith(change: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(location.search)
  for (const [param, value] of Object.entries(change)) {
    if (value === null) query.delete(param)
    else query.set(param, value)
  }
  return pathOf(location.pathname) + (query.size === 0 ? '' : `?${query}`)
}

/** The current address with a preview of this file; null closes the preview. */
export function previewAddress(name: string | null): string {
  return addressWith({ [params.preview]: name })
}

/** The current address with this file or folder in the object panel; null closes the panel. */
export function objectAddress(name: string | null, tab: string | null = null): string {
  return addressWith({ [params.object]: name, [params.tab]: name === null ? null : tab })
}

/** History state of an object panel that was opened from the list: closing it goes back. */
export function panelState(): object {
  return { ...history.state, panelOverList: true }
}

type Navigate = (address: string, options: { replace: boolean; state: unknown }) => void

/** Closes the object panel: back to the list it was opened from, keeping its current view, else in place. */
export function closePanel(navigate: Navigate): void {
  const address = objectAddress(null)
  const close = () => navigate(address, { replace: true, state: history.state })
  const back = () => {
    addEventListener('popstate', close, { once: true })
    history.back()
  }
  if (history.state?.panelOverList) changeHistory(back)
  else close()
}

/** History state of a preview that was opened from the list: closing it goes back. */
export function overListState(): object {
  return { ...history.state, overList: true }
}

export function isOverList(): boolean {
  return Boolean(history.state?.overList)
}

const query = '?show=deleted'

export function deletedAddress(place: Place): string {
  return folderAddress(place) + query
}

export function isDeletedShown(search: string): boolean {
  return new URLSearchParams(search).get('show') === 'deleted'
}
