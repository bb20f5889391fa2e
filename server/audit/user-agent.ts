import bowser from 'bowser'

export type Device = { browser: string; system: string }

/** The browser and the operating system that a User-Agent names; each empty if unknown. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' }
  const { browser, os } = bowser.parse(userAgent)
  const major = browser.version?.split('.')[0]
  return {
    browser: [browser.name, major].filter(Boolean).join(' ').slice(0, 100),
    system: [os.name, os.versionName ?? os.version].filter(Boolean).join(' ').slice(0, 100),
  }
}
