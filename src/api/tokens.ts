/** Where the refresh token is kept, in every tab of the browser alike. It is useless without the HttpOnly cookie. */
export type TokenStore = {
  read(): string | null
  write(token: string): void
  /** The session has run out, and may be opened again in place: other tabs keep what they show. */
  expire(): void
  /** The user has signed out, in every tab. */
  clear(): void
}

export const tokenKey = 'kho_refresh'

/** Tokens in `storage`; in memory alone where the browser denies storage (a reload then asks to sign in). */
export function tokenStore(storage: Storage | null): TokenStore {
  if (storage) {
    return {
      read: () => storage.getItem(tokenKey) || null,
      write: token => storage.setItem(tokenKey, token),
      expire: () => storage.setItem(tokenKey, ''),
      clear: () => storage.removeItem(tokenKey),
    }
  }
  let memory: string | null = null
  return {
    read: () => memory,
    write(token) {
      memory = token
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
