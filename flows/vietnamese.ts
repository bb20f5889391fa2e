import { type Chart, type ChartState, causeOf } from './chart.ts'
import { words } from './words.ts'

/** What `description`s of the machines say, in Vietnamese. A sentence that changes must be translated anew. */
export const vietnamese: Readonly<Record<string, string>> = {
  // add-files
  'Adds files to the uploads, after asking what to do where names are taken or space is short.':
    'Thêm tệp vào danh sách tải lên, sau khi hỏi cách xử lý nếu trùng tên hoặc thiếu dung lượng.',
  'Nothing is being added.': 'Không có gì đang được thêm.',
  'Reading the names of what was chosen; files of interrupted uploads continue these.':
    'Đang đọc tên các mục đã chọn; tệp của lượt tải lên bị gián đoạn sẽ được tải tiếp.',
  'Looking up which of these names the folder has.': 'Đang kiểm tra tên nào đã có trong thư mục.',
  'Names are taken, or chosen twice: replace, replace what differs, keep both or skip?':
    'Có tên đã tồn tại hoặc được chọn hai lần: thay thế, chỉ thay tệp đã đổi, giữ cả hai hay bỏ qua?',
  'The names in the folder cannot be compared: files may be replaced. Upload anyway?':
    'Không so sánh được tên trong thư mục: tệp có thể bị thay thế. Vẫn tải lên?',
  'The names could not be looked up: try again, upload anyway or cancel.':
    'Không kiểm tra được tên: thử lại, vẫn tải lên hay hủy.',
  'Reading what the quota has free and how large the files are. Without an answer they are added.':
    'Đang đọc dung lượng còn trống và kích thước các tệp. Nếu không có câu trả lời, tệp vẫn được thêm.',
  'Not enough storage space for all files: upload those that fit, if any, or none?':
    'Không đủ dung lượng cho mọi tệp: tải những tệp vừa chỗ, nếu có, hay không tải gì?',
  'Done with the current files: on to those that wait.':
    'Xong các tệp hiện tại: chuyển sang các tệp đang chờ.',
  // app-update
  'Offers a newer version of the web app.': 'Mời dùng phiên bản mới hơn của ứng dụng.',
  'The newest known version is running.': 'Đang chạy phiên bản mới nhất được biết.',
  'Waiting for the next check.': 'Chờ lần kiểm tra tiếp theo.',
  'Asking the server for its version.': 'Đang hỏi phiên bản của máy chủ.',
  'A prompt says that a newer version is available and asks whether to reload.':
    'Một thông báo cho biết có phiên bản mới và hỏi có tải lại trang không.',
  'The user keeps this version until the app is next opened, or a part of it cannot be loaded.':
    'Người dùng giữ phiên bản này đến lần mở ứng dụng sau, hoặc đến khi có phần không tải được.',
  'Reloading the page with the newer version.': 'Đang tải lại trang với phiên bản mới.',
  // appearance
  'Colours and language of the console.': 'Màu sắc và ngôn ngữ của bảng điều khiển.',
  'Reading the colours of the last visit. Transient.': 'Đọc màu của lần truy cập trước. Chuyển tiếp ngay.',
  'Dark text on a white page.': 'Chữ tối trên nền trắng.',
  'Light text on a dark page.': 'Chữ sáng trên nền tối.',
  // authenticate
  'Opens a session with the password and, where it is on, the second step; or with a passkey.':
    'Mở phiên bằng mật khẩu và bước thứ hai, nếu đã bật; hoặc bằng passkey.',
  'The user enters the password, and the email address where it is not known.':
    'Người dùng nhập mật khẩu, và email nếu chưa biết.',
  'The form is open and shows why the last attempt failed, if it did.':
    'Biểu mẫu đang mở và cho biết vì sao lần thử trước thất bại, nếu có.',
  'Checking the credentials.': 'Đang kiểm tra thông tin đăng nhập.',
  'The browser asks for a passkey, if none was picked; then it is checked.':
    'Trình duyệt yêu cầu passkey, nếu chưa chọn; sau đó passkey được kiểm tra.',
  'Too many attempts: the form is locked until the next one is allowed.':
    'Thử quá nhiều lần: biểu mẫu bị khóa đến khi được thử lại.',
  'The password was right; the user enters a code of the app or a recovery code, within a time limit.':
    'Mật khẩu đúng; người dùng nhập mã của ứng dụng hoặc mã khôi phục trong thời hạn.',
  'The code form is open and shows why the last attempt failed, if it did.':
    'Biểu mẫu nhập mã đang mở và cho biết vì sao lần thử trước thất bại, nếu có.',
  'Checking the code.': 'Đang kiểm tra mã.',
  'A session is open.': 'Phiên đã mở.',
  // bucket-settings
  'Saves one setting of a bucket without overwriting what another user or tab has saved meanwhile.':
    'Lưu một thiết lập của bucket mà không ghi đè thay đổi do người dùng hoặc thẻ khác vừa lưu.',
  'The setting is shown and may be changed; why the last attempt failed, if it did.':
    'Thiết lập đang hiển thị và có thể sửa; kèm lý do lần lưu trước thất bại, nếu có.',
  'The value is being saved.': 'Đang lưu giá trị.',
  'The value is saved; it is read again as the storage keeps it.':
    'Đã lưu giá trị; đang đọc lại đúng như hệ thống lưu trữ giữ.',
  'The value is saved, but could not be read again: the screen offers to try that again.':
    'Đã lưu giá trị nhưng không đọc lại được: màn hình cho thử lại.',
  'Another user or tab has saved a value, or the answer to an earlier attempt was lost; reading what is saved.':
    'Người dùng hoặc thẻ khác đã lưu một giá trị, hoặc câu trả lời của lần thử trước đã mất; đang đọc giá trị đã lưu.',
  'Both values are shown: which one stays?': 'Cả hai giá trị đang hiển thị: giữ giá trị nào?',
  // bulk-job
  'Follows one job of the server from its start until the user has seen its end.':
    'Theo dõi một tác vụ của máy chủ từ lúc bắt đầu đến khi người dùng đã xem kết quả.',
  'The job is queued or running; its progress is shown.':
    'Tác vụ đang chờ hoặc đang chạy; tiến độ được hiển thị.',
  'The job can be cancelled; a failed attempt to cancel is shown.':
    'Có thể hủy tác vụ; nếu hủy thất bại thì báo cho biết.',
  'Asking the server to cancel the job.': 'Đang yêu cầu máy chủ hủy tác vụ.',
  'The job ends after its current batch.': 'Tác vụ dừng sau lô hiện tại.',
  'The job is done, failed or cancelled; its result is shown.':
    'Tác vụ đã xong, thất bại hoặc bị hủy; kết quả được hiển thị.',
  'The result in numbers: how much was done, and how much failed.':
    'Kết quả bằng số: bao nhiêu đã xong, bao nhiêu thất bại.',
  'Reading the failures.': 'Đang đọc các lỗi.',
  'The failures are listed with their reasons.': 'Các lỗi được liệt kê kèm lý do.',
  'Asking the server to start a job for what is left.': 'Đang yêu cầu máy chủ chạy tác vụ cho phần còn lại.',
  'The user has seen the result, another job does the rest, or the job no longer exists.':
    'Người dùng đã xem kết quả, một tác vụ khác làm phần còn lại, hoặc tác vụ không còn nữa.',
  // confirm-identity
  'Checks that it is the user before something protected happens.':
    'Xác nhận đúng là người dùng trước một thao tác được bảo vệ.',
  'Reading whether this user confirms with the PIN, a code, or a new sign-in at the provider.':
    'Đang đọc xem người dùng xác nhận bằng mã PIN, mã xác thực hay bằng cách đăng nhập lại qua nhà cung cấp.',
  'That could not be read: the dialog says why and offers to try again.':
    'Không đọc được: hộp thoại nêu lý do và cho thử lại.',
  'The dialog asks for PIN or code, or offers a new sign-in at the provider, and shows why the last attempt failed, if it did.':
    'Hộp thoại hỏi mã PIN, mã xác thực hoặc mời đăng nhập lại qua nhà cung cấp, kèm lý do lần thử trước thất bại, nếu có.',
  'Asking the server where the provider signs the user in again.':
    'Đang hỏi máy chủ địa chỉ để đăng nhập lại qua nhà cung cấp.',
  'The browser leaves for the provider, which leads back to this page. Its back button leads back here as well: the dialog asks again.':
    'Trình duyệt chuyển sang nhà cung cấp, nơi sẽ đưa về trang này. Nút quay lại cũng dẫn về đây: hộp thoại hỏi lại.',
  'The browser asks for a passkey, which gives a ticket in the place of PIN or code.':
    'Trình duyệt yêu cầu passkey; passkey cho một vé dùng thay mã PIN hoặc mã xác thực.',
  'Checking PIN, code or ticket; an act that takes them itself is done with it.':
    'Đang kiểm tra mã; thao tác nào tự nhận mã thì được thực hiện luôn.',
  'Too many wrong PINs: the PIN is blocked, and the dialog says where to reset it by email.':
    'Nhập sai mã PIN quá nhiều: mã PIN bị chặn, hộp thoại chỉ chỗ đặt lại qua email.',
  'Confirmed: the protected act goes on.': 'Đã xác nhận: thao tác được bảo vệ tiếp tục.',
  'The dialog was closed: nothing happens.': 'Hộp thoại đã đóng: không có gì xảy ra.',
  'The session has ended: the sign-in form replaces everything.':
    'Phiên đã kết thúc: biểu mẫu đăng nhập thay cho mọi thứ.',
  // drawer
  'The navigation: beside the page on a wide screen, over it on a small one.':
    'Thanh điều hướng: cạnh trang trên màn hình rộng, phủ lên trang trên màn hình nhỏ.',
  'Reading the width of the screen, and what the user has closed. Transient.':
    'Đọc độ rộng màn hình và lựa chọn đóng của người dùng. Chuyển tiếp ngay.',
  'The drawer is shown. On a small screen it covers the button that toggles it.':
    'Thanh đang hiện. Trên màn hình nhỏ nó che nút bật tắt.',
  'The drawer is closed; its button opens it.': 'Thanh đang đóng; nút của nó sẽ mở ra.',
  // finder
  'One field that leads to a path, finds places by their names, and does what the console can do.':
    'Một ô dẫn đến đường dẫn, tìm nơi theo tên và thực hiện việc của bảng điều khiển.',
  'Only the button in the top bar is shown.': 'Chỉ hiện nút trên thanh đầu trang.',
  'The field has the focus; what it leads to is listed below it.':
    'Con trỏ ở trong ô; bên dưới là danh sách những nơi ô dẫn đến.',
  'The list is complete. Without a text it has recent places, pages and actions.':
    'Danh sách đã đủ. Khi chưa gõ gì, danh sách gồm các nơi gần đây, trang và thao tác.',
  'A text is being typed: what is known already is listed, and nothing is asked yet.':
    'Đang gõ: những gì đã biết được liệt kê ngay, chưa hỏi máy chủ.',
  'The folder of a typed path is being read. Enter goes there once it is known to exist.':
    'Đang đọc thư mục của đường dẫn. Enter sẽ đến đó ngay khi biết nơi đó có thật.',
  'Buckets, files, people, keys and topics are being searched for the words of the text.':
    'Đang tìm các từ đã gõ trong tên bucket, tệp, người dùng, khóa và chủ đề.',
  'Nothing has this name, or there is no such path.':
    'Không có gì mang tên này, hoặc không có đường dẫn này.',
  'The server could not be asked, and why; what is known already is still listed.':
    'Không hỏi được máy chủ, kèm lý do; những gì đã biết vẫn được liệt kê.',
  // folder-tree
  'Chooses a folder of any bucket in a tree, whose folders are read when they open, or by its path.':
    'Chọn thư mục của một bucket bất kỳ trong cây thư mục, mỗi thư mục được đọc khi mở ra, hoặc theo đường dẫn.',
  'Every open folder has its subfolders below it, or why they could not be read.':
    'Dưới mỗi thư mục đang mở là các thư mục con, hoặc lý do không đọc được.',
  'The subfolders of an open folder are being read; others wait their turn.':
    'Đang đọc các thư mục con của một thư mục đang mở; các thư mục khác chờ đến lượt.',
  // follow-folder
  'Keeps an open folder up to date with what others change.':
    'Cập nhật thư mục đang mở theo thay đổi của người khác.',
  'How changes are learned of.': 'Cách biết có thay đổi.',
  'Nobody sees the page: nothing is asked.': 'Không ai xem trang: không hỏi gì.',
  'Asking whether uploads need the connection.': 'Đang hỏi lượt tải lên có cần kết nối không.',
  'Uploads have the connection: the folder is followed again after them.':
    'Kết nối đang dành cho lượt tải lên: theo dõi thư mục tiếp khi tải xong.',
  'Reading the first page, to find what has changed meanwhile.':
    'Đang đọc trang đầu để biết điều gì đã thay đổi trong lúc đó.',
  'The server reports what changes.': 'Máy chủ báo các thay đổi.',
  'Whether uploads need the connection of the stream.':
    'Lượt tải lên có cần kết nối của luồng sự kiện không.',
  'No upload needs it.': 'Không lượt tải lên nào cần.',
  'Whether the reports name all that has changed.': 'Các báo cáo có nêu tên mọi thay đổi không.',
  'All that has changed was named.': 'Mọi thay đổi đã được nêu tên.',
  'Too many have changed to be named: reading the first page.':
    'Quá nhiều thay đổi để nêu tên: đang đọc trang đầu.',
  'The first page was just read; what changes now is read a little later.':
    'Trang đầu vừa được đọc; thay đổi tiếp theo sẽ được đọc sau ít giây.',
  'Waiting until the folder is followed again.': 'Đang chờ đến khi lại theo dõi thư mục.',
  'The storage reports nothing: the first page is read from time to time.':
    'Kho lưu trữ không báo thay đổi: trang đầu được đọc định kỳ.',
  'The server did not answer, or the stream broke off: waiting, longer after each failure.':
    'Máy chủ không trả lời hoặc luồng bị ngắt: đang chờ, mỗi lần lỗi chờ lâu hơn.',
  'This user may no longer list the folder, or its bucket is gone: nothing is asked while the page is seen.':
    'Người dùng không còn quyền liệt kê thư mục, hoặc bucket không còn: không hỏi gì khi trang đang hiện.',
  'What is told of changes that are not shown at once.': 'Thông báo về thay đổi chưa được hiện ngay.',
  'All changes are shown.': 'Mọi thay đổi đã được hiện.',
  'Changes wait, which may be uploads of this tab: these are listed soon.':
    'Có thay đổi đang chờ, có thể là tệp thẻ này tải lên và sắp được liệt kê.',
  'Comparing what waits with the rows once more. Transient.':
    'So sánh các thay đổi đang chờ với danh sách lần nữa. Chuyển tiếp ngay.',
  'A line says how many changes wait, and shows them when it is chosen.':
    'Một dòng cho biết số thay đổi đang chờ, bấm vào để hiện.',
  // job-feed
  'Reads the jobs and follows them while one is live.':
    'Đọc các tác vụ và theo dõi khi còn tác vụ đang chạy.',
  'No job is live, or none was read yet.': 'Không có tác vụ đang chạy, hoặc chưa đọc.',
  'Reading the jobs, which also renews the session. Answers to earlier reads are dropped.':
    'Đang đọc các tác vụ, đồng thời gia hạn phiên. Câu trả lời của lần đọc cũ bị bỏ.',
  'A job is live: its changes come as events.': 'Có tác vụ đang chạy: thay đổi đến dưới dạng sự kiện.',
  'Another tab has the stream.': 'Thẻ khác đang giữ luồng sự kiện.',
  'This tab has the stream.': 'Thẻ này đang giữ luồng sự kiện.',
  'The server did not answer, or the stream broke off: the jobs are read again soon.':
    'Máy chủ không trả lời hoặc luồng bị ngắt: các tác vụ sắp được đọc lại.',
  // leave-guard
  'Asks before leaving would lose something.': 'Hỏi trước khi rời trang làm mất dữ liệu.',
  'Nothing would be lost, or the user has agreed to lose it: leaving is not held up.':
    'Không mất gì, hoặc người dùng đã đồng ý: không chặn việc rời trang.',
  'Leaving would lose something: the page stays until the user agrees.':
    'Rời trang sẽ mất dữ liệu: trang giữ nguyên đến khi người dùng đồng ý.',
  'The user works on the page.': 'Người dùng đang làm việc trên trang.',
  'Discard, or stay?': 'Bỏ thay đổi hay ở lại?',
  // password-reset
  'Resets a forgotten password by a mailed link.': 'Đặt lại mật khẩu đã quên bằng liên kết gửi qua email.',
  'Checking whether a link was opened. Transient.': 'Kiểm tra có mở từ liên kết không. Chuyển tiếp ngay.',
  'The user enters the email address for the link.': 'Người dùng nhập email để nhận liên kết.',
  'The address form is open and shows why the last attempt failed, if it did.':
    'Biểu mẫu email đang mở và cho biết vì sao lần thử trước thất bại, nếu có.',
  'Requesting the email.': 'Đang yêu cầu gửi email.',
  'Too many emails: the form is locked until another one is allowed.':
    'Gửi quá nhiều email: biểu mẫu bị khóa đến khi được gửi tiếp.',
  'The user is told to check the inbox, whether or not an account has the address.':
    'Người dùng được nhắc kiểm tra hộp thư, dù có tài khoản với email đó hay không.',
  'An email was just requested: another one is allowed in a while.':
    'Vừa yêu cầu một email: lát nữa mới được yêu cầu tiếp.',
  'Another email can be requested; the page shows why the last request failed, if it did.':
    'Có thể yêu cầu email khác; trang cho biết vì sao lần trước thất bại, nếu có.',
  'Requesting another email.': 'Đang yêu cầu gửi email khác.',
  'Checking the opened link; if that fails or takes too long, the form appears anyway.':
    'Đang kiểm tra liên kết; nếu thất bại hoặc quá lâu, biểu mẫu vẫn hiện ra.',
  'The user chooses a new password.': 'Người dùng chọn mật khẩu mới.',
  'The password form is open and shows why the last attempt failed, if it did.':
    'Biểu mẫu mật khẩu đang mở và cho biết vì sao lần thử trước thất bại, nếu có.',
  'Saving the new password.': 'Đang lưu mật khẩu mới.',
  'The link is not valid, or no longer: the user can request a new one.':
    'Liên kết không hợp lệ hoặc đã hết hạn: người dùng có thể yêu cầu liên kết mới.',
  'The password is set; ending the session open here, if any.':
    'Đã đặt mật khẩu; đang kết thúc phiên mở ở đây, nếu có.',
  'The password is set and nobody is signed in here: the sign-in page follows.':
    'Đã đặt mật khẩu và không ai đăng nhập ở đây: tiếp theo là trang đăng nhập.',
  // picker
  'Chooses a file of a bucket by its path: typed, or found by going from folder to folder.':
    'Chọn tệp của một bucket theo đường dẫn: gõ vào, hoặc đi qua từng thư mục.',
  'Only the path is shown.': 'Chỉ hiện đường dẫn.',
  'What the folder of the path holds is shown below it.': 'Nội dung thư mục của đường dẫn hiện bên dưới.',
  'The folder is being read.': 'Đang đọc thư mục.',
  'Its folders and files can be chosen from; there may be none that fits.':
    'Có thể chọn trong các thư mục và tệp; có thể không có mục nào phù hợp.',
  'The folder could not be read, and why; the path can still be typed.':
    'Không đọc được thư mục, kèm lý do; vẫn gõ được đường dẫn.',
  // pin
  'Changes or resets the PIN.': 'Đổi hoặc đặt lại mã PIN.',
  'The user enters the current PIN and a new one.': 'Người dùng nhập mã PIN hiện tại và mã mới.',
  'Saving the new PIN.': 'Đang lưu mã PIN mới.',
  'Too many wrong PINs: the PIN is blocked, and only a mailed code helps.':
    'Nhập sai mã PIN quá nhiều: mã PIN bị chặn, chỉ mã gửi qua email mới giúp được.',
  'The user has forgotten the PIN and resets it with a mailed code.':
    'Người dùng quên mã PIN và đặt lại bằng mã gửi qua email.',
  'The form says where the code will be mailed.': 'Biểu mẫu cho biết mã sẽ được gửi đến email nào.',
  'Sending the first email.': 'Đang gửi email đầu tiên.',
  'A code was mailed: the user enters it with a new PIN.':
    'Đã gửi mã qua email: người dùng nhập mã đó cùng mã PIN mới.',
  'Can another email be requested?': 'Có thể yêu cầu email khác không?',
  'Counting down until another email is allowed.': 'Đếm ngược đến khi được gửi email khác.',
  'Another email can be requested.': 'Có thể yêu cầu email khác.',
  'Sending another email; the previous code becomes invalid.': 'Đang gửi email khác; mã trước hết hiệu lực.',
  'Is the mailed code still valid?': 'Mã đã gửi còn hiệu lực không?',
  'The mailed code is valid.': 'Mã đã gửi còn hiệu lực.',
  'The code has expired: only another email helps.': 'Mã đã hết hạn: cần email khác.',
  'The form for code and new PIN.': 'Biểu mẫu nhập mã và mã PIN mới.',
  'Checking the code and saving the new PIN.': 'Đang kiểm tra mã và lưu mã PIN mới.',
  'The new PIN is set.': 'Đã đặt mã PIN mới.',
  // preview
  'Shows one file after the other, of the kinds that have a preview.':
    'Hiện lần lượt từng tệp thuộc loại xem trước được.',
  'How the file is shown, by its extension and size.': 'Chọn cách hiện tệp theo phần mở rộng và kích thước.',
  'The server is asked for a signed address of the file.': 'Đang xin máy chủ địa chỉ đã ký của tệp.',
  'The file is being read from the storage.': 'Đang đọc tệp từ hệ thống lưu trữ.',
  'The frame has the file, and reads it.': 'Khung đã nhận tệp và đang đọc.',
  'The frame shows the file.': 'Khung đang hiện tệp.',
  'The player plays the file from the storage, and seeks in it.':
    'Trình phát phát tệp từ hệ thống lưu trữ và tua được.',
  'Files with this extension have no preview; the file can be downloaded.':
    'Tệp có phần mở rộng này không xem trước được; có thể tải về.',
  'The file is over the limit; it can be downloaded.': 'Tệp vượt giới hạn; có thể tải về.',
  'The file is damaged or too complex to show; it can be downloaded.':
    'Tệp bị hỏng hoặc quá phức tạp để hiện; có thể tải về.',
  'The file could not be read: the screen says why, and offers to try again.':
    'Không đọc được tệp: màn hình nêu lý do và cho thử lại.',
  // provider-sign-in
  'Ends a sign-in at an OpenID provider.': 'Kết thúc một lần đăng nhập qua nhà cung cấp OpenID.',
  'The provider has sent the user back: the server checks its answer.':
    'Nhà cung cấp đã đưa người dùng trở lại: máy chủ kiểm tra phản hồi.',
  'A user has the same address: the user enters that password once, which links the two.':
    'Đã có người dùng cùng địa chỉ: nhập mật khẩu của người đó một lần để liên kết.',
  'The user enters a code of the app or a recovery code, within a time limit: the provider has not checked a second factor.':
    'Người dùng nhập mã của ứng dụng hoặc mã khôi phục trong thời hạn: nhà cung cấp chưa kiểm tra yếu tố thứ hai.',
  'The sign-in has failed: the page says why, and leads back to the sign-in page, or to the page that was left to confirm.':
    'Đăng nhập không thành công: trang cho biết lý do và dẫn về trang đăng nhập, hoặc trang đã rời đi để xác nhận.',
  'The user has signed in again: the page that was left to confirm follows.':
    'Người dùng đã đăng nhập lại: trở về trang đã rời đi để xác nhận.',
  'A session is open: the console follows, where the sign-in began.':
    'Phiên đã mở: bảng điều khiển hiện ra tại nơi bắt đầu đăng nhập.',
  // restore
  'Restores deleted files, in batches.': 'Khôi phục tệp đã xóa, theo từng lô.',
  'Files can be selected and restored.': 'Có thể chọn và khôi phục tệp.',
  'A batch is being restored.': 'Đang khôi phục một lô.',
  'The lists are read again, also after a refusal: earlier batches are restored.':
    'Đọc lại danh sách, kể cả khi bị từ chối: các lô trước đã được khôi phục.',
  'The counts are shown, unless a failure is: it must stay readable.':
    'Hiện số lượng, trừ khi đang hiện lỗi: lỗi phải còn đọc được.',
  // selection
  'The selection of a list whose rows load in pages.': 'Lựa chọn trong danh sách tải theo trang.',
  'Rows can be selected.': 'Có thể chọn các dòng.',
  'All rows will be selected; the rest of them is loading. Another selection ends that.':
    'Sẽ chọn mọi dòng; phần còn lại đang tải. Chọn khác đi thì dừng.',
  // session
  'Who is signed in, from opening the page to signing out.':
    'Ai đang đăng nhập, từ lúc mở trang đến khi đăng xuất.',
  'The page was opened, or another tab signed in another user: reading who is signed in.':
    'Trang vừa mở, hoặc thẻ khác đăng nhập người khác: đang đọc xem ai đăng nhập.',
  'The server could not be reached; the page offers to try again.':
    'Không kết nối được máy chủ; trang cho thử lại.',
  'Nobody is signed in: the sign-in page is shown.': 'Chưa ai đăng nhập: hiện trang đăng nhập.',
  'No tab has signed in.': 'Chưa thẻ nào đăng nhập.',
  'Another tab has signed in: reading whom. Where something must be set first, that tab finishes it.':
    'Thẻ khác vừa đăng nhập: đang đọc là ai. Nếu còn phải thiết lập gì, thẻ đó sẽ làm xong.',
  'The server has not confirmed the sign-out, so the session may still be open there: the page says so.':
    'Máy chủ chưa xác nhận đăng xuất nên phiên có thể vẫn mở ở đó: trang cho biết điều này.',
  'Asking the server again to end the session.': 'Đang yêu cầu máy chủ kết thúc phiên lần nữa.',
  'A user is signed in.': 'Có người đang đăng nhập.',
  'The session is valid.': 'Phiên còn hiệu lực.',
  'The user is known.': 'Đã biết người dùng.',
  'Reading what has changed of the user.': 'Đang đọc thay đổi của người dùng.',
  'The session has expired: calls wait, and the user authenticates in place and loses nothing. Who turns out to be another user begins anew.':
    'Phiên đã hết hạn: các lệnh chờ, người dùng đăng nhập lại tại chỗ và không mất gì. Nếu là người khác thì mọi thứ bắt đầu lại.',
  'The dialog waits for the user.': 'Hộp thoại chờ người dùng.',
  'Another tab has signed in meanwhile: reading whom, while the dialog stays usable.':
    'Thẻ khác vừa đăng nhập: đang đọc là ai, hộp thoại vẫn dùng được.',
  'Signing out; the sign-in page follows, even if that fails.':
    'Đang đăng xuất; sau đó là trang đăng nhập, kể cả khi thất bại.',
  'The form of the sign-in page.': 'Biểu mẫu của trang đăng nhập.',
  'The user enters credentials and, where it is on, the code of the second step.':
    'Người dùng nhập thông tin đăng nhập và mã của bước thứ hai, nếu đã bật.',
  'What other tabs and the server do meanwhile.': 'Thẻ khác và máy chủ làm gì trong lúc đó.',
  'The session is open.': 'Phiên đang mở.',
  'Whether calls are sent, or wait for the user to authenticate.':
    'Các lệnh được gửi, hay chờ người dùng đăng nhập lại.',
  'What the user must do before anything else.': 'Việc người dùng phải làm trước mọi việc khác.',
  'Nothing is left to do: the console is shown.': 'Không còn bước nào: hiện bảng điều khiển.',
  'Deciding the next step. Transient.': 'Chọn bước tiếp theo. Chuyển tiếp ngay.',
  'The user is signed in with a first password and must change it.':
    'Người dùng đăng nhập bằng mật khẩu lần đầu và phải đổi.',
  'The account requires a second step: the user must set up two-step verification or add a passkey.':
    'Tài khoản bắt buộc có bước thứ hai: người dùng phải thiết lập xác thực hai bước hoặc thêm passkey.',
  'The user is signed in and must set a first PIN.': 'Người dùng đã đăng nhập và phải đặt mã PIN đầu tiên.',
  'The PIN form is open and shows why the last attempt failed, if it did.':
    'Biểu mẫu mã PIN đang mở và cho biết vì sao lần thử trước thất bại, nếu có.',
  'Saving the PIN.': 'Đang lưu mã PIN.',
  // toast
  'The message at the top of the page, which disappears on its own.': 'Thông báo ở đầu trang, tự biến mất.',
  'No message is shown.': 'Không có thông báo.',
  'A message is shown; a newer one replaces it and starts its own time.':
    'Đang hiện thông báo; thông báo mới thay thế và tính giờ lại.',
  'The message disappears when its time is up.': 'Thông báo biến mất khi hết giờ.',
  'The pointer or the focus is on the message: it stays, and its time then starts again.':
    'Con trỏ hoặc tiêu điểm ở trên thông báo: nó ở lại, sau đó tính giờ lại.',
  // two-step
  'Manages codes of an authenticator app, at sign-in and in place of the PIN.':
    'Quản lý mã của ứng dụng xác thực, khi đăng nhập và thay cho mã PIN.',
  'Choosing the first step of the task. Transient.': 'Chọn bước đầu của việc cần làm. Chuyển tiếp ngay.',
  'Set-up starts: the user enters the password.': 'Bắt đầu thiết lập: người dùng nhập mật khẩu.',
  'Checking the password.': 'Đang kiểm tra mật khẩu.',
  'The user adds the account to the app by QR code or key, and enters the first code.':
    'Người dùng thêm tài khoản vào ứng dụng bằng mã QR hoặc khóa, rồi nhập mã đầu tiên.',
  'QR code, key and form are shown, and why the last attempt failed, if it did.':
    'Hiện mã QR, khóa và biểu mẫu, kèm lý do lần thử trước thất bại, nếu có.',
  'Checking the code; if it is right, two-step verification is on.':
    'Đang kiểm tra mã; nếu đúng, xác thực hai bước được bật.',
  'Set-up has timed out; it can be started again.': 'Thiết lập đã hết giờ; có thể bắt đầu lại.',
  'The user confirms with a code, a recovery code or the PIN.':
    'Người dùng xác nhận bằng mã, mã khôi phục hoặc mã PIN.',
  'Checking the proof and doing the task.': 'Đang kiểm tra xác nhận và thực hiện.',
  'The recovery codes are shown once, to be copied, saved or printed.':
    'Mã khôi phục chỉ hiện một lần, để chép, lưu hoặc in.',
  'The user has not confirmed that the codes are saved, and cannot go on.':
    'Người dùng chưa xác nhận đã lưu mã nên chưa thể tiếp tục.',
  'The user has confirmed that the codes are saved.': 'Người dùng đã xác nhận lưu mã.',
  'The task is done.': 'Đã xong.',
  // upload
  'Uploads one file.': 'Tải lên một tệp.',
  'Uploading the file.': 'Đang tải tệp lên.',
  'Finding the next step from what is stored. Transient.':
    'Tìm bước tiếp theo từ phần đã lưu. Chuyển tiếp ngay.',
  'Opening a file of an earlier visit, which may have been moved or changed since.':
    'Đang mở tệp của lần truy cập trước; tệp có thể đã bị chuyển hoặc sửa.',
  'Starting a multipart upload; its answer is awaited even if the user stops now.':
    'Đang bắt đầu tải lên theo phần; vẫn chờ câu trả lời dù người dùng dừng lúc này.',
  'The file will be sent once the upload has started.': 'Tệp sẽ được gửi khi việc tải lên bắt đầu.',
  'The user has paused; the upload pauses once the storage answers.':
    'Người dùng đã tạm dừng; sẽ dừng khi hệ thống lưu trữ trả lời.',
  'The user has cancelled; the upload is aborted once the storage answers.':
    'Người dùng đã hủy; sẽ hủy khi hệ thống lưu trữ trả lời.',
  'Asking the storage which parts it already has, before resuming.':
    'Đang hỏi hệ thống lưu trữ đã có những phần nào trước khi tiếp tục.',
  'Sending bytes, and comparing what is stored with the file.':
    'Đang gửi dữ liệu và so sánh phần đã lưu với tệp.',
  'Requests begin as slots become free.': 'Yêu cầu mới bắt đầu khi có chỗ trống.',
  'The user has paused: the requests in flight finish, and no other begins.':
    'Người dùng đã tạm dừng: các yêu cầu đang chạy kết thúc, không có yêu cầu mới.',
  'The user continues; other requests begin once those in flight have ended.':
    'Người dùng tiếp tục; yêu cầu mới bắt đầu khi các yêu cầu đang chạy kết thúc.',
  'All parts are stored; the storage joins them into the object.':
    'Mọi phần đã được lưu; hệ thống lưu trữ đang ghép thành tệp.',
  'The file is complete once the storage answers.': 'Tệp hoàn tất khi hệ thống lưu trữ trả lời.',
  'The user has paused, which takes effect only if completing fails.':
    'Người dùng đã tạm dừng; chỉ có hiệu lực nếu việc hoàn tất thất bại.',
  'The user has cancelled, which takes effect only if completing fails.':
    'Người dùng đã hủy; chỉ có hiệu lực nếu việc hoàn tất thất bại.',
  'Deciding what to do about a failure. Transient.': 'Quyết định cách xử lý lỗi. Chuyển tiếp ngay.',
  'A temporary failure; the upload is retried automatically.': 'Lỗi tạm thời; tự động thử lại.',
  'Waiting for the next attempt, longer after each failure.': 'Chờ lần thử tiếp theo, lâu hơn sau mỗi lỗi.',
  'The browser is offline; the upload resumes once it is back online.':
    'Trình duyệt ngoại tuyến; tiếp tục khi có mạng lại.',
  'Nothing is sent; stored parts are kept, and only these count as progress.':
    'Không gửi gì; các phần đã lưu được giữ và chỉ chúng được tính là tiến độ.',
  'Paused until the user continues.': 'Tạm dừng đến khi người dùng tiếp tục.',
  'The storage does not answer; the upload is retried periodically, or on request.':
    'Hệ thống lưu trữ không trả lời; thử lại định kỳ hoặc khi được yêu cầu.',
  'The user has cancelled; the parts are removed from the storage.':
    'Người dùng đã hủy; các phần được xóa khỏi hệ thống lưu trữ.',
  'Checking whether anything is stored. Transient.': 'Kiểm tra có phần nào đã lưu không. Chuyển tiếp ngay.',
  'Aborting the multipart upload.': 'Đang hủy lần tải lên theo phần.',
  'The abort failed; it is retried until it succeeds.': 'Hủy thất bại; thử lại đến khi thành công.',
  'The file is in the bucket.': 'Tệp đã ở trong bucket.',
  'Cancelled; nothing of it is stored.': 'Đã hủy; không lưu gì.',
  'Failed for the reason shown; stored parts are kept for a retry.':
    'Thất bại với lý do được nêu; các phần đã lưu được giữ để thử lại.',
  // upload-queue
  'Uploads any number of files, a few at a time.': 'Tải lên bao nhiêu tệp cũng được, vài tệp một lúc.',
  'Adding files.': 'Thêm tệp.',
  'Reading the selection folder by folder, while uploads go on.':
    'Đang đọc lựa chọn từng thư mục một, trong khi vẫn tải lên.',
  'Uploading the added files.': 'Tải lên các tệp đã thêm.',
  'No file is being uploaded or queued.': 'Không có tệp nào đang tải hoặc chờ.',
  'Uploading; the next file starts when a slot is free.':
    'Đang tải lên; tệp tiếp theo bắt đầu khi có chỗ trống.',
  'The user has paused everything: no file is sent or started.':
    'Người dùng đã tạm dừng tất cả: không gửi và không bắt đầu tệp nào.',
  // upload-row
  'The life of one file in the upload queue.': 'Vòng đời của một tệp trong hàng đợi tải lên.',
  'Enters the list. Transient.': 'Vào danh sách. Chuyển tiếp ngay.',
  'Waits for its turn.': 'Chờ đến lượt.',
  'An upload actor sends it, and reports its progress.': 'Một tác nhân tải lên gửi tệp và báo tiến độ.',
  'Being sent, or waiting for an automatic retry.': 'Đang gửi, hoặc chờ tự động thử lại.',
  'Paused by the user; the requests in flight are finishing. A second pause stops them.':
    'Người dùng tạm dừng; các yêu cầu đang chạy sắp xong. Tạm dừng lần nữa sẽ ngắt chúng.',
  'Paused by the user.': 'Người dùng đã tạm dừng.',
  'Continued by the user; another file is being sent to its key first.':
    'Người dùng cho chạy tiếp; một tệp khác đang được gửi tới cùng khóa này trước.',
  'The storage does not answer; retried periodically.': 'Hệ thống lưu trữ không trả lời; thử lại định kỳ.',
  'Cancelled; its stored parts are being discarded.': 'Đã hủy; các phần đã lưu đang bị bỏ.',
  'Paused by the user, without an upload actor: before its turn came, or in an earlier visit.':
    'Người dùng đã tạm dừng, không có tác nhân tải lên: trước khi đến lượt, hoặc ở lần truy cập trước.',
  'From an earlier visit: its file must be chosen, or its reading allowed, again.':
    'Từ lần truy cập trước: phải chọn lại tệp, hoặc cho phép đọc lại.',
  'The file is stored.': 'Tệp đã được lưu.',
  'Cancelled by the user.': 'Người dùng đã hủy.',
  'Failed for a temporary reason; stored parts are kept.': 'Thất bại tạm thời; các phần đã lưu được giữ.',
  'Failed for good: a retry would fail again.': 'Thất bại hẳn: thử lại cũng sẽ thất bại.',
  'No longer in the list.': 'Không còn trong danh sách.',
}

/** The chart with its descriptions, and what its transitions wait for, in Vietnamese. */
export function inVietnamese({ description, root, transitions, ...chart }: Chart): Chart {
  const translated = (text: string) => vietnamese[text] ?? text
  const stateIn = (state: ChartState): ChartState => ({
    ...state,
    description: translated(state.description),
    states: state.states.map(stateIn),
  })
  return {
    ...chart,
    language: 'vi',
    description: translated(description),
    root: stateIn(root),
    transitions: transitions.map(each => ({ ...each, ...causeOf(each.event, words.vi) })),
  }
}
