import type { Catalogue } from '../catalogue.ts'
import type { profile as en } from '../en/profile.ts'

export const profile: Catalogue<typeof en> = {
  'profile.title': 'Hồ sơ',
}
