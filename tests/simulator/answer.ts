/** The response to a call, before any fault changes it. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Formats JSON the way Google does: two spaces per level and a line break at the end. */
export function json(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  return { status, headers, body: `${JSON.stringify(value, null, 2)}\n` }
}

export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: `<!DOCTYPE html>\n${body}\n` }
}

/** A redirect, with the small page that Google's front end sends as its body. */
export function redirect(location: string, status = 302): Answer {
  const page = html(
    status,
    `<html><head><title>${status} Moved</title></head><body><h1>${status} Moved</h1></body></html>`,
  )
  return { ...page, headers: { ...page.headers, location: wireText(location) } }
}

/** Encodes header text as UTF-8 first, because Node writes each header character as one byte. */
function wireText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
