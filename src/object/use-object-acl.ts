import { useQuery } from '@tanstack/react-query'
import { mayCall } from '../../domain/permissions.ts'
import type { ObjectAcl } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'
import { useUser } from '../session/provider.ts'

/** The ACL of a file. */
export function useObjectAcl(bucket: string, path: string, { quiet = false } = {}) {
  const mayRead = mayCall(useUser(), 'getObjectAcl')
  return useQuery<ObjectAcl, ApiError>({
    queryKey: ['object-acl', bucket, path],
    queryFn: ({ signal }) => dataOf(api.GET('/objects/acl', { params: { query: { bucket, path } }, signal })),
    enabled: mayRead,
    meta: { quiet },
  })
}
