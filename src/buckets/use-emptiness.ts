import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

/** Whether a bucket holds anything, asked anew each time; `unknown` where the storage did not say. */
export function useEmptiness(bucket: string): 'asking' | 'empty' | 'full' | 'unknown' {
  const { data, isPending } = useQuery({
    queryKey: ['bucket-emptiness', bucket],
    async queryFn({ signal }) {
      const query = { bucket, prefix: '', page_size: 1 }
      return (await dataOf(api.GET('/objects/paginate', { params: { query }, signal }))).items.length === 0
    },
    gcTime: 0,
    meta: { quiet: true },
  })
  if (isPending) return 'asking'
  return data === undefined ? 'unknown' : data ? 'empty' : 'full'
}
