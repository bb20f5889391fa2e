import { patience } from './patience.ts'

/** A setup file: Testing Library waits as long as every other test, not for a second. */
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: patience })
}
