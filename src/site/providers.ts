import { brand } from './brand.ts'
import { storageName } from './installation.ts'

export type Provider = { id: string; name: string }

const key = storageName('provider')

/** The providers of the installation; the one that was used last in this browser comes first. */
export function providers(): Provider[] {
  const last = lastProvider()
  const all = (brand.sso ?? []).map(([id, name]) => ({ id, name }))
  return [...all.filter(({ id }) => id === last), ...all.filter(({ id }) => id !== last)]
}

export function providerName(id: string): string {
  return (brand.sso ?? []).find(([each]) => each === id)?.[1] ?? id
}

function lastProvider(): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    console.info('localStorage is denied; the last provider is not known', error)
    return null
  }
}

export function noteProvider(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch (error) {
    console.info('localStorage is denied; the provider is not remembered', error)
  }
}
