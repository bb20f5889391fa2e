/** A refresh token, and the user whose session it renews. */
export type StoredToken = { token: string; username: string }

/** Where the refresh token is kept, in every tab of the browser alike. It is useless without the HttpOnly cookie. */
export type TokenStore = {
  read(): StoredToken | null
  write(kept: StoredToken): void
  /** The session has run out, and may be opened again in place: other tabs keep what they show. */
  expire(): void
  /** The user has signed out, in every tab. */
  clear(): void
}

export const tokenKey = 'kho_refresh'

/** What the value of `tokenKey` says; null where nobody is signed in, or the session has run out. */
export function parseStoredToken(value: string | null): StoredToken | null {
  const [, token, username] = /^(\S+) ?(.*)$/.exec(value ?? '') ?? []
  return token === undefined ? null : { token, username: username ?? '' }
}

/** Tokens in `storage`; in memory alone where the browser denies storage (a reload then asks to sign in). */
export function tokenStore(storage: Storage | null): TokenStore {
  if (storage) {
    return {
      read: () => parseStoredToken(storage.getItem(tokenKey)),
      write: ({ token, username }) => storage.setItem(tokenKey, `${token} ${username}`),
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

/** The browser's storage, or null where it is denied (reading the property throws there). */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch (error) {
    console.warn('localStorage is denied; the session will not outlive the page', error)
    return null
  }
}
