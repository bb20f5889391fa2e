const year = 365 * 24 * 3600

/** Keeps a setting for a year in a cookie that only this site receives. */
export function rememberInCookie(name: 'theme_mode' | 'NEXT_LOCALE', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: boot.js must read it before first paint, synchronously
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Strict${secure}`
}
