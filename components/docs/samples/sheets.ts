import script from '@/clients/apps-script/pinref.gs'
import { atAddress } from './client-file'
import type { Sample } from './sample'

/**
 * The functions for Google Sheets, in Apps Script.
 * @param base the address of this server.
 */
export const sheetsSample = (base: string): Sample => ({
  title: 'The script for Google Sheets',
  codes: [{ language: 'Apps Script', code: atAddress(script, base).trim() }],
  prints: null,
})
