/** What the operator shows in the place of Kho, as the server writes it into the page (server/http/brand-pages.ts). */
type Brand = {
  name: string
  /** `file`: the path of the picture; its size in px. `wide`: the name is in it. null: Kho's. */
  logo: { file: string; width: number; height: number; wide: boolean } | null
  links: { terms: string | null; privacy: string | null; support: string | null }
}

const kho: Brand = { name: 'Kho', logo: null, links: { terms: null, privacy: null, support: null } }
const written = globalThis.document?.documentElement.dataset.brand

export const brand: Brand = written ? JSON.parse(written) : kho
