import type { AuditDetail } from '../../openapi/schema.ts'
import type { Share } from '../store/shares.ts'

/** What the audit log says of a share. */
export function shareDetail(share: Share): Extract<AuditDetail, { kind: 'share' }> {
  return {
    kind: 'share',
    path: share.path,
    mode: share.mode,
    until: share.expireDate,
    password: share.passwordHash !== null,
    downloads: share.downloadLimit,
    paused: share.pause !== null,
  }
}
