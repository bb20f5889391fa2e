import { lazyScreen } from '../ui/lazy.tsx'

export const NoSuchFiles = lazyScreen(() => import('./no-such-place.tsx'))
