import { type QueryKey, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/result.ts'
import type { Calls } from './actors.ts'

/** A setting as it is stored, for its own tab and for others that depend on it. */
export function useStored<Value>(queryKey: QueryKey, { read }: Pick<Calls<Value>, 'read'>) {
  return useQuery({
    queryKey,
    async queryFn({ signal }) {
      const outcome = await read(signal)
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
    gcTime: 0,
  })
}
