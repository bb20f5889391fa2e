import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** What everybody may read of a bucket, read each time that it is shown. */
export function useAcl(bucket: string) {
  return useQuery({ ...read('/bucket/acl', { query: { bucket } }), gcTime: 0 })
}
