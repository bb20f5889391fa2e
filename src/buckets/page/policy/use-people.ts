import { useMemo } from 'react'
import { useText } from '../../../i18n/text.ts'
import type { PolicyValue } from '../setting/calls.ts'
import type { People } from './reading-text.ts'

export type PolicyPeople = People & {
  principals: { arn: string; whose: string }[]
  list: PolicyValue['sub_users']
}

/** The principals that a policy of the bucket can name. */
export function usePeople({ owner_arn, sub_users, limited_keys }: PolicyValue): PolicyPeople {
  const t = useText()
  return useMemo(
    () => ({
      uid: owner_arn.slice(owner_arn.lastIndexOf('/') + 1),
      subUsers: new Map(sub_users.map(({ id, name }) => [id, name])),
      keys: new Map(limited_keys.map(({ access_key, name, email }) => [access_key, { name, email }])),
      principals: [
        { arn: owner_arn, whose: t('policy.who.own') },
        ...sub_users.map(({ arn, name }) => ({ arn, whose: name })),
        ...limited_keys.map(({ arn, name, email }) => ({ arn, whose: t('policy.who.key', { name, email }) })),
      ],
      list: sub_users,
    }),
    [owner_arn, sub_users, limited_keys, t],
  )
}
