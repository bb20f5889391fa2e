import { useQuery } from '@tanstack/react-query'
import type { AccessKey, ApiClient } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

/** Begins the keys of everything that is shown only while the identity is confirmed. */
export const keysKey = ['protected'] as const

export type AccessKeys = { keys: AccessKey[]; endpoint: string; region: string }

/** The S3 keys that the user sees, and where they are for; never a secret. */
export function useAccessKeys() {
  return useQuery<AccessKeys, ApiError>({
    queryKey: [...keysKey, 'access-keys'],
    queryFn: ({ signal }) => dataOf(api.GET('/user/access-key', { signal })),
    gcTime: 0,
  })
}

/** The user's API clients; never a token. */
export function useApiClients() {
  return useQuery<ApiClient[], ApiError>({
    queryKey: [...keysKey, 'api-clients'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/user/api-client', { signal }))).clients,
    gcTime: 0,
  })
}
