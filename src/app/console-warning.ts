const warnings = [
  [
    'Dừng lại!',
    'Phần này của trình duyệt dành cho lập trình viên. Việc sử dụng trái phép công cụ dành cho nhà phát triển có thể khiến tài khoản bị khóa. Đừng dán vào đây bất cứ thứ gì người khác đưa cho bạn.',
  ],
  [
    'Stop!',
    'This part of the browser is meant for developers. Unauthorized use of developer tools may lead to account suspension. Do not paste anything here that somebody gave you.',
  ],
] as const

/** Warns in the browser's console, in both languages: whoever is talked into pasting something may know only one. */
export function warnInConsole(): void {
  for (const [title, body] of warnings) {
    console.info(
      `%c${title}%c\n${body}`,
      'font: 600 28px sans-serif; color: #d3342f',
      'font: 15px sans-serif',
    )
  }
}
