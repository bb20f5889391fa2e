import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../api/query.ts'
import { dataOf } from '../api/result.ts'
import { useUser } from '../session/flow.ts'

/**
 * What is said of the account of an entry: to a super admin, who sees those of all accounts, its name where it is not
 * the own one; else nothing.
 */
export function useAccountOf(): (entry: AuditEntry) => string {
  const { is_supper_admin, email } = useUser()
  const { data: own, isPending } = useQuery({
    queryKey: keyOf('/user/list', { own: email }),
    async queryFn({ signal }) {
      const found = await dataOf(api.GET('/user/list', { params: { query: { search: email } }, signal }))
      return found.accounts.find(account => account.own)?.name ?? ''
    },
    enabled: is_supper_admin,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return ({ account }) => (!is_supper_admin || isPending || account === own ? '' : account)
}
