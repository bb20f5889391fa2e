import { phoneOf } from '../../domain/phone.ts'
import type { Profile } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { misplaced, readPlaces } from '../places/places.ts'
import { findProfile, setProfile } from '../store/profiles.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function profileHandlers(services: Services): Pick<Handlers, 'getProfile' | 'changeProfile'> {
  const { db } = services

  async function profileOf(user: User): Promise<Profile> {
    const profile = await findProfile(db, user.id)
    if (!profile) throw new Problem('UNAUTHORIZED')
    const { contractCode, name, ...fields } = profile
    return { ...fields, contract_code: contractCode, username: user.email, email: user.email, fullName: name }
  }

  return {
    async getProfile({ session }) {
      return profileOf(session.user)
    },

    async changeProfile({ body, session: { user }, visitor }) {
      const { gender, city, district, ward } = body
      const wrong = misplaced(await readPlaces(), { city, district, ward })
      if (wrong) throw invalid(wrong, 'place-unknown')
      const fields = {
        name: body.fullName.trim(),
        phone: phoneOf(body.phone),
        company: body.company.trim(),
        gender,
        address: body.address.trim(),
        city,
        district,
        ward,
      }
      await withLockedUser(db, user.id, async trx => {
        const changed = await setProfile(trx, user.id, fields)
        const what = { target: user.email, detail: changed.join(', ') }
        if (changed.length > 0)
          await audit(trx, { user, visitor, now: services.now() }, 'PROFILE_CHANGED', what)
      })
      return profileOf(user)
    },
  }
}
