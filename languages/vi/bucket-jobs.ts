import type { bucketJobs as en } from '../en/bucket-jobs.ts'
import type { Catalogue } from '../language.ts'

/** Emptying and deleting a bucket, and the jobs that do it. */
export const bucketJobs: Catalogue<typeof en> = {
  'contents.counting': 'Đang đếm dữ liệu trong bucket…',
  'contents.holds':
    'Bucket đang chứa {more, select, yes {hơn } other {}}{files, plural, other {# tệp}} ({size}){versions, plural, =0 {} other {, # phiên bản cũ}}{uploads, plural, =0 {} other {, # lượt tải lên dở dang}}.',
  'contents.empty': 'Bucket đang trống.',
  'contents.allGoes': 'Tất cả sẽ bị xóa vĩnh viễn.',
  'contents.unknown': 'Không đếm được dữ liệu trong bucket. Tất cả sẽ bị xóa vĩnh viễn.',
  'contents.lock':
    'Phiên bản bị khóa ở chế độ compliance hoặc đang bị giữ pháp lý sẽ còn lại đến khi hết thời hạn khóa.',
  'contents.bypass': 'Xóa cả các phiên bản bị khóa ở chế độ governance',
  'contents.deleteTitle': 'Xóa {name} cùng toàn bộ dữ liệu?',
  'contents.deleteDo': 'Xóa dữ liệu và bucket',
  'format.title': 'Xóa toàn bộ dữ liệu trong {name}?',
  'format.lead': 'Bucket và các thiết lập của bucket vẫn được giữ lại.',
  'format.name': 'Nhập {name} để xác nhận',
  'format.do': 'Xóa toàn bộ dữ liệu',
  'jobs.tray': 'Tác vụ',
  'jobs.close': 'Đóng thông báo về {bucket}',
  'jobs.empty-bucket.title': 'Xóa toàn bộ dữ liệu trong bucket',
  'jobs.empty-bucket.live': 'Đang xóa toàn bộ dữ liệu trong {bucket}',
  'jobs.empty-bucket.done': 'Đã xóa toàn bộ dữ liệu trong {bucket}',
  'jobs.empty-bucket.stayed': 'Một phần dữ liệu trong {bucket} không xóa được',
  'jobs.empty-bucket.failed': 'Chưa xóa được hết dữ liệu trong {bucket}',
  'jobs.empty-bucket.cancelled': 'Đã dừng xóa dữ liệu trong {bucket}',
  'jobs.delete-bucket.title': 'Xóa bucket cùng dữ liệu bên trong',
  'jobs.delete-bucket.live': 'Đang xóa {bucket} cùng toàn bộ dữ liệu',
  'jobs.delete-bucket.done': 'Đã xóa {bucket}',
  'jobs.delete-bucket.stayed': 'Đã xóa {bucket}',
  'jobs.delete-bucket.failed': 'Không xóa được {bucket}',
  'jobs.delete-bucket.cancelled': 'Đã dừng xóa {bucket} cùng toàn bộ dữ liệu',
  'jobs.abort-uploads.title': 'Dọn các lượt tải lên dở dang',
  'jobs.abort-uploads.live': 'Đang dọn các lượt tải lên dở dang trong {bucket}',
  'jobs.abort-uploads.done': 'Đã dọn các lượt tải lên dở dang trong {bucket}',
  'jobs.abort-uploads.stayed': 'Một số lượt tải lên dở dang trong {bucket} không dọn được',
  'jobs.abort-uploads.failed': 'Chưa dọn được hết các lượt tải lên dở dang trong {bucket}',
  'jobs.abort-uploads.cancelled': 'Đã dừng dọn các lượt tải lên dở dang trong {bucket}',
  'jobs.copy-objects.title': 'Sao chép tệp và thư mục',
  'jobs.copy-objects.live':
    'Đang sao chép {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.copy-objects.done':
    'Đã sao chép {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.copy-objects.stayed':
    'Chưa sao chép hết {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.copy-objects.failed':
    'Việc sao chép {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target} bị dừng giữa chừng',
  'jobs.copy-objects.cancelled':
    'Đã dừng sao chép {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.move-objects.title': 'Di chuyển tệp và thư mục',
  'jobs.move-objects.live':
    'Đang di chuyển {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.move-objects.done':
    'Đã di chuyển {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.move-objects.stayed':
    'Chưa di chuyển hết {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.move-objects.failed':
    'Việc di chuyển {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target} bị dừng giữa chừng',
  'jobs.move-objects.cancelled':
    'Đã dừng di chuyển {several, select, yes {các tệp} other {{name}}} từ {bucket} đến {target}',
  'jobs.rename-folder.title': 'Đổi tên thư mục',
  'jobs.rename-folder.live': 'Đang đổi tên {name} thành {target}',
  'jobs.rename-folder.done': 'Đã đổi tên {name} thành {target}',
  'jobs.rename-folder.stayed': 'Một số tệp trong {name} chưa chuyển sang {target}',
  'jobs.rename-folder.failed': 'Việc đổi tên {name} thành {target} bị dừng giữa chừng',
  'jobs.rename-folder.cancelled': 'Đã dừng đổi tên {name} thành {target}',
  'jobs.delete-objects.title': 'Xóa tệp và thư mục',
  'jobs.delete-objects.live': '{several, select, yes {Đang xóa tệp trong {bucket}} other {Đang xóa {name}}}',
  'jobs.delete-objects.done': '{several, select, yes {Đã xóa tệp trong {bucket}} other {Đã xóa {name}}}',
  'jobs.delete-objects.stayed': 'Một số tệp trong {name} không xóa được',
  'jobs.delete-objects.failed':
    '{several, select, yes {Việc xóa tệp trong {bucket} bị dừng giữa chừng} other {Việc xóa {name} bị dừng giữa chừng}}',
  'jobs.delete-objects.cancelled':
    'Đã dừng xóa {several, select, yes {các tệp trong {bucket}} other {{name}}}',
  'jobs.change-acl.title': 'Chuyển tệp sang công khai hoặc riêng tư',
  'jobs.change-acl.live':
    'Đang chuyển {several, select, yes {các tệp trong {bucket}} other {{name}}} sang {acl, select, public {công khai} private {riêng tư} other {công khai hoặc riêng tư}}',
  'jobs.change-acl.done':
    'Đã chuyển {several, select, yes {các tệp trong {bucket}} other {{name}}} sang {acl, select, public {công khai} private {riêng tư} other {công khai hoặc riêng tư}}',
  'jobs.change-acl.stayed':
    'Một số tệp trong {name} chưa chuyển được sang {acl, select, public {công khai} private {riêng tư} other {công khai hoặc riêng tư}}',
  'jobs.change-acl.failed':
    'Việc chuyển {several, select, yes {các tệp trong {bucket}} other {{name}}} sang {acl, select, public {công khai} private {riêng tư} other {công khai hoặc riêng tư}} bị dừng giữa chừng',
  'jobs.change-acl.cancelled':
    'Đã dừng chuyển {several, select, yes {các tệp trong {bucket}} other {{name}}} sang {acl, select, public {công khai} private {riêng tư} other {công khai hoặc riêng tư}}',
  'jobs.queued': 'Đang chờ bắt đầu',
  'jobs.counting': 'Đang đếm…',
  'jobs.progress': '{done, number} trên {total, number}',
  'jobs.speed': '{speed, number}/giây',
  'jobs.live': '{count, plural, other {# tác vụ đang chạy}}',
  'jobs.ended': '{count, plural, other {# tác vụ đã xong}}',
  'jobs.clear': 'Xóa mục đã xong',
  'jobs.fold': 'Thu gọn',
  'jobs.unfold': 'Mở rộng',
  'jobs.progressOpen': 'Đã xong {done, number}',
  'jobs.result':
    '{act, select, copy {Đã sao chép } move {Đã di chuyển } change {} other {Đã xóa }}{done, number} {act, select, abort {lượt tải lên} other {tệp}}{failed, plural, =0 {} other {, # lỗi}}{skipped, plural, =0 {} other {, bỏ qua #}}.',
  'jobs.stays': 'Bucket vẫn còn, vì một phần dữ liệu bên trong không xóa được.',
  'jobs.refilled': 'Bucket vẫn còn, vì có tệp mới được thêm trong lúc xóa dữ liệu.',
  'jobs.cancelling': 'Đang dừng…',
  'jobs.lost': 'Mất kết nối. Máy chủ vẫn tiếp tục.',
  'jobs.why': 'Xem mục bị lỗi',
  'jobs.hideWhy': 'Ẩn mục bị lỗi',
  'jobs.failures': 'Những mục bị lỗi và lý do',
  'jobs.moreFailures': 'Và {count, number} mục khác.',
  'jobs.targetMoves':
    'Chính nơi đến của mục này lúc đó còn chờ được sao chép hoặc di chuyển. Thử lại sẽ đưa mục này vào đó.',
  'jobs.lock.compliance': 'Bị khóa ở chế độ compliance đến {until}',
  'jobs.lock.governance': 'Bị khóa ở chế độ governance đến {until}',
  'jobs.lock.legal-hold': 'Đang bị giữ pháp lý',
  'error.NAME_MISMATCH': 'Không khớp',
  'error.CLIENT_GONE': 'API client bắt đầu việc này đã bị xóa hoặc hết hạn.',
  'error.BUCKET_REPLACED':
    'Bucket này đã bị xóa rồi tạo lại. Việc được giao cho bucket cũ nên không đụng đến gì trong bucket mới.',
  'error.JOB_RUNNING': 'Việc này đang được thực hiện.',
  'error.TARGET_BUCKET_NOT_FOUND': 'Bucket đích không tồn tại hoặc không phải của bạn.',
  'error.TARGET_EXISTS': 'Đã có tệp hoặc thư mục trùng tên ở đó.',
  'error.TARGET_INSIDE_SOURCE': 'Nơi đến chính là thư mục này hoặc nằm bên trong nó. Hãy chọn nơi khác.',
  'error.KEY_TOO_LONG': 'Đường dẫn đầy đủ sẽ dài hơn 1.024 byte.',
  'error.NOTHING_TO_RETRY': 'Không còn gì để thử lại.',
}
