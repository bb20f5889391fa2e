import { withoutBase } from '../../domain/base-path.ts'

/** The path below which the console is served (`/kho`), as the server writes it into the page; empty at the root. */
export const basePath = globalThis.document?.documentElement.dataset.base ?? ''

/** The address, for the browser, of a path of the console (`/guide/en/` → `/kho/guide/en/`). */
export const addressOf = (path: string): string => basePath + path

/** The API's address, for the browser. */
export const apiAddress = addressOf('/api')

const oneSlash = (path: string) => path.replace(/^\/+/, '/')

/**
 * The console's own path of one that the browser has (`/kho/dashboard` → `/dashboard`), or that has no base path. It
 * begins with one slash: as an address, two would name another host.
 */
export const pathOf = (pathname: string): string => oneSlash(withoutBase(oneSlash(pathname), basePath))

/** The console's own path of this page, with its query and fragment. */
export const thisAddress = (): string => pathOf(location.pathname) + location.search + location.hash
