import { storageName } from '../site/installation.ts'
/** A refresh token, and the id of the user whose session it renews; empty: unknown. */
export type StoredToken = { token: string; user: string }

/** Stores the refresh token for all tabs of the browser. It is useless without the HttpOnly cookie. */
export type TokenStore = {
  read(): StoredToken | null
  write(kept: StoredToken): void
  /** The session has expired, and may be reopened in place: other tabs keep their pages. */
  expire(): void
  /** The user has signed out, in every tab. */
  clear(): void
}

export const tokenKey = storageName('refresh')

/** Parses the value of `tokenKey`; null if nobody is signed in, or the session has expired. */
export function parseStoredToken(value: string | null): StoredToken | null {
  const [, token, user = ''] = /^(\S+) ?(.*)$/.exec(value ?? '') ?? []
  if (token === undefined) return null
  // Earlier versions kept the user's address, which may change.
  return { token, user: user.includes('@') ? '' : user }
}

/** Tokens in `storage`; in memory only if the browser denies storage (then a reload requires sign-in). */
export function tokenStore(storage: Storage | null): TokenStore {
  if (storage) {
    return {
      read: () => parseStoredToken(storage.getItem(tokenKey)),
      write: ({ token, user }) => storage.setItem(tokenKey, `${token} ${user}`),
      expire: () => storage.setItem(tokenKey, ''),
      clear: () => storage.removeItem(tokenKey),
    }
  }
  let memory: StoredToken | null = null
  return {
    read: () => memory,
    write(kept) {
      memory = kept
    },
    expire() {
      memory = null
    },
    clear() {
      memory = null
    },
  }
}

/** The browser's storage, or null if it is denied (reading the property throws then). */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch (error) {
    console.warn('localStorage is denied; the session will not outlive the page', error)
    return null
  }
}
