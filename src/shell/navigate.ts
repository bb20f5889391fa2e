import { navigate as navigateTo, usePathname } from 'wouter/use-browser-location'
import { addressOf, pathOf } from '../site/base-path.ts'

/** Navigates to a path of the console, outside of its router. */
export const navigate = (path: string, options: { replace: boolean; state?: unknown }): void =>
  navigateTo(addressOf(path), options)

/** The current path of the console, not decoded: names of files may have encoded slashes. */
export const useRawPath = (): string => pathOf(usePathname())
