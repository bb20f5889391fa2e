let page = document.title
let marked: ((title: string) => string) | null = null

function show(): void {
  document.title = marked ? marked(page) : page
}

/** The title of the screen, in the browser's tab and history. */
export function setPageTitle(title: string): void {
  page = title
  show()
}

/** Shows the title of this and every later screen as `mark` returns it, until it is null. */
export function markTitle(mark: ((title: string) => string) | null): void {
  marked = mark
  show()
}
