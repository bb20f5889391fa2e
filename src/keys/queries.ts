import { useQuery } from '@tanstack/react-query'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { protectedKey } from '../confirm/use-confirmed.tsx'

export type AccessKeys = {
  keys: AccessKey[]
  endpoint: string
  region: string
  tells_last_use: boolean
  puts_share: boolean
}

/** The visible S3 keys and their endpoint; never a secret. */
export function useAccessKeys() {
  return useQuery({
    queryKey: [...protectedKey, 'access-keys'],
    queryFn: ({ signal }) => dataOf(api.GET('/user/access-key', { signal })),
    gcTime: 0,
  })
}

/** The user's API clients; never a token. */
export function useApiClients() {
  return useQuery({
    queryKey: [...protectedKey, 'api-clients'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user/api-client', { signal }))).clients,
    gcTime: 0,
  })
}
