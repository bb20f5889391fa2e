import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ApiError, result } from '../../api/result.ts'

const keyOf = (bucket: string, path: string) => ['object details', bucket, path]

/** Headers, metadata and tags of a file. */
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

/** Invalidates the details after a change. */
export function useInvalidateDetails(bucket: string, path: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(bucket, path) })
}
