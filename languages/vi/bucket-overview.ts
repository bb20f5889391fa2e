import type { bucketOverview as en } from '../en/bucket-overview.ts'
import type { Catalogue } from '../language.ts'

export const bucketOverview: Catalogue<typeof en> = {
  'bucket.overview.open': 'Mở tệp',
  'bucket.overview.size': 'Dung lượng',
  'bucket.overview.noGrowth':
    'Dung lượng được đo mỗi ngày một lần. Từ ngày thứ hai, biểu đồ tăng trưởng sẽ hiện ở đây.',
  'bucket.overview.chart': 'Dung lượng theo ngày, tối đa 30 ngày',
  'bucket.quota.none': 'Không có hạn mức riêng',
  'bucket.quota.of': '{percent} hạn mức {quota}',
  'bucket.quota.change': 'Đổi hạn mức',
  'bucket.quota.title': 'Hạn mức của {name}',
  'bucket.quota.lead':
    'Khi bucket đầy sẽ không lưu thêm được nữa; dữ liệu đang có vẫn giữ nguyên. Hạn mức của tài khoản vẫn được áp dụng.',
  'bucket.quota.save': 'Lưu hạn mức',
  'bucket.overview.day': 'Ngày',
  'bucket.overview.notMeasured': '{day}: không đo',
  'bucket.overview.asTable': 'Xem dạng bảng',
  'bucket.overview.state': 'Cài đặt hiện tại',
  'bucket.overview.public': 'Công khai',
  'bucket.overview.private': 'Riêng tư',
  'bucket.overview.privateLead': 'Chỉ tài khoản của bạn đọc được.',
  'bucket.overview.versioning.off': 'Đang tắt: tệp bị thay thế hoặc bị xóa sẽ mất.',
  'bucket.overview.versioning.enabled': 'Đang bật: các phiên bản trước được giữ lại.',
  'bucket.overview.versioning.suspended': 'Tạm dừng: phiên bản cũ vẫn còn, phiên bản mới không được giữ.',
  'bucket.overview.lock.off': 'Đang tắt',
  'bucket.overview.lock.noDefault': 'Đang bật, không có mặc định cho tệp mới',
  'bucket.overview.lock.governance': 'Tệp mới: governance, {count, plural, other {# ngày}}',
  'bucket.overview.lock.compliance': 'Tệp mới: compliance, {count, plural, other {# ngày}}',
  'bucket.overview.lock.governanceYears': 'Tệp mới: governance, {count, plural, other {# năm}}',
  'bucket.overview.lock.complianceYears': 'Tệp mới: compliance, {count, plural, other {# năm}}',
  'bucket.overview.encryption': 'Mã hóa mặc định',
  'bucket.overview.noEncryption': 'Chưa đặt',
  'bucket.overview.encrypted': 'Đang bật ({algorithm})',
  'bucket.overview.accessUnread': 'Không rõ ai đọc được',
  'bucket.overview.unread.absent': 'Hệ thống lưu trữ này không cho biết.',
  'bucket.overview.unread.refused': 'Hệ thống lưu trữ từ chối cho biết.',
  'bucket.overview.unread.failed': 'Không tải được. Hãy tải lại trang để thử lại.',
  'bucket.overview.absent.access': 'Chính sách hoặc ACL của bucket: hệ thống lưu trữ này không trả lời.',
  'bucket.overview.absent.versioning': 'Phiên bản: hệ thống lưu trữ này không giữ phiên bản.',
  'bucket.overview.absent.lock': 'Khóa tệp: hệ thống lưu trữ này không khóa được tệp.',
  'bucket.overview.absent.encryption':
    'Mã hóa mặc định của bucket: hệ thống lưu trữ này không có cài đặt này.',
  'bucket.overview.absent.uploads': 'Lượt tải lên dở dang: hệ thống lưu trữ này không liệt kê được.',
  'bucket.overview.created': 'Ngày tạo',
  'bucket.overview.uploads': 'Lượt tải lên dở dang',
  'bucket.overview.noUploads': 'Không có.',
  'bucket.overview.uploadCount':
    '{count, plural, other {# lượt tải lên}}{parts, select, none {, chưa gửi dữ liệu nào} other { với {size} dữ liệu đang chiếm chỗ}}. Lượt cũ nhất bắt đầu ngày {date}.',
  'bucket.overview.uploadsAtLeast':
    'Ít nhất {count, plural, other {# lượt tải lên}}{parts, select, none {} other { với {size} dữ liệu đang chiếm chỗ}}. Lượt cũ nhất trong số đó bắt đầu ngày {date}.',
  'bucket.overview.cleanUp': 'Dọn dẹp',
  'bucket.overview.cleanUpTitle': 'Dọn các lượt tải lên dở dang?',
  'bucket.overview.cleanUpLead':
    'Các phần đã tải lên sẽ bị xóa để trả lại dung lượng. Lượt tải lên đang chạy sẽ phải bắt đầu lại.',
  'bucket.overview.cleanUpAge': 'Những lượt nào',
  'bucket.overview.age.7': 'Bắt đầu hơn 7 ngày trước',
  'bucket.overview.age.1': 'Bắt đầu hơn 1 ngày trước',
  'bucket.overview.age.0': 'Tất cả, kể cả lượt đang chạy',
  'bucket.uploads.show': 'Xem danh sách',
  'bucket.uploads.title': 'Lượt tải lên dở dang trong {name}',
  'bucket.uploads.lead':
    'Do trang này hoặc chương trình khác bắt đầu mà chưa hoàn tất. Các phần đã gửi vẫn chiếm chỗ cho đến khi lượt tải lên bị hủy.',
  'bucket.uploads.empty': 'Không có lượt tải lên dở dang nào.',
  'bucket.uploads.more': 'Xem thêm',
  'bucket.uploads.noParts': 'Chưa gửi phần nào',
  'bucket.uploads.sizeUnknown': 'Quá nhiều phần, không cộng được dung lượng',
  'bucket.uploads.started': 'Bắt đầu {age}, {date}',
  'bucket.uploads.by': 'Người bắt đầu: {name}',
  'bucket.uploads.here': 'Tải lên từ trình duyệt này',
  'bucket.uploads.abort': 'Hủy lượt tải lên',
  'bucket.uploads.abortOne': 'Hủy lượt tải lên {name}',
  'bucket.uploads.abortTitle': 'Hủy lượt tải lên {name}?',
  'bucket.uploads.abortLead':
    'Các phần đã gửi sẽ bị xóa. Chương trình nào còn đang tải lên sẽ phải bắt đầu lại.',
  'bucket.uploads.abortHere':
    'Tệp này nằm trong danh sách tải lên của trình duyệt này và sẽ được gửi lại từ đầu. Muốn dừng hẳn, hãy hủy tệp trong danh sách đó.',
  'bucket.uploads.keep': 'Giữ lại',
  'bucket.overview.activity': 'Hoạt động gần đây',
  'bucket.overview.ownActivity': 'Hoạt động gần đây của bạn',
  'bucket.overview.allActivity': 'Nhật ký hoạt động',
  'bucket.overview.noActivity': 'Không có gì được ghi lại trong 30 ngày qua.',
  'bucket.overview.programs': 'Dùng từ chương trình khác',
  'bucket.overview.programsLead':
    'Mọi chương trình S3 đều dùng được với các giá trị này và khóa truy cập của bạn.',
  'bucket.overview.endpoint': 'Endpoint',
  'bucket.overview.virtual': 'Địa chỉ riêng',
  'bucket.overview.region': 'Vùng (region)',
  'bucket.overview.keysHint':
    'Hãy khai báo khóa truy cập của bạn cho chương trình trước: các lệnh không chứa khóa truy cập.',
  'bucket.overview.keysLink': 'Khóa truy cập',
  'bucket.overview.lacks': 'Không có ở hệ thống lưu trữ này',
  'bucket.overview.lack.access-block-restrict':
    'Giới hạn chính sách công khai trong tài khoản của bạn: Ceph lưu cài đặt này nhưng không áp dụng.',
  'bucket.overview.lack.bucket-encryption': 'Mã hóa mặc định của bucket: ở đây Ceph không có cài đặt này.',
  'bucket.overview.lack.lifecycle-newer-versions':
    'Giữ lại một số phiên bản trước: Ceph bỏ qua con số này và sẽ xóa tất cả.',
  'bucket.overview.lack.lifecycle-sizes':
    'Quy tắc vòng đời theo kích thước tệp: Ceph bỏ qua kích thước và sẽ xóa mọi tệp.',
  'bucket.overview.lack.lock-later':
    'Bật khóa tệp về sau: Ceph chỉ khóa được tệp trong bucket đã bật khóa tệp khi tạo.',
  'bucket.overview.lack.ownership-controls':
    'Tắt danh sách quyền (ACL): với Ceph, tệp luôn thuộc về người tải lên.',
  'bucket.overview.lack.storage-classes': 'Chọn lớp lưu trữ: Ceph chỉ nhận các lớp của zone đang dùng.',
}
