import { addressPlaces } from '../../domain/divisions.ts'
import { phoneOf } from '../../domain/phone.ts'
import type { Profile } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { changeProfile } from '../operations/profile.ts'
import type { Services } from '../operations/services.ts'
import { findProfile } from '../store/profiles.ts'
import type { User } from '../store/users.ts'

export function profileHandlers({
  db,
}: Pick<Services, 'db'>): Pick<Handlers, 'getProfile' | 'changeProfile'> {
  async function profileOf(user: User): Promise<Profile> {
    const profile = await findProfile(db, user.id)
    if (!profile) throw new Problem('UNAUTHORIZED')
    const { contractCode, name, ...fields } = profile
    const { accountName, email } = user
    const own = { account_name: accountName, username: email, email }
    return { ...fields, ...own, contract_code: contractCode, fullName: name }
  }

  return {
    async getProfile({ session }) {
      return profileOf(session.user)
    },

    async changeProfile({ body, session: { user }, by }) {
      const fields = {
        name: body.fullName.trim(),
        phone: phoneOf(body.phone),
        company: body.company.trim(),
        gender: body.gender,
        address: body.address.trim(),
        ...addressPlaces(body),
      }
      await changeProfile(db, by, fields)
      return profileOf(user)
    },
  }
}
