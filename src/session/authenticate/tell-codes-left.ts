import { recoveryCodesAreFew } from '../../../domain/recovery.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { showToast } from '../../shell/toast.ts'

/** Shows how many recovery codes are left, or nothing if the call fails. */
export async function tellCodesLeft(): Promise<void> {
  const outcome = await result(api.GET('/user/method-security'))
  if (!outcome.ok) return
  const left = outcome.data.recovery_codes_left
  showToast('auth.recoveryCodesLeft', {
    values: { left },
    severity: recoveryCodesAreFew(left) ? 'warning' : 'info',
  })
}
