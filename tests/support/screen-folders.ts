/** Which folders of `src` show a screen, by the beginning of its name; the first match counts. */
const folders: [RegExp, string[]][] = [
  [/^session-expired/, ['session', 'sign-in']],
  [/^(confirm|undo)-email/, ['entry', 'email-change', 'session']],
  [
    /^(sign-in|two-step|forgot|reset|invitation|change-password|pin)/,
    ['entry', 'password-reset', 'session', 'sign-in'],
  ],
  [/^(security|sessions)/, ['security']],
  [/^buckets|^bucket-(create|menu|delete|public|link|format|not-found)/, ['buckets', 'objects']],
  [/^bucket-/, ['bucket', 'confirm']],
  [/^(files|preview|folder)/, ['object', 'objects', 'picker', 'preview']],
  [/^uploads/, ['uploads']],
  [/^job/, ['jobs']],
  [/^(key|client)/, ['confirm', 'keys']],
  [/^profile/, ['profile']],
  [/^dashboard/, ['dashboard']],
  [/^setting/, ['confirm', 'events']],
  [/^audit/, ['audit']],
  [/^(sub-user|customer)/, ['accounts', 'people', 'sub-users']],
  [/^(avatar-menu|drawer|drawer-links|not-found)$/, ['app', 'frame', 'notifications', 'shell']],
]

/** @throws for a screen that no line names */
export function foldersOf(screen: string): string[] {
  const found = folders.find(([beginning]) => beginning.test(screen))
  if (!found) throw new Error(`Which folders show the screen ${screen}?`)
  return [...found[1], 'forms', 'theme', 'ui']
}
