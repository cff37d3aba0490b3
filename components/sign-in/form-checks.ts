import { AuthFault, type FieldName } from './auth-fault'

const shortest = 8
const longest = 128

/** The text of a field; '' for an unticked checkbox or a field that does not exist. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** @throws AuthFault where it cannot be an e-mail address. */
export function emailOf(data: FormData): string {
  const email = textOf(data, 'email').trim()
  if (email === '') throw new AuthFault('Type your e-mail.', 'email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new AuthFault('An e-mail looks like ada@example.com. Check its spelling.', 'email')
  }
  return email
}

/** @throws AuthFault where it is empty. */
export function passwordOf(data: FormData): string {
  const password = textOf(data, 'password')
  if (password === '') throw new AuthFault('Type your password.', 'password')
  return password
}

/** @throws AuthFault where it is too short or too long for a new password. */
export function newPasswordOf(data: FormData, field: FieldName = 'newPassword'): string {
  const password = textOf(data, field)
  if (password === '') throw new AuthFault('Choose a password.', field)
  if (password.length < shortest) throw new AuthFault(`A password has at least ${shortest} characters.`, field)
  if (password.length > longest) throw new AuthFault(`A password has at most ${longest} characters.`, field)
  return password
}
