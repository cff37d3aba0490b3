import type { MetadataRoute } from 'next'
import { bars } from '@/components/site/page-scripts'
import { description } from '@/package.json'

/** Lets a phone install Pinref as an app and send listings to Pinref from the share menu. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Pinref',
    short_name: 'Pinref',
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: bars.light,
    theme_color: bars.light,
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    share_target: {
      action: '/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}
