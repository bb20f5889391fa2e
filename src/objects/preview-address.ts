const param = 'preview'

/** The name of the file that a query (`?preview=a.jpg`) says is looked at, or null. */
export function previewOf(query: string): string | null {
  return new URLSearchParams(query).get(param)
}

/** A query of the folder that is shown, with the file that is looked at. */
export function withPreview(query: string): string {
  const name = previewOf(location.search)
  if (name === null) return query
  const params = new URLSearchParams(query)
  params.set(param, name)
  return `?${params}`
}

/** The address of the folder that is shown, with this file of it looked at; without any for null. */
export function previewAddress(name: string | null): string {
  const params = new URLSearchParams(location.search)
  if (name === null) params.delete(param)
  else params.set(param, name)
  return location.pathname + (params.size === 0 ? '' : `?${params}`)
}

/** The state of the history where the list of the folder is behind: Back closes the preview. */
export function overList(): object {
  return { ...history.state, overList: true }
}

export function isOverList(): boolean {
  return history.state?.overList === true
}
