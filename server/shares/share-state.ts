import { isOver } from '../../domain/expiry.ts'
import { mayCall } from '../../domain/permissions.ts'
import { mayReach } from '../../domain/reach.ts'
import type { ShareState } from '../../openapi/schema.ts'
import { roleOf } from '../auth/role.ts'
import type { Share } from '../store/shares.ts'
import type { User } from '../store/users.ts'

/** `now`: unix seconds. */
export function shareState(
  share: Pick<Share, 'pause' | 'expireDate' | 'downloadLimit' | 'downloads'>,
  now: number,
): ShareState {
  if (share.pause !== null) return share.pause === 'attack' ? 'attacked' : 'paused'
  if (isOver(share.expireDate, now)) return 'expired'
  const { downloadLimit, downloads } = share
  return downloadLimit !== null && downloads >= downloadLimit ? 'used-up' : 'open'
}

/** Whether a user may share this file now. `now`: unix seconds. */
export function mayShare(user: User, { bucket, path }: Pick<Share, 'bucket' | 'path'>, now: number): boolean {
  if (user.suspended || isOver(user.expireDate, now)) return false
  return mayCall(roleOf(user), 'createShare') && mayReach(user.scope, 'createShare', { bucket, path })
}
