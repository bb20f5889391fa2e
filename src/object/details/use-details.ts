import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ApiError, result } from '../../api/result.ts'

const keyOf = (bucket: string, path: string) => ['object details', bucket, path]

/** What is stored with a file beside its bytes. */
export function useDetails(bucket: string, path: string) {
  return useQuery({
    queryKey: keyOf(bucket, path),
    async queryFn({ signal }) {
      const outcome = await result(
        api.GET('/objects/details', { params: { query: { bucket, path } }, signal }),
      )
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
  })
}

/** Reads the details again, once they are changed. */
export function useDetailsChanged(bucket: string, path: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(bucket, path) })
}
