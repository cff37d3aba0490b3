;(() => {
  const root = document.documentElement
  const media = new Map()
  globalThis.__webpack_nonce__ = document.currentScript.nonce
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) root.dataset.mac = ''

  function apply(theme) {
    root.dataset.theme = theme
    for (const choice of document.querySelectorAll('[data-theme-choice]')) choice.checked = choice.value === theme
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      const own = media.get(bar) ?? bar.media
      media.set(bar, own)
      bar.media = theme === 'system' ? own : own.includes(theme) ? 'all' : 'not all'
    }
  }

  function applyKept() {
    let theme
    try {
      theme = localStorage['pinref.theme']
    } catch {}
    apply(theme === 'light' || theme === 'dark' ? theme : 'system')
  }

  applyKept()
  for (const event of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(event, applyKept)
  addEventListener('change', ({ target }) => {
    if (!target.matches('[data-theme-choice]')) return
    apply(target.value)
    try {
      localStorage['pinref.theme'] = target.value
    } catch {}
  })
})()
addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(() => {}))
