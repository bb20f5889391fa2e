import type { messages as en } from '../en/dashboard.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'dashboard.title': 'Tài nguyên',
  'dashboard.lead': 'Tài khoản của bạn đang chứa gì và đã được dùng thế nào.',
  'dashboard.capacity': 'Tổng dung lượng',
  'dashboard.used': 'Đã dùng',
  'dashboard.available': 'Còn trống',
  'dashboard.total': 'Tổng',
  'dashboard.unlimited': 'Không giới hạn',
  'dashboard.files': 'Tổng số tệp',
  'dashboard.notTold': 'Hệ thống lưu trữ này không cho biết đã dùng bao nhiêu.',
  'dashboard.capacityFailed': 'Không tải được dung lượng',
  'dashboard.traffic': 'Lưu lượng',
  'dashboard.in': 'Vào',
  'dashboard.out': 'Ra',
  'dashboard.year': 'Năm',
  'dashboard.month': 'Tháng',
  'dashboard.allMonths': 'Cả năm',
  'dashboard.byMonth': 'Lưu lượng theo tháng (giờ UTC)',
  'dashboard.byDay': 'Lưu lượng theo ngày (giờ UTC)',
  'dashboard.day': 'Ngày',
  'dashboard.point': '{at}: vào {received}, ra {sent}',
  'dashboard.asTable': 'Xem dạng bảng',
  'dashboard.noTrafficYet':
    'Chưa có lưu lượng. Dữ liệu mà chương trình và mọi người gửi vào hoặc đọc từ các bucket của bạn sẽ hiện ở đây.',
  'dashboard.noUsageLog':
    'Chưa có lưu lượng. Nếu lẽ ra phải có, có thể nhật ký sử dụng của Ceph RGW đang tắt: rgw_enable_usage_log.',
  'dashboard.notCounted': 'Hệ thống lưu trữ này không đếm yêu cầu và lưu lượng.',
  'dashboard.trafficFailed': 'Không tải được lưu lượng',
  'dashboard.requests': 'Yêu cầu',
  'dashboard.kind': 'Yêu cầu',
  'dashboard.kind.read': 'Đọc tệp',
  'dashboard.kind.write': 'Ghi',
  'dashboard.kind.list': 'Liệt kê',
  'dashboard.kind.delete': 'Xóa',
  'dashboard.kind.other': 'Khác',
  'dashboard.good': 'Thành công',
  'dashboard.clientError': 'Lỗi phía gửi',
  'dashboard.serverError': 'Lỗi máy chủ',
  'dashboard.refused':
    '{count, plural, other {# yêu cầu}} bị từ chối trước khi thực hiện và không tính vào lưu lượng.',
  'dashboard.failed':
    '{count, plural, other {# yêu cầu}} bị lỗi hoặc bị từ chối. Ceph RGW không cho biết cụ thể.',
  'dashboard.largest': 'Bucket lớn nhất',
  'dashboard.noBuckets': 'Chưa có bucket nào.',
  'dashboard.allBuckets': 'Tất cả bucket',
}
