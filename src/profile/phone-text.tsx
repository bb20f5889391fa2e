import { phoneText } from '../../domain/phone.ts'

/** A phone number as people write it. A file of its own, as what it needs is large. */
export default function PhoneText({ phone }: { phone: string }) {
  return phoneText(phone)
}
