import { useEffect, useState } from 'react'

let format: ((phone: string) => string) | undefined

/** A phone number in national format; undefined while the (large) library for it loads. */
export function usePhoneText(phone: string | undefined): string | undefined {
  const [, setReady] = useState(false)
  const wanted = Boolean(phone) && !format
  useEffect(() => {
    if (!wanted) return
    import('../../domain/phone.ts')
      .then(
        ({ phoneText }) => {
          format = phoneText
        },
        error => {
          console.warn('Phone numbers are shown as they are kept', error)
          format = text => text
        },
      )
      .then(() => setReady(true))
  }, [wanted])
  return phone && format ? format(phone) : phone && undefined
}
