import type { Mail } from './mailer.ts'

export type MailLocale = 'vi' | 'en'

type Words = {
  subject: string
  hello: string
  /** The reason for the mail, before the link or the code. */
  why: string
  /** How long it is valid, and how often it works. */
  life: string
  /** What to do if one has requested nothing. */
  notYou: string
}

const resetPassword: Record<MailLocale, Words & { button: string }> = {
  vi: {
    subject: 'Đặt lại mật khẩu Kho',
    hello: 'Xin chào,',
    why: 'Chúng tôi nhận được yêu cầu đặt lại mật khẩu Kho cho địa chỉ email này. Hãy mở liên kết sau để đặt mật khẩu mới:',
    button: 'Đặt lại mật khẩu',
    life: 'Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ liên kết mới nhất còn hiệu lực.',
    notYou: 'Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.',
  },
  en: {
    subject: 'Reset your Kho password',
    hello: 'Hello,',
    why: 'We received a request to reset the Kho password for this email address. Open this link to set a new one:',
    button: 'Reset password',
    life: 'The link is valid for 1 hour and works once. If you requested more than one, only the newest link works.',
    notYou: 'If you did not request this, ignore this email: your password stays as it is.',
  },
}

const resetPin: Record<MailLocale, Words> = {
  vi: {
    subject: 'Mã đặt lại mã PIN Kho',
    hello: 'Xin chào,',
    why: 'Mã để đặt lại mã PIN Kho của bạn là:',
    life: 'Mã có hiệu lực trong 10 phút và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ mã mới nhất còn hiệu lực.',
    notYou:
      'Không chia sẻ mã này với bất kỳ ai. Nếu bạn không yêu cầu mã, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu ngay.',
  },
  en: {
    subject: 'Your code to reset your Kho PIN',
    hello: 'Hello,',
    why: 'The code to reset your Kho PIN is:',
    life: 'The code is valid for 10 minutes and works once. If you requested more than one, only the newest code works.',
    notYou:
      'Do not share this code with anyone. If you did not request it, somebody else is signed in to your account: change your password now.',
  },
}

const wrongPins: Record<MailLocale, Words> = {
  vi: {
    subject: 'Mã PIN Kho của bạn bị nhập sai nhiều lần',
    hello: 'Xin chào,',
    why: 'Mã PIN Kho của bạn đã bị nhập sai 10 lần liên tiếp. Mã PIN tạm khóa trong:',
    life: 'Nếu còn bị nhập sai, thời gian chờ sẽ dài hơn, sau đó bạn chỉ có thể đặt mã PIN mới bằng mã gửi qua email.',
    notYou:
      'Nếu không phải bạn nhập, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu và kết thúc các phiên đăng nhập khác ngay.',
  },
  en: {
    subject: 'Wrong pins were entered for your Kho account',
    hello: 'Hello,',
    why: 'A wrong Kho pin was entered 10 times in a row. The pin is locked for:',
    life: 'After more wrong pins the wait is longer, and then only a code sent by email lets you set a new pin.',
    notYou:
      'If this was not you, somebody else is signed in to your account: change your password and end the other sessions now.',
  },
}

/** The warning about wrong pins, sent when the first wait begins. */
export function wrongPinsMail(locale: MailLocale, to: string): Mail {
  const wait = locale === 'vi' ? '15 phút' : '15 minutes'
  return compose(locale, to, wrongPins[locale], wait, wait)
}

export function resetPasswordMail(locale: MailLocale, to: string, link: string): Mail {
  const words = resetPassword[locale]
  const address = escapeHtml(link)
  const button = `<a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${words.button}</a>`
  return compose(
    locale,
    to,
    words,
    link,
    `${button}</p><p style="font-size:14px;word-break:break-all">${address}`,
  )
}

export function resetPinMail(locale: MailLocale, to: string, code: string): Mail {
  const shown = `<span style="font-size:28px;font-weight:700;letter-spacing:6px">${code}</span>`
  return compose(locale, to, resetPin[locale], code, shown)
}

function compose(locale: MailLocale, to: string, words: Words, text: string, html: string): Mail {
  const { subject, hello, why, life, notYou } = words
  return {
    to,
    subject,
    text: `${[hello, why, text, life, notYou, '— Kho'].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${subject}</title></head><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;color:#1f2937"><div style="max-width:520px;margin:0 auto"><p>${hello}</p><p>${why}</p><p>${html}</p><p>${life}</p><p style="color:#6b7280">${notYou}</p><p style="color:#6b7280">— Kho</p></div></body></html>`,
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
