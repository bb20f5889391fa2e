import { pathOf, thisAddress } from '../site/base-path.ts'
import { isMailedPage } from './mailed-token.ts'

/** The sign-in page that continues to `address` afterwards. */
export function signInBefore(address: string): string {
  return address === '/' ? '/' : `/?next=${encodeURIComponent(address)}`
}

/** The address that a sign-in page's query continues to, or null. Only addresses of this console. */
export function nextAddress(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, location.origin)) return null
  const url = new URL(next, location.origin)
  const ours = url.origin === location.origin && next.startsWith('/') && !url.pathname.startsWith('//')
  return ours ? url.pathname + url.search + url.hash : null
}

/** Where the last user was when the session ended in this tab. Not in the address, where the next user would see it. */
let place: string[] = []

/** Remembers where the user with this id was when the session ended. */
export function notePlace(user: string): void {
  // Nobody returns to the form of a used link.
  place = isMailedPage(pathOf(location.pathname)) ? [] : [user, thisAddress()]
}

/** Where the user with this id continues after signing in: at the address in the sign-in page's query, or where they were. */
export function onwardAddress(search: string, user: string | undefined): string {
  return nextAddress(search) ?? (place[0] === user ? place[1] : null) ?? '/bucket-management'
}
