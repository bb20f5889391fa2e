import { useQuery } from '@tanstack/react-query'
import { clientsPerUser, keysPerUser } from '../../domain/limits.ts'
import type { AccessKey, ApiClient } from '../../openapi/schema.ts'
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

/** Whether the user has reached the limit of keys; other users' keys do not count. */
export function keysFull({ keys }: AccessKeys): boolean {
  return keys.filter(key => key.own).length >= keysPerUser
}

/** The user's API clients; never a token. */
export function useApiClients() {
  return useQuery({ ...read('/user/api-client'), select: ({ clients }) => clients, gcTime: 0 })
}

/** Whether the user has reached the limit of API clients. */
export function clientsFull(clients: readonly ApiClient[]): boolean {
  return clients.length >= clientsPerUser
}
