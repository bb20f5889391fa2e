export const locales = ['vi', 'en'] as const
export type Locale = (typeof locales)[number]

/** The supported locale that `tag` (a language tag) means; English where it means none. */
export function localeOf(tag: string): Locale {
  return tag.slice(0, 2).toLowerCase() === 'vi' ? 'vi' : 'en'
}
