import type { bucketLock as en } from '../en/bucket-lock.ts'
import type { Catalogue } from '../language.ts'

export const bucketLock: Catalogue<typeof en> = {
  'issue.lock-mode-required': 'Vui lòng chọn chế độ khóa đối tượng',
  'issue.lock-days-required': 'Vui lòng nhập số ngày để tiếp tục!',
  'issue.lock-days-range': 'Số nguyên từ 1 đến 1.024.000',
}
