import type { Mails } from '../language.ts'

export const mails: Mails = {
  resetPassword: {
    subject: 'Reset your Kho password',
    hello: 'Hello,',
    why: 'We received a request to reset the Kho password for this email address. Open this link to set a new one:',
    button: 'Reset password',
    life: 'The link is valid for 1 hour and works once. If you requested more than one, only the newest link works.',
    notYou: 'If you did not request this, ignore this email: your password stays as it is.',
  },
  resetPin: {
    subject: 'Your code to reset your Kho PIN',
    hello: 'Hello,',
    why: 'The code to reset your Kho PIN is:',
    life: 'The code is valid for 10 minutes and works once. If you requested more than one, only the newest code works.',
    notYou:
      'Do not share this code with anyone. If you did not request it, somebody else is signed in to your account: change your password now.',
  },
  wrongPins: {
    subject: 'Wrong PINs were entered for your Kho account',
    hello: 'Hello,',
    why: 'A wrong Kho PIN was entered 10 times in a row. The PIN is locked for:',
    wait: '15 minutes',
    life: 'After more wrong PINs the wait is longer, and then only a code sent by email lets you set a new PIN.',
    notYou:
      'If this was not you, somebody else is signed in to your account: change your password and end the other sessions now.',
  },
  signInReset: {
    subject: 'Your Kho sign-in was reset',
    hello: 'Hello,',
    why: {
      server: 'An administrator of the server reset this for your Kho account:',
      admin: 'An administrator of the service reset this for your Kho account:',
      owner: 'The owner of your Kho account reset this for you:',
    },
    parts: { password: 'Password', pin: 'PIN', 'two-step': 'Two-step verification' },
    life: 'You are signed out everywhere. Set up again what was reset at your next sign-in.',
    notYou: 'If you did not ask for this, contact them now.',
  },
}
