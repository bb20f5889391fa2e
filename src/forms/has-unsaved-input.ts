/**
 * Whether a value was entered, so that discarding it needs confirmation. `dirty`: `formState.dirtyFields` of
 * react-hook-form.
 */
export function hasUnsavedInput(dirty: unknown): boolean {
  return typeof dirty === 'object' && dirty !== null
    ? Object.values(dirty).some(hasUnsavedInput)
    : dirty === true
}
