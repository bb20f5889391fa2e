import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Bucket, StorageKind } from '../../openapi/schema.ts'
import { read } from '../api/query.ts'

type Listed = { buckets: Bucket[]; storage: StorageKind }

function useListed<Part>(select: (listed: Listed) => Part): UseQueryResult<Part> {
  return useQuery({ ...read('/bucket'), select })
}

export function useBuckets() {
  return useListed(({ buckets }) => buckets)
}

/** The kind of the storage; undefined until it is loaded. */
export function useStorageKind(): StorageKind | undefined {
  return useListed(({ storage }) => storage).data
}
