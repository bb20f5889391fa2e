import { unaccented } from '../../domain/folded.ts'

export type Option = { id: string; name: string }

/** The prefixes in the names of Vietnam's provinces, districts and wards. */
const kinds = /^(thành phố|tỉnh|quận|huyện|thị xã|thị trấn|phường|xã|đặc khu) /iu

/**
 * 0: starts with the query, including its diacritics; 1: ignoring diacritics; 2: its words start with it; 3: its
 * initials; null: no match.
 */
function rank(name: string, query: string): number | null {
  const composed = name.normalize('NFC').toLowerCase()
  const bare = composed.replace(kinds, '')
  if (composed.startsWith(query) || bare.startsWith(query)) return 0
  const folded = unaccented(composed)
  const wanted = unaccented(query)
  if (folded.startsWith(wanted) || unaccented(bare).startsWith(wanted)) return 1
  const words = folded.split(/[\s-]+/)
  if (wanted.split(/\s+/).every(part => words.some(word => word.startsWith(part)))) return 2
  const initials = words.map(word => word[0]).join('')
  return wanted.length > 1 && initials.includes(wanted) ? 3 : null
}

/**
 * The options that match `query`, the best first: by the start of the name or of its words, or by initials (`hcm`),
 * ignoring case and diacritics. All of them for an empty query.
 */
export function matching<Each extends Option>(options: readonly Each[], query: string): readonly Each[] {
  const wanted = query.trim().normalize('NFC').toLowerCase()
  if (wanted === '') return options
  return options
    .map(option => ({ option, rank: rank(option.name, wanted) }))
    .filter((each): each is { option: Each; rank: number } => each.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}
