import type { Catalogue } from '../catalogue.ts'
import type { common as en } from '../en/common.ts'

export const common: Catalogue<typeof en> = {
  'common.cancel': 'Hủy',
  'common.close': 'Đóng',
  'common.back': 'Quay lại',
  'common.retry': 'Thử lại',
  'common.refresh': 'Làm mới',
  'common.reload': 'Tải lại',
  'common.later': 'Để sau',
  'common.create': 'Tạo',
  'common.delete': 'Xóa',
  'common.open': 'Mở',
  'common.copy': 'Sao chép',
  'common.copied': 'Đã sao chép',
  'common.loading': 'Đang tải…',
  'common.more': 'Thao tác khác',
  'common.actionsFor': 'Thao tác với {name}',
  'common.show': 'Hiện',
  'common.hide': 'Ẩn',
  'common.clear': 'Xóa nội dung',
  'common.requestId': 'Yêu cầu {id}',
  'common.copyRequestId': 'Sao chép mã yêu cầu',
  'common.unknown': 'Không rõ',
}
