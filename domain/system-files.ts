/**
 * Files that operating systems put into folders for themselves, in lower case: how a folder is shown (macOS `.DS_Store`,
 * `.localized`, `Icon` with a carriage return; Windows `desktop.ini`) and caches of its pictures (`Thumbs.db`).
 */
const systemFiles: ReadonlySet<string> = new Set([
  '.ds_store',
  '.localized',
  'icon\r',
  'desktop.ini',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
])

/** Whether a file called `name` is nothing that a person has put into its folder. */
export function isSystemFile(name: string): boolean {
  return systemFiles.has(name.toLowerCase())
}
