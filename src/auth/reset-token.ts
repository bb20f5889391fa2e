let token = ''

/** Takes the token of a mailed link out of the address bar and the history, at once; gives whether there was one. */
export function takeResetToken(): boolean {
  if (location.pathname !== '/reset-password' || location.hash.length < 2) return false
  token = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}

/** The token of the link that was opened last in this page; empty for none. */
export function resetToken(): string {
  return token
}
