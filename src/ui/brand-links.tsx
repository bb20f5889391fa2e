import { brand } from '../site/brand.ts'
import { lazyPart } from './lazy.tsx'

/** The operator's links, in a chunk of their own, as most installations have none. `below`: of an entry page. */
export const BrandLinks = brand.links.length
  ? lazyPart<{ below?: boolean }>(() => import('./brand-links-list.tsx'))
  : () => null
