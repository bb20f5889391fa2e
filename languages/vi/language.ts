import type { Language } from '../language.ts'

export const language: Language = {
  name: 'Tiếng Việt',
  tag: 'vi-VN',
  direction: 'ltr',
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  fonts: ['latin', 'vietnamese'],
  consoleWarning: {
    title: 'Dừng lại!',
    body: 'Phần này của trình duyệt dành cho lập trình viên. Việc sử dụng trái phép công cụ dành cho nhà phát triển có thể khiến tài khoản bị tạm ngưng. Đừng dán vào đây bất cứ thứ gì người khác đưa cho bạn.',
  },
}
