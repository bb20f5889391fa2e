/** The pages that guests see at the address of a share; the server makes them. */
export const sharePage = {
  /** Over the name of the file. */
  shared: 'Shared with you',
  download: 'Download',
  /** `until`: a date and time. */
  until: 'Available until {until}',
  lookOnly: 'You can view this file here. It is not offered for download.',
  note: 'Message',
  textStart: 'This is the beginning of the text.',
  openText: 'Open the whole text',
  passwordTitle: 'This file is protected',
  passwordLead: 'Enter the password that you received with this link.',
  password: 'Password',
  enter: 'Continue',
  wrong: 'That password is not right. Check it and try again.',
  /** `minutes`: a number. */
  wait: 'Too many wrong passwords were entered. Try again in {minutes} min.',
  goneTitle: 'This link does not work',
  gone: 'It may have expired, or was ended. Ask the person who sent it for a new one.',
  busyTitle: 'Many people are here right now',
  busy: 'Please reload this page in a moment.',
  downTitle: 'The file cannot be reached right now',
  down: 'This is not your fault. Please try again in a few minutes.',
}

export type SharePageTexts = { readonly [Id in keyof typeof sharePage]: string }
