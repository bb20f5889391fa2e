import { useEffect } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import { useUser } from '../session/provider.ts'
import { lazyScreen } from '../ui/lazy.tsx'
import { whenIdle } from '../ui/when-idle.ts'

const load = () => import('../objects/file-browser.tsx')

export const FileBrowser = lazyScreen(load)

/**
 * Loads the file browser while the browser is idle, and asks for the files of a folder when a link to it is pressed: the
 * click comes a moment later.
 */
export function useFolderPrefetch(): void {
  const mayList = mayCall(useUser(), 'paginateObjects')
  useEffect(() => {
    const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
    whenIdle(() => quietly(FileBrowser.preload()))
    function onPress({ target, button }: PointerEvent) {
      const link = target instanceof Element && button === 0 ? target.closest('a') : null
      if (!link?.pathname.startsWith('/bucket-management/')) return
      quietly(FileBrowser.preload())
      quietly(load().then(({ prefetch }) => mayList && prefetch(link.pathname)))
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [mayList])
}
