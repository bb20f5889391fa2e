import { parse } from 'valibot'
import { addressPlaces, divisionsOf } from '../../domain/divisions.ts'
import { phoneOf } from '../../domain/phone.ts'
import { profileForm } from '../../domain/profile.ts'
import type { Profile } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { misplaced, readPlaces } from '../places/places.ts'
import { findProfile, setProfile } from '../store/profiles.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function profileOperations({ db }: Pick<Services, 'db'>) {
  async function profileOf({ id, accountName, email }: User): Promise<Profile> {
    const profile = await findProfile(db, id)
    if (!profile) throw new Problem('UNAUTHORIZED')
    const { name, ...fields } = profile
    return { ...fields, fullName: name, account_name: accountName, username: email, email }
  }

  return {
    getProfile: ({ session }) => profileOf(session.user),

    async changeProfile({ body, by }) {
      const { user } = by
      const { fullName: name, phone, ...typed } = parse(profileForm, { district: null, ...body })
      const fields = { ...typed, name, phone: phoneOf(phone), ...addressPlaces(body) }
      const wrong = misplaced(await readPlaces(divisionsOf(fields)), fields)
      if (wrong) throw invalid(wrong, 'place-unknown')
      await withLockedUser(db, user.id, async trx => {
        const changed = await setProfile(trx, user.id, fields)
        if (changed.length === 0) return
        const detail = { kind: 'fields', fields: changed } as const
        await audit(trx, by, 'PROFILE_CHANGED', { target: user.email, detail })
      })
      return profileOf(user)
    },
  } satisfies Partial<Handlers>
}
