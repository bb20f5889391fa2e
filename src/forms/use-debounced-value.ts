import { useEffect, useState } from 'react'

/** `value` once it has not changed for `milliseconds`, to query when the typing pauses. */
export function useDebouncedValue<Value>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
