/** What the operator shows in the place of Kho, as server/http/brand-pages.ts writes it into the page. */
type Brand = {
  name: string
  /** `file`: the path of the picture; its size in px. `wide`: the name is in it. Absent: Kho's. */
  logo?: { file: string; width: number; height: number; wide: boolean }
  /** Addresses of the operator's pages. */
  links: ['terms' | 'privacy' | 'support', string][]
  /** Id and name of each OpenID provider; absent: there is none. */
  sso?: [string, string][]
}

const written = globalThis.document?.documentElement.dataset.brand

export const brand: Brand = written ? JSON.parse(written) : { name: 'Kho', links: [] }
