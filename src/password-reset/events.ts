import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useResetFlow } from './provider.tsx'

export function useResetEvents() {
  const flow = useResetFlow()
  return useMemo(
    () => ({
      submitAddress: (email: string) => flow.send({ type: 'submit address', email }),
      resend: () => flow.send({ type: 'resend' }),
      useAnotherAddress: () => flow.send({ type: 'use another address' }),
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      requestAnotherLink() {
        navigate('/forgot-password', { replace: true })
        flow.send({ type: 'request another link' })
      },
    }),
    [flow],
  )
}
