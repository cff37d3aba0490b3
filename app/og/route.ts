import { drawPicture } from '@/components/pictures/draw'

// The picture depends on the environment and the address.
export const dynamic = 'force-dynamic'

/** Returns a page's picture for other sites: `/og?page=/pricing`, and for a shared lookup `/og?page=/&q=…`. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const png = await drawPicture(query.get('page') ?? '/', query.get('q') ?? '')
  if (png === null) return new Response(null, { status: 503, headers: { 'retry-after': '10' } })
  return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' } })
}
