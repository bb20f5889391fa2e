import { lazyPart } from './lazy.tsx'

/** A chunk of its own, as most installations have no links. */
export const BrandLinks = lazyPart(() => import('./brand-links-list.tsx'))
