import { lazyOverlay } from '../../ui/lazy.tsx'

export const FileMenu = lazyOverlay(() => import('./file-menu.tsx'))
