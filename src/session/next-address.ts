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
