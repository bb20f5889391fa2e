import { useQuery } from '@tanstack/react-query'
import { mayCall } from '../../../domain/permissions.ts'
import { read } from '../../api/query.ts'
import { useUser } from '../../session/flow.ts'

export function useObjectAcl(bucket: string, path: string, { quiet = false } = {}) {
  const mayRead = mayCall(useUser(), 'getObjectAcl')
  return useQuery({
    ...read('/objects/acl', { query: { bucket, path } }),
    enabled: mayRead,
    meta: { quiet },
  })
}
