/** The colours of the browser's bars by colour scheme: those of `--paper` in `app/theme.css`. */
export const bars = { light: '#f4eee1', dark: '#0b1310' } as const
