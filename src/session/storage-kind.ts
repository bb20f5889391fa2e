import { useQuery } from '@tanstack/react-query'
import type { StorageKind } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'

/** The kind of the storage; undefined until it is loaded. */
export function useStorageKind(): StorageKind | undefined {
  return useQuery({ ...read('/bucket'), select: ({ storage }) => storage }).data
}
