import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { messages as addFilesMessages } from '../../languages/en/add-files.ts'
import type { messages as bucketMessages } from '../../languages/en/bucket.ts'
import type { messages as consoleMessages } from '../../languages/en/console.ts'
import type { messages as dashboardMessages } from '../../languages/en/dashboard.ts'
import type { messages as deskMessages } from '../../languages/en/desk.ts'
import type { messages as emailMessages } from '../../languages/en/email-pages.ts'
import type { messages as eventMessages } from '../../languages/en/events.ts'
import type { messages as finderMessages } from '../../languages/en/finder.ts'
import type { messages as groupMessages } from '../../languages/en/groups.ts'
import type { messages as manyPeopleMessages } from '../../languages/en/many-people.ts'
import type { messages as objectMessages } from '../../languages/en/object.ts'
import type { messages as versionMessages } from '../../languages/en/object-versions.ts'
import type { messages as passwordResetMessages } from '../../languages/en/password-reset.ts'
import type { messages as previewMessages } from '../../languages/en/preview.ts'
import type { messages as resultsMessages } from '../../languages/en/results.ts'
import type { messages as securityMessages } from '../../languages/en/security-page.ts'
import type { messages as shortcutMessages } from '../../languages/en/shortcuts.ts'
import type { messages as ssoMessages } from '../../languages/en/sso.ts'
import type { messages as startMessages } from '../../languages/en/start.ts'
import type { messages as uploadPanelMessages } from '../../languages/en/upload-panel.ts'
import type { Locale } from '../../languages/languages.ts'

/** English is the type: every other language has the same ids. */
export type MessageId =
  | keyof typeof startMessages
  | keyof typeof emailMessages
  | keyof typeof consoleMessages
  | keyof typeof addFilesMessages
  | keyof typeof bucketMessages
  | keyof typeof securityMessages
  | keyof typeof previewMessages
  | keyof typeof objectMessages
  | keyof typeof versionMessages
  | keyof typeof dashboardMessages
  | keyof typeof deskMessages
  | keyof typeof eventMessages
  | keyof typeof finderMessages
  | keyof typeof groupMessages
  | keyof typeof manyPeopleMessages
  | keyof typeof passwordResetMessages
  | keyof typeof resultsMessages
  | keyof typeof ssoMessages
  | keyof typeof shortcutMessages
  | keyof typeof uploadPanelMessages

/** A text; the build turns one with arguments into its syntax tree. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>

/** Messages that are loaded together: a table of `languages/languages.ts`. */
export type Part = Record<Locale, () => Promise<{ messages: Messages }>>

export async function loadMessages(locale: Locale, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map(part => part[locale]()))
  return Object.assign({}, ...loaded.map(({ messages }) => messages))
}
