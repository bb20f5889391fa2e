import type { StaticTexts } from '../language.ts'
import { api } from './api-reference.ts'

export const texts: StaticTexts = {
  description: 'Manage bucket, user, resource and access key',
  notLoaded: 'This page could not be loaded. Please check your connection.',
  retry: 'Try again',
  noScript: '{brand} needs JavaScript.',
  guide: { console: 'Go to {brand}', contents: 'Contents', languages: 'Language' },
  api,
}
