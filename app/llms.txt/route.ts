import { llmsText } from '@/components/docs/llms-text'

// The address of this server is the running process’s environment, not the build’s.
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  return new Response(await llmsText(), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
