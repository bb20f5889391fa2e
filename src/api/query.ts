import { QueryClient } from '@tanstack/react-query'
import { onForget } from '../auth/session.ts'

/** Reads of the signed-in user: no retry, no second look on focus (specification, section 7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

onForget(() => queryClient.clear())
