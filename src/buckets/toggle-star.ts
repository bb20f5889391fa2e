import { showToast } from '../shell/toast.ts'
import type { Place } from './addresses.ts'
import { favouritesMaximum, toggleFavourite } from './favourites.ts'

/** Adds the place to the favourites, or removes it; says so if there are too many. */
export function toggleStar(user: string, place: Place): void {
  if (toggleFavourite(user, place)) return
  showToast('files.starsFull', { values: { limit: favouritesMaximum }, severity: 'error' })
}
