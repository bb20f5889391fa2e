import { consoleTexts, emailTexts, securityTexts, startTexts, type Texts } from './languages.ts'

// The messages of screens that load after the console: with those of sign-in, their names would load there too.

/** For questions while files are added. */
export const addFilesTexts: Texts<typeof import('./en/add-files.ts')['messages']> = {
  vi: () => import('./vi/add-files.ts'),
  en: () => import('./en/add-files.ts'),
}

/**
 * For the page of one bucket, dialogs about a bucket or its files, the accounts, and the audit log, which the page
 * shows too.
 */
export const bucketTexts: Texts<typeof import('./en/bucket.ts')['messages']> = {
  vi: () => import('./vi/bucket.ts'),
  en: () => import('./en/bucket.ts'),
}

/** For notification groups and alerts; the audit log uses some. */
export const groupTexts: Texts<typeof import('./en/groups.ts')['messages']> = {
  vi: () => import('./vi/groups.ts'),
  en: () => import('./en/groups.ts'),
}

/** For groups of sub-users, and where many sub-users are changed at once. */
export const manyPeopleTexts: Texts<typeof import('./en/many-people.ts')['messages']> = {
  vi: () => import('./vi/many-people.ts'),
  en: () => import('./en/many-people.ts'),
}

/** For the links that set a password. */
export const passwordResetTexts: Texts<typeof import('./en/password-reset.ts')['messages']> = {
  vi: () => import('./vi/password-reset.ts'),
  en: () => import('./en/password-reset.ts'),
}

/** For sign-ins at OpenID providers; the audit log uses some. */
export const ssoTexts: Texts<typeof import('./en/sso.ts')['messages']> = {
  vi: () => import('./vi/sso.ts'),
  en: () => import('./en/sso.ts'),
}

export const previewTexts: Texts<typeof import('./en/preview.ts')['messages']> = {
  vi: () => import('./vi/preview.ts'),
  en: () => import('./en/preview.ts'),
}

export const objectTexts: Texts<typeof import('./en/object.ts')['messages']> = {
  vi: () => import('./vi/object.ts'),
  en: () => import('./en/object.ts'),
}

export const dashboardTexts: Texts<typeof import('./en/dashboard.ts')['messages']> = {
  vi: () => import('./vi/dashboard.ts'),
  en: () => import('./en/dashboard.ts'),
}

/** For topics and bucket notifications. */
export const eventTexts: Texts<typeof import('./en/events.ts')['messages']> = {
  vi: () => import('./vi/events.ts'),
  en: () => import('./en/events.ts'),
}

/** For a file's versions and lock, and for deleted files. */
export const versionTexts: Texts<typeof import('./en/object-versions.ts')['messages']> = {
  vi: () => import('./vi/object-versions.ts'),
  en: () => import('./en/object-versions.ts'),
}

/** For the field of the top bar. */
export const finderTexts: Texts<typeof import('./en/finder.ts')['messages']> = {
  vi: () => import('./vi/finder.ts'),
  en: () => import('./en/finder.ts'),
}

/** For the results of a search. */
export const resultsTexts: Texts<typeof import('./en/results.ts')['messages']> = {
  vi: () => import('./vi/results.ts'),
  en: () => import('./en/results.ts'),
}

/** For the list of keyboard shortcuts. */
export const shortcutTexts: Texts<typeof import('./en/shortcuts.ts')['messages']> = {
  vi: () => import('./vi/shortcuts.ts'),
  en: () => import('./en/shortcuts.ts'),
}

/** For the panel of uploads. */
export const uploadPanelTexts: Texts<typeof import('./en/upload-panel.ts')['messages']> = {
  vi: () => import('./vi/upload-panel.ts'),
  en: () => import('./en/upload-panel.ts'),
}

/** For what a folder loads when it is first needed: menu, dialogs, dragging, the clipboard, favourites. */
export const deskTexts: Texts<typeof import('./en/desk.ts')['messages']> = {
  vi: () => import('./vi/desk.ts'),
  en: () => import('./en/desk.ts'),
}

export const allTexts = [
  startTexts,
  emailTexts,
  consoleTexts,
  addFilesTexts,
  bucketTexts,
  securityTexts,
  groupTexts,
  manyPeopleTexts,
  passwordResetTexts,
  ssoTexts,
  previewTexts,
  objectTexts,
  versionTexts,
  dashboardTexts,
  eventTexts,
  finderTexts,
  resultsTexts,
  shortcutTexts,
  uploadPanelTexts,
  deskTexts,
] as const
