import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ApiError, result } from '../../api/result.ts'

/** What is stored with a file beside its bytes. */
export function useDetails(bucket: string, path: string) {
  return useQuery({
    queryKey: ['object details', bucket, path],
    async queryFn({ signal }) {
      const outcome = await result(
        api.GET('/objects/details', { params: { query: { bucket, path } }, signal }),
      )
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
  })
}
