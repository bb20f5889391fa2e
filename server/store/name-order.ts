import { unaccented } from '../../domain/folded.ts'

/** The letters of Vietnamese that are a letter of Latin with a mark: what follows that letter in the key. */
const ownLetters: Record<string, string> = {
  ...{ 'a\u0306': '{', 'a\u0302': '|', 'e\u0302': '{', 'o\u0302': '{', 'o\u031b': '|', 'u\u031b': '{' },
}
/** In the order of Vietnamese: level, then huyền, hỏi, ngã, sắc, nặng. */
const tones = ['', '\u0300', '\u0309', '\u0303', '\u0301', '\u0323']
const otherMark = tones.length

/**
 * A key whose bytes sort like names in Vietnamese: by letters (a, ă, â, b … d, đ), names with the same letters by tones;
 * case does not matter. Databases compare it byte by byte, the same in SQLite and PostgreSQL. Source: CLDR, vi.xml;
 * unlike there, signs are in the order of ASCII.
 */
export function sortName(name: string): string {
  let letters = ''
  let marks = ''
  for (const character of name.normalize('NFC').toLowerCase().trim()) {
    const [base = '', ...rest] = character.normalize('NFD')
    let letter = base === 'đ' ? 'd{' : base
    let tone = 0
    for (const mark of rest) {
      const own = ownLetters[base + mark]
      if (own !== undefined) letter = base + own
      else tone = tones.includes(mark) ? tones.indexOf(mark) : otherMark
    }
    letters += letter
    marks += tone
  }
  // A shorter name precedes a longer one: this character is smaller than any of a name.
  return `${letters}\u0001${marks}`
}

/** What a search is compared with: neither case nor diacritics matter. */
export function searchName(...texts: string[]): string {
  return unaccented(texts.join('\n'))
}

/** The columns of a user's name. */
export const namedUser = (name: string) => ({
  name,
  sort_name: sortName(name),
  search_name: searchName(name),
})

/** The columns of a customer's name and contract code. */
export const namedAccount = (name: string, contractCode: string) => ({
  name,
  contract_code: contractCode,
  sort_name: sortName(name),
  search_text: searchName(name, contractCode),
})

/** A pattern of SQL's `like`, with `\` as its escape, for texts that contain `search` as `searchName` gives it. */
export function containing(search: string): string {
  return `%${searchName(search.trim()).replace(/[\\%_]/g, '\\$&')}%`
}
