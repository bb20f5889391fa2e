import type { bucketLock as en } from '../en/bucket-lock.ts'
import type { Catalogue } from '../language.ts'

export const bucketLock: Catalogue<typeof en> = {
  'issue.lock-mode-required': 'Vui lòng chọn chế độ khóa tệp',
  'issue.lock-days-required': 'Vui lòng nhập số ngày để tiếp tục!',
  'issue.lock-days-range': 'Số nguyên từ 1 đến 1.024.000',
  'lock.title': 'Khóa tệp',
  'lock.state.on': 'Đang bật',
  'lock.state.off': 'Tắt',
  'lock.lead':
    'Tệp bị khóa không thể bị xóa trước khi hết thời hạn khóa, kể cả do nhầm lẫn hay mã độc. Ghi đè chỉ tạo thêm phiên bản mới.',
  'lock.newOnly':
    'Hệ thống lưu trữ này chỉ khóa được tệp trong bucket mới. Để dùng khóa tệp, hãy tạo bucket có bật khóa tệp rồi sao chép tệp sang.',
  'lock.before.title': 'Trước khi bật',
  'lock.before.forGood': 'Sau khi bật, không bao giờ tắt được khóa tệp của bucket này.',
  'lock.before.versions': 'Phiên bản sẽ được bật trước và luôn bật.',
  'lock.before.existing': 'Các tệp đã có không bị khóa.',
  'lock.later': 'Khóa tệp có hiệu lực sau khi bật từ 15 đến 20 phút.',
  'lock.default': 'Khóa mọi tệp mới trong một thời gian',
  'lock.default.help': 'Nếu không, tệp chỉ bị khóa khi chương trình tải lên yêu cầu.',
  'lock.mode': 'Chế độ khóa',
  'lock.mode.governance': 'Governance',
  'lock.mode.governance.lead': 'Khóa truy cập có toàn quyền vẫn xóa được tệp bị khóa nếu yêu cầu rõ ràng.',
  'lock.mode.compliance': 'Compliance',
  'lock.mode.compliance.lead':
    'Không ai xóa được tệp bị khóa hay rút ngắn thời hạn: kể cả bạn, chủ tài khoản và nhà cung cấp.',
  'lock.days': 'Thời hạn khóa (ngày)',
  'lock.until': 'Tệp tải lên hôm nay bị khóa đến {date}.',
  'lock.none': 'Tệp mới không bị khóa.',
  'lock.days.count': '{count, number} ngày',
  'lock.years.count': '{count, number} năm',
  'lock.says': '{mode}, {time}. Tệp tải lên hôm nay bị khóa đến {date}.',
  'lock.confirm.on': 'Tôi hiểu rằng không thể tắt khóa tệp sau khi bật',
  'lock.confirm.compliance': 'Tôi hiểu rằng không ai có thể hủy chế độ compliance, trong mọi trường hợp',
  'lock.turnOn': 'Bật khóa tệp',
}
