import type { Language } from '../language.ts'

export const language: Language = {
  name: 'Tiếng Việt',
  tag: 'vi-VN',
  direction: 'ltr',
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  fonts: ['latin', 'vietnamese'],
}
