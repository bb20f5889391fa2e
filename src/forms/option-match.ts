import { unaccented } from '../../domain/folded.ts'

export type Option = { id: string; name: string }

/** What stands before the names of Vietnam's provinces, districts and wards. */
const kinds = /^(thành phố|tỉnh|quận|huyện|thị xã|thị trấn|phường|xã) /iu

/** 0: begins so with these very diacritics; 1: begins so without; 2: its words begin so; 3: its initials; null: not. */
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
 * The options that `query` means, the likeliest first: by the beginning of the name or of its words, or by initials
 * (`hcm`), in any case, with or without diacritics. All of them where nothing is asked.
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
