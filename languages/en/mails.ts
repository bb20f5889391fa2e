export const mails = {
  /** Before the address of the operator's support, at the end of a mail. */
  help: 'Need help? Contact:',
  /** Before the name of one. */
  account: 'Account:',
  /** Before the console's address. */
  open: 'Open {brand}:',
  /** Before the link that ends such mails. */
  unsubscribe: 'Unsubscribe:',
  resetPassword: {
    subject: 'Reset your {brand} password',
    hello: 'Hello,',
    why: 'We received a request to reset the {brand} password for this email address. Open this link to set a new one:',
    button: 'Reset password',
    life: 'The link is valid for 1 hour and works once. If you requested more than one, only the newest link works.',
    notYou: 'If you did not request this, ignore this email: your password stays as it is.',
  },
  resetPin: {
    subject: 'Your code to reset your {brand} PIN',
    hello: 'Hello,',
    why: 'The code to reset your {brand} PIN is:',
    life: 'The code is valid for 10 minutes and works once. If you requested more than one, only the newest code works.',
    notYou:
      'Do not share this code with anyone. If you did not request it, someone else is signed in to your account: change your password now.',
  },
  /** `wait`: how long a PIN is locked. */
  wrongPins: {
    subject: 'Wrong PINs were entered for your {brand} account',
    hello: 'Hello,',
    why: 'A wrong {brand} PIN was entered 10 times in a row. The PIN is locked for:',
    wait: '15 minutes',
    life: 'After more wrong PINs the wait is longer, and then only a code sent by email lets you set a new PIN.',
    notYou:
      'If this was not you, someone else is signed in to your account: change your password and end the other sessions now.',
  },
  /** What somebody else has reset; `why`: by who did it. */
  signInReset: {
    subject: 'Your {brand} sign-in was reset',
    hello: 'Hello,',
    why: {
      server: 'An administrator of the server reset this for your {brand} account:',
      admin: 'An administrator of the service reset this for your {brand} account:',
      owner: 'The owner of your {brand} account reset this for you:',
    },
    parts: { password: 'Password', pin: 'PIN', 'two-step': 'Two-step verification and passkeys' },
    life: 'You are signed out everywhere. Set up again what was reset at your next sign-in.',
    notYou: 'If you did not ask for this, contact them now.',
  },
  confirmEmail: {
    subject: 'Confirm your new {brand} email address',
    hello: 'Hello,',
    why: 'Someone who uses {brand} wants to sign in with this email address from now on. Open this link and enter your {brand} password to confirm:',
    button: 'Confirm email address',
    life: 'The link is valid for 1 hour and works once. If you requested more than one, only the newest link works. Nothing changes until you confirm.',
    notYou:
      'If you did not request this, ignore this email. The link does not work without that user’s password.',
  },
  /** `nothing`: that nothing changes. */
  emailInUse: {
    subject: 'This email address is already used in {brand}',
    hello: 'Hello,',
    why: 'Someone who uses {brand} wants to sign in with this email address, but another {brand} account already uses it.',
    nothing: 'Nothing was changed.',
    life: 'If it was you: sign in with this address, or choose another one for the account that you are changing.',
    notYou: 'If it was not you, ignore this email.',
  },
  /** `undo`: what the link does. */
  emailChanged: {
    subject: 'Your {brand} email address was changed',
    hello: 'Hello,',
    why: 'You no longer sign in to {brand} with this email address, but with:',
    undo: 'If you did not do this, undo it now. You then set a new password and PIN, and everyone else is signed out:',
    button: 'Undo the change',
    life: 'The link is valid for 7 days and works once.',
    notYou: 'If you changed it yourself, there is nothing to do. Do not forward this email.',
  },
  emailUndone: {
    subject: 'The change of your {brand} email address was undone',
    hello: 'Hello,',
    why: 'This email address no longer belongs to any {brand} account. The change was undone with the link that was sent to:',
    life: 'A new password was set, and all sessions of the account were ended.',
    notYou: 'If you did not expect this, contact the owner of your account or the service’s administrator.',
  },
  /** `kinds`: of what has ended. */
  accessEnded: {
    subject: 'What was created after your {brand} email was changed has ended',
    hello: 'Hello,',
    why: 'You undid a change of your email address. These were created after the change and no longer work:',
    kinds: {
      subUser: 'Sub-user, expired',
      key: 'S3 key, disabled',
      client: 'API client, deleted',
      share: 'Share, ended',
      topic: 'Topic, paused',
    },
    life: 'Also check what existed before: sub-users, keys, API clients, bucket permissions and where events are sent. Whoever changed your email may have changed them too.',
    notYou: 'If something is missing that you created yourself, you can enable it or create it again.',
  },
  ownerReplaced: {
    subject: 'Your {brand} account has another owner',
    hello: 'Hello,',
    why: 'An administrator of the service made another person the owner of this {brand} account:',
    life: 'You can no longer sign in. Your sessions, S3 keys and API clients have ended. The files stay.',
    notYou: 'If you did not expect this, contact them now.',
  },
  newOwner: {
    subject: 'You are the owner of an account in {brand}',
    hello: 'Hello,',
    why: 'An administrator of the service made you the owner of this {brand} account:',
    button: 'Sign in',
    life: 'Sign in with this email address and the temporary password that the administrator gives you. You then choose your own.',
    notYou: 'If you did not expect this, ignore this email.',
  },
  /** `why`: by what the person is to be; `choose`: what the link does. */
  invitation: {
    subject: 'You are invited to {brand}',
    hello: 'Hello,',
    why: {
      owner: 'An administrator of the service made you the owner of this {brand} account:',
      subUser: 'The owner of this {brand} account invites you to work with its files:',
    },
    choose: 'Open this link to choose your password. You sign in with it and this email address:',
    button: 'Choose a password',
    life: 'The link is valid for 7 days and works once. If you got more than one invitation, only the newest link works.',
    notYou: 'If you did not expect this, ignore this email. Do not forward it.',
  },
  /** To an address that the owner of an account has put into a notification group; `choose`: what the link does. */
  confirmAddress: {
    subject: 'Confirm that {brand} may send you notifications',
    hello: 'Hello,',
    why: 'The owner of this {brand} account wants to send notifications about its files and storage to this email address:',
    choose: 'You get them only if you open this link and confirm:',
    button: 'Confirm email address',
    life: 'The link is valid for 7 days and works once. If you got more than one such email, only the newest link works.',
    notYou: 'If you do not want this, ignore this email: you will get no notifications.',
  },
  /** Alerts by threshold (percent of the quota, days until expiry); `facts`: labels of the values below `why`. */
  alert: {
    hello: 'Hello,',
    quota: {
      80: {
        subject: 'Your {brand} storage is 80% full',
        why: 'The files of this {brand} account use at least 80% of its quota:',
        life: 'Nothing can be uploaded once it is full. Delete files and old versions, or ask for a larger quota.',
      },
      95: {
        subject: 'Your {brand} storage is 95% full',
        why: 'The files of this {brand} account use at least 95% of its quota:',
        life: 'Nothing can be uploaded once it is full. Delete files and old versions, or ask for a larger quota.',
      },
      100: {
        subject: 'Your {brand} storage is full',
        why: 'The files of this {brand} account use its whole quota:',
        life: 'Nothing more can be uploaded. The files can still be downloaded and deleted. Delete files and old versions, or ask for a larger quota.',
      },
    },
    expiry: {
      30: {
        subject: 'Your {brand} account expires within 30 days',
        why: 'This {brand} account expires within 30 days:',
        life: 'From then on nobody can sign in to it, and its S3 keys stop working. Ask the administrator of the service to extend it.',
      },
      7: {
        subject: 'Your {brand} account expires within 7 days',
        why: 'This {brand} account expires within 7 days:',
        life: 'From then on nobody can sign in to it, and its S3 keys stop working. Ask the administrator of the service to extend it.',
      },
      1: {
        subject: 'Your {brand} account expires within a day',
        why: 'This {brand} account expires within a day:',
        life: 'From then on nobody can sign in to it, and its S3 keys stop working. Ask the administrator of the service to extend it now.',
      },
    },
    facts: { account: 'Account', used: 'Used', expires: 'Expires' },
    notYou:
      'You get this email because your address is in a notification group of the account. Its owner can change the groups under Profile.',
  },
  /** Changes to how a user signs in, each with a subject and `why`; `facts`: labels of the values below it. */
  security: {
    hello: 'Hello,',
    events: {
      password: {
        subject: 'Your {brand} password was changed',
        why: 'A new password was set for your {brand} account.',
      },
      pin: { subject: 'Your {brand} PIN was changed', why: 'A new PIN was set for your {brand} account.' },
      twoStepOn: {
        subject: 'Two-step verification is on for your {brand} account',
        why: 'Two-step verification was switched on for your {brand} account.',
      },
      twoStepOff: {
        subject: 'Two-step verification is off for your {brand} account',
        why: 'Two-step verification was switched off for your {brand} account. From now on the password alone is enough to sign in.',
      },
      ssoLinked: {
        subject: 'Your {brand} account was linked to your organization’s sign-in',
        why: 'A person of your organization’s sign-in was linked to your {brand} account, with its password. From now on that sign-in opens the account.',
      },
      /** To all super admins; the facts name the one who did it. */
      ssoBypassed: {
        subject: 'A {brand} super admin signed in past the organization',
        why: 'The super admin below signed in with the password or a passkey, although your organization’s sign-in lets super admins in. Both always work, so that nobody is locked out.',
        life: 'If one of you did this on purpose, there is nothing to do.',
        notYou:
          'If nobody did, reset the password and the passkeys of this super admin now (kho user on the server). It ends all sessions.',
      },
      recoveryCodes: {
        subject: 'Your {brand} account has new recovery codes',
        why: 'New recovery codes were made for your {brand} account. The earlier ones no longer work.',
      },
      passkeyAdded: {
        subject: 'Your {brand} account has a new passkey',
        why: 'A passkey was added to your {brand} account. It signs in without the password, and confirms protected actions.',
      },
      passkeyRemoved: {
        subject: 'A passkey of your {brand} account was removed',
        why: 'A passkey was removed from your {brand} account. It no longer signs in.',
      },
      confirmationMethod: {
        subject: 'Your {brand} account confirms actions in another way',
        why: 'What confirms protected actions in your {brand} account was changed.',
      },
      accessKey: {
        subject: 'Your {brand} account has a new S3 key',
        why: 'An S3 key was created for your {brand} account. It gives access to your buckets.',
      },
      apiClient: {
        subject: 'Your {brand} account has a new API client',
        why: 'An API client was created for your {brand} account. It can act for you.',
      },
      newDevice: {
        subject: 'Sign-in to your {brand} account from a new device',
        why: 'Someone signed in to your {brand} account with a browser that was not used for it before, or not since the password was last changed.',
      },
    },
    facts: { subject: 'About', time: 'Time', device: 'Device', address: 'IP address' },
    unknownDevice: 'unknown',
    life: 'If this was you, there is nothing to do.',
    notYou:
      'If this was not you, set a new password now (“Forgot your password?” on the sign-in page), change your PIN, and delete passkeys, S3 keys and API clients that you do not know. A new password ends all other sessions.',
  },
  topicRefused: {
    subject: 'A topic was paused: its receiver wants no more events',
    hello: 'Hello,',
    why: 'The receiver of this topic answered that it is gone for good (410), so {brand} paused the topic:',
    life: 'Its events wait. To have them delivered, change where the topic delivers and resume it, in the settings of the console.',
    notYou: 'If you ended the receiver yourself, you can delete the topic.',
  },
  /** To the user who made a share; after `why` comes the file. */
  shareAttacked: {
    subject: 'A share was paused: someone is guessing its password',
    hello: 'Hello,',
    why: 'More than 100 wrong passwords were entered within a day for a file that you share with {brand}. The share is paused:',
    life: 'Guests cannot open it until you resume it, in the panel of the file under “Sharing”. Better end it and share the file again with a longer password: the new share has another address.',
    notYou: 'If you did not share this file, change your password now.',
  },
  /** `kinds`: of events, by S3's names; `more`: that as many events happened beside those named. */
  bucketEvents: {
    subject: 'Events in your buckets',
    hello: 'Hello,',
    why: 'This happened in the buckets of your {brand} account:',
    /** If there is nothing but tests. */
    test: {
      subject: 'Test of a topic',
      why: 'This is a test of a topic of your {brand} account: its emails arrive here. Nothing happened in your buckets.',
    },
    kinds: {
      's3:TestEvent': 'Test',
      's3:ObjectCreated': 'Stored',
      's3:ObjectRemoved': 'Deleted',
      's3:LifecycleExpiration': 'Expired',
      's3:ObjectTagging': 'Tags changed',
      's3:ObjectAcl': 'Access changed',
      'kho:EventsLost': 'Some events could not be kept and are missing here',
    },
    more: (count: number) => `and ${count} more`,
    life: '{brand} sends at most one such email every 5 minutes, and at most 1,000 a day for an account; events in between are in the next email. The settings of the console show all events, with their times.',
    notYou:
      'You get this email because your address is in a notification group of the account. Its owner can remove it there.',
  },
}

export type Mails = typeof mails
