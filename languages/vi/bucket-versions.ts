import type { bucketVersions as en } from '../en/bucket-versions.ts'
import type { Catalogue } from '../language.ts'

export const bucketVersions: Catalogue<typeof en> = {
  'error.LOCK_KEEPS_VERSIONS': 'Không thể tạm dừng phiên bản khi khóa đối tượng đang bật.',
}
