import type { bucketPolicy as en } from '../en/bucket-policy.ts'
import type { Catalogue } from '../language.ts'

export const bucketPolicy: Catalogue<typeof en> = {
  'error.INVALID_POLICY': 'Chính sách không hợp lệ.',
  'error.POLICY_LOCKS_OUT': 'Chính sách này sẽ chặn chính bạn khỏi bucket.',
}
