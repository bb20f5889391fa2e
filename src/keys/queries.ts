import { useQuery } from '@tanstack/react-query'
import type { AccessKey } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'

export type AccessKeys = {
  keys: AccessKey[]
  endpoint: string
  region: string
  tells_last_use: boolean
  puts_share: boolean
}

/** The visible S3 keys and their endpoint; never a secret. */
export function useAccessKeys() {
  return useQuery({ ...read('/user/access-key'), gcTime: 0 })
}

/** The user's API clients; never a token. */
export function useApiClients() {
  return useQuery({ ...read('/user/api-client'), select: ({ clients }) => clients, gcTime: 0 })
}
