import { Note } from '@/components/sign-in/notes'
import { noticeWords } from '@/components/sign-in/notices'
import { emailConfirmed } from '@/server/accounts/confirmed-notice'

/** Says that the email is confirmed. */
export const ConfirmedWords = () => <Note tone="done">{noticeWords(emailConfirmed)}</Note>
