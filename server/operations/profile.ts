import { divisionsOf } from '../../domain/divisions.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { invalid } from '../errors/problem.ts'
import { misplaced, readPlaces } from '../places/places.ts'
import type { Database } from '../store/open.ts'
import { type ProfileFields, setProfile } from '../store/profiles.ts'
import { withLockedUser } from '../store/with-locked-user.ts'

/** Changes the user's profile. INVALID_REQUEST for a district or ward that is not in the place above it. */
export async function changeProfile(db: Database, by: By, fields: ProfileFields): Promise<void> {
  const { user } = by
  const wrong = misplaced(await readPlaces(divisionsOf(fields)), fields)
  if (wrong) throw invalid(wrong, 'place-unknown')
  await withLockedUser(db, user.id, async trx => {
    const changed = await setProfile(trx, user.id, fields)
    if (changed.length === 0) return
    await audit(trx, by, 'PROFILE_CHANGED', {
      target: user.email,
      detail: { kind: 'fields', fields: changed },
    })
  })
}
