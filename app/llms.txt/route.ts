import { llmsText } from '@/components/docs/llms-text'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  return new Response(await llmsText(), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
