import type { Language } from '../language.ts'

export const language: Language = {
  name: 'English',
  tag: 'en-US',
  direction: 'ltr',
  date: {},
  time: { hour: 'numeric', minute: '2-digit' },
  fonts: ['latin'],
  consoleWarning: {
    title: 'Stop!',
    body: 'This part of the browser is meant for developers. Unauthorized use of developer tools may lead to account suspension. Do not paste anything here that someone gave you.',
  },
}
