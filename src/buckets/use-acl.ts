import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'

/** The public access of a bucket, read each time it is shown. */
export function useAcl(bucket: string) {
  return useQuery({ ...read('/bucket/acl', { query: { bucket } }), gcTime: 0 })
}
