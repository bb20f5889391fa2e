import { Activity, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { mayCall } from '../../domain/permissions.ts'
import { useUser } from '../session/flow.ts'
import { pathOf } from '../site/base-path.ts'
import { lazyScreen } from '../ui/lazy.tsx'
import { whenIdle } from '../ui/when-idle.ts'

const load = () => import('../files/file-browser.tsx')

export const FileBrowser = lazyScreen(load)

const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

/**
 * Loads the file browser while the browser is idle, and requests a folder's files on `pointerdown` on its link, before the
 * click. It also renders a hidden sample folder once, outside the document, to compile the code and insert the styles: the
 * first folder then opens in half the time. A hidden `Activity` runs no effects, so the sample requests nothing.
 */
export function FolderPrefetch() {
  const mayList = mayCall(useUser(), 'paginateObjects')
  const [sample, setSample] = useState<ReactNode>(null)
  const [aside] = useState(() => document.createElement('div'))
  useEffect(() => {
    whenIdle(() => {
      quietly(FileBrowser.preload())
      quietly(
        load().then(({ folderSample }) => whenIdle(() => setSample(folderSample(() => setSample(null))))),
      )
    })
  }, [])
  useEffect(() => {
    function onPress({ target, button }: PointerEvent) {
      const link = target instanceof Element && button === 0 ? target.closest('a') : null
      const path = link ? pathOf(link.pathname) : ''
      if (!path.startsWith('/bucket-management/')) return
      quietly(FileBrowser.preload())
      quietly(load().then(({ prefetch }) => mayList && prefetch(path)))
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [mayList])
  return sample && createPortal(<Activity mode="hidden">{sample}</Activity>, aside)
}
