import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../api/query.ts'
import { ApiError } from '../../../api/result.ts'
import type { Calls } from './flow.ts'

/** A stored setting, for its own tab and for others that depend on it. */
export function useStored<Value>(bucket: string, { path, read }: Pick<Calls<Value>, 'path' | 'read'>) {
  return useQuery({
    queryKey: keyOf(path, { query: { bucket } }),
    async queryFn({ signal }) {
      const outcome = await read(signal)
      if (!outcome.ok) throw new ApiError(outcome)
      return outcome.data
    },
    gcTime: 0,
  })
}
