import { pathOf } from '../site/base-path.ts'
import { storageName } from '../site/installation.ts'

const key = storageName('mailed_token')

/** Pages that mailed links open. */
const pages = [
  '/reset-password',
  '/invitation',
  '/confirm-email',
  '/undo-email',
  '/confirm-address',
  '/unsubscribe',
]

export function isMailedPage(path: string): boolean {
  return pages.includes(path)
}

/** Survives a reload of this tab until it is cleared; in memory only if the browser denies storage. */
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
 * Removes the token of a mailed link from the address bar and the history, at once; returns whether there was one. On
 * other pages tokens are not kept.
 */
export function takeMailedToken(): boolean {
  if (!isMailedPage(pathOf(location.pathname))) forgetMailedToken()
  else if (location.hash.length >= 2) {
    memory = location.hash.slice(1)
    storage()?.setItem(key, memory)
    history.replaceState(history.state, '', location.pathname + location.search)
    return true
  }
  return false
}

/** Calls `open` for each further link opened on this page. The function returned is called when the page is left. */
export function followMailedLinks(open: () => void): () => void {
  const openLink = () => {
    if (takeMailedToken()) open()
  }
  addEventListener('hashchange', openLink)
  return () => {
    removeEventListener('hashchange', openLink)
    forgetMailedToken()
  }
}

/** The token of the last link opened in this tab; empty for none. */
export function mailedToken(): string {
  return storage()?.getItem(key) ?? memory
}

/** Call when the link was used or refused. */
export function forgetMailedToken(): void {
  memory = ''
  storage()?.removeItem(key)
}
