import { languages } from '../../languages/languages.ts'

/** Warns in the browser's console, in every language: a user who is talked into pasting something may know only one. */
export function warnInConsole(): void {
  for (const { consoleWarning } of Object.values(languages)) {
    console.info(
      `%c${consoleWarning.title}%c\n${consoleWarning.body}`,
      'font: 600 28px sans-serif; color: #d3342f',
      'font: 15px sans-serif',
    )
  }
}
