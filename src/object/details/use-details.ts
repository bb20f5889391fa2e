import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'

/** Headers, metadata and tags of a file. */
export function useDetails(bucket: string, path: string) {
  return useQuery(read('/objects/details', { query: { bucket, path } }))
}
