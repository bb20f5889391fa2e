import type { messages as en } from '../en/preview.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'preview.previous': 'Tệp trước',
  'preview.next': 'Tệp sau',
  'preview.position': '{at}/{of}',
  'preview.loading': 'Đang tải bản xem trước…',
  'preview.content': 'Nội dung của {name}',
  'preview.unsupported.title': 'Không xem trước được loại tệp này',
  'preview.unsupported.lead': 'Hãy tải xuống để mở trên thiết bị của bạn.',
  'preview.too-large.title': 'Hãy tải xuống để xem tệp trên 20MB',
  'preview.too-large.lead': 'Tệp này quá lớn để xem trước.',
  'preview.damaged.title': 'Không hiển thị được tệp này',
  'preview.damaged.lead': 'Tệp có thể đã hỏng, hoặc không đúng với phần mở rộng của tên.',
  'preview.too-complex.title': 'Tệp này quá phức tạp để xem trước',
  'preview.too-complex.lead': 'Nội dung của tệp vượt quá mức có thể mở an toàn tại đây.',
  'preview.failed': 'Không tải được bản xem trước',
  'preview.cut': 'Chỉ hiển thị một phần của tệp. Hãy tải xuống để xem toàn bộ.',
  'preview.plain': 'Chỉ có chữ và hình ảnh: bố cục đã được giản lược.',
  'preview.slide': 'Trang chiếu',
  'preview.page': 'Trang',
  'preview.video.none.title': 'Không có video ở địa chỉ này',
  'preview.video.none.lead': 'Hãy mở video từ các tệp của một bucket.',
  'preview.video.toBuckets': 'Đến danh sách bucket',
}
