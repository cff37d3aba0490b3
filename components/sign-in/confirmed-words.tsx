import { emailConfirmed } from '@/server/sign-in/confirmed-notice'
import { Note, noticeWords } from './notes'

/** Says that the email is confirmed. */
export const ConfirmedWords = () => <Note tone="done">{noticeWords(emailConfirmed)}</Note>
