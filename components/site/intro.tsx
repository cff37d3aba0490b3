/** The product in a sentence. */
export function Intro() {
  return (
    <div className="pb-8">
      <h1 className="max-w-[12em] text-display font-semibold text-balance">
        The permanent numbers behind any Google Maps link
      </h1>
      <p className="mt-4 max-w-[34rem] text-lg text-soft">
        Paste a link to a listing. Pinref reads its identifiers out of the link itself and adds the public rating: here
        in the browser, or over a small REST API.
      </p>
      <noscript>
        <p className="mt-4 max-w-[34rem] border-l-4 border-limit pl-3">
          Lookups on this page need JavaScript. The REST API below doesn’t.
        </p>
      </noscript>
    </div>
  )
}

/** The heading above the box of a signed-in user. */
export const HomeIntro = () => (
  <h1 className="pb-6 text-display font-semibold text-balance">What are you looking up?</h1>
)
