import { unaccented } from './folded.ts'

/** How names of files begin that people get under this brand: `Kho Dữ Liệu` → `kho-du-lieu`. */
export function fileBrand(name: string): string {
  const words = unaccented(name).match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40) || 'files'
}
