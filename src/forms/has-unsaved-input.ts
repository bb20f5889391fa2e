/** Whether something was entered, which is asked about before it is thrown away: `formState.dirtyFields` of react-hook-form. */
export function hasUnsavedInput(dirty: unknown): boolean {
  return typeof dirty === 'object' && dirty !== null
    ? Object.values(dirty).some(hasUnsavedInput)
    : dirty === true
}
