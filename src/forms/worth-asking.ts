/** How many of a form's values were changed, each one of a list counted: `formState.dirtyFields` of react-hook-form. */
function changes(dirty: unknown): number {
  if (typeof dirty !== 'object' || dirty === null) return dirty === true ? 1 : 0
  return Object.values(dirty).reduce<number>((sum, each) => sum + changes(each), 0)
}

/** Whether to ask before what was entered is thrown away: from two values on. A single one is soon typed again. */
export function worthAsking(dirtyFields: object): boolean {
  return changes(dirtyFields) > 1
}
