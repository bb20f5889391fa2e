import type { Language } from '../language.ts'

export const language: Language = {
  name: 'English',
  tag: 'en-US',
  direction: 'ltr',
  date: {},
  time: { hour: 'numeric', minute: '2-digit' },
  fonts: ['latin'],
}
