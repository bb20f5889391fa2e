import type { messages as en } from '../en/upload-panel.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'uploads.showFiles': 'Xem các tệp trong {name}',
  'uploads.hideFiles': 'Ẩn các tệp trong {name}',
  'uploads.filesFailed': '{count, plural, other {# tệp}}: {reason}',
  'uploads.folder.queued': 'Đang chờ',
  'uploads.folder.pausing': 'Đang tạm dừng',
  'uploads.folder.paused': 'Đã tạm dừng',
  'uploads.folder.uploaded': 'Đã tải lên {count, plural, other {# tệp}}',
  'uploads.cancelFolderTitle': 'Hủy tải lên “{name}”?',
  'uploads.cancelFolder': 'Hủy tải lên',
  'uploads.tellWhenDone': 'Báo cho tôi khi tải lên xong',
}
