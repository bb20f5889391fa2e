import type { bucketLifecycle as en } from '../en/bucket-lifecycle.ts'
import type { Catalogue } from '../language.ts'

export const bucketLifecycle: Catalogue<typeof en> = {
  'issue.lifecycle-act-required': 'Chọn ít nhất một việc mà quy tắc thực hiện',
}
