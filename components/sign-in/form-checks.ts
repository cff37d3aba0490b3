import { AuthFault, type FieldName } from './auth-fault'

const shortest = 8
const longest = 128

/** What was typed into a field; a checkbox that is not ticked, or a field that is not there, is ''. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** @throws AuthFault where the e-mail in this form cannot be one. */
export function emailOf(data: FormData): string {
  const email = textOf(data, 'email').trim()
  if (email === '') throw new AuthFault('Type your e-mail.', 'email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new AuthFault('An e-mail looks like ada@example.com. Check its spelling.', 'email')
  }
  return email
}

/** @throws AuthFault where nothing was typed. */
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
