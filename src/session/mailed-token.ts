const key = 'kho_mailed_token'

/** Pages that mailed links open. */
const pages = ['/reset-password', '/invitation', '/confirm-email', '/undo-email']

export function isMailedPage(path: string): boolean {
  return pages.includes(path)
}

/** Survives a reload of this tab until it is forgotten; only in memory where the browser denies storage. */
let memory = ''

function storage(): Storage | null {
  try {
    return sessionStorage
  } catch (error) {
    console.warn('sessionStorage is denied; a mailed link will not outlive a reload', error)
    return null
  }
}

/**
 * Takes the token of a mailed link out of the address bar and the history, at once; gives whether there was one. Away
 * from their pages no token is kept.
 */
export function takeMailedToken(): boolean {
  if (!isMailedPage(location.pathname)) forgetMailedToken()
  else if (location.hash.length >= 2) {
    memory = location.hash.slice(1)
    storage()?.setItem(key, memory)
    history.replaceState(history.state, '', location.pathname + location.search)
    return true
  }
  return false
}

/** The token of the link that was opened last in this tab; empty for none. */
export function mailedToken(): string {
  return storage()?.getItem(key) ?? memory
}

/** The link was used or refused, or its page was left. */
export function forgetMailedToken(): void {
  memory = ''
  storage()?.removeItem(key)
}
