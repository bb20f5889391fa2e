/** What lies over or beside the list of a folder, as its address says (`?object=a.jpg&tab=versions`). */
const params = { preview: 'preview', object: 'object', tab: 'tab' } as const

/** The name of the file that a query says is looked at, or null. */
export function previewOf(query: string): string | null {
  return new URLSearchParams(query).get(params.preview)
}

/** The file or folder in the object panel, by its name in the folder, and the panel's tab; or null. */
export function objectOf(query: string): { name: string; tab: string | null } | null {
  const read = new URLSearchParams(query)
  const name = read.get(params.object)
  return name ? { name, tab: read.get(params.tab) } : null
}

/** A query of the folder that is shown, with what lies over or beside its list. */
export function withOpen(query: string): string {
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
  return location.pathname + (query.size === 0 ? '' : `?${query}`)
}

/** The address of the folder that is shown, with this file of it looked at; without any for null. */
export function previewAddress(name: string | null): string {
  return addressWith({ [params.preview]: name })
}

/** The address of the folder that is shown, with this file or folder of it in the object panel; without it for null. */
export function objectAddress(name: string | null, tab: string | null = null): string {
  return addressWith({ [params.object]: name, [params.tab]: name === null ? null : tab })
}

/** The state of the history where the list of the folder is behind: Back closes the preview. */
export function overList(): object {
  return { ...history.state, overList: true }
}

export function isOverList(): boolean {
  return history.state?.overList === true
}
