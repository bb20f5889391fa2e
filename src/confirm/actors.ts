import type { Confirmation, MethodRead } from '../../machines/confirm-identity/machine.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'

export async function loadMethod(): Promise<MethodRead['output']> {
  const outcome = await result(api.GET('/user/method-security'))
  if (outcome.ok) return { ok: true, method: outcome.data.method }
  return outcome
}

/** Marks the session as confirmed, for some minutes. */
export async function confirmSession({ pin }: Confirmation['input']): Promise<Confirmation['output']> {
  const outcome = await result(api.POST('/user/confirm-identity', { body: { pin } }))
  if (outcome.ok) return { ok: true }
  return outcome
}
