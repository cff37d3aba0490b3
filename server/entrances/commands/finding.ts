/** The result of one of the doctor's checks. Unless the state is `ok`, the text also says what to do. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault'
  text: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const fault = (text: string): Finding => ({ state: 'fault', text })
