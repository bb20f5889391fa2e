import { isMailedPage } from './mailed-token.ts'

/** The sign-in page that goes on to `address` afterwards. */
export function signInBefore(address: string): string {
  return address === '/' ? '/' : `/?next=${encodeURIComponent(address)}`
}

/** The address that a sign-in page's query asks to go on to, or null. Only addresses of this console. */
export function nextAddress(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, location.origin)) return null
  const url = new URL(next, location.origin)
  const ours = url.origin === location.origin && next.startsWith('/') && !url.pathname.startsWith('//')
  return ours ? url.pathname + url.search + url.hash : null
}

/** Where the user was whose session has ended in this tab. Not in the address: that would show it to the next one. */
let place: string[] = []

/** Notes that the session of `username` ends here. */
export function notePlace(username: string): void {
  const { pathname, search, hash } = location
  // Nobody goes back to the form of a spent link.
  place = isMailedPage(pathname) ? [] : [username, pathname + search + hash]
}

/** Where `username` goes on to after signing in: where the sign-in page's query says, or to where they were. */
export function onwardAddress(search: string, username: string | undefined): string {
  return nextAddress(search) ?? (place[0] === username ? place[1] : null) ?? '/bucket-management'
}
